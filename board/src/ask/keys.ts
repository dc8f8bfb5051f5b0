/** The keyboard plays the whole game: what each key does at the desk. */

import { type Desk, LOOKS } from "./desk.svelte";

const INCH = { small: 0.25, large: 1 } as const;
const DEGREES = { small: 5, large: 15 } as const;

/** Whether the key was for the desk. */
export function onKey(desk: Desk, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const question = desk.session.question;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === " " && desk.session.playing) {
    desk.session.skip();
    return true;
  }
  if (event.shiftKey && look(desk, event)) return true;
  if (!question) return false;
  if (key === "]" || key === "[") {
    desk.cycle(key === "]" ? 1 : -1);
    return true;
  }
  if (key === "Backspace") {
    void desk.back();
    return true;
  }
  if (key === "Escape") {
    desk.draft.cancel();
    desk.choosing.reset();
    desk.lit = [];
    desk.refused = "";
    return true;
  }
  if (question.mode !== "choose" && drawnBy(desk, key, event.shiftKey)) return true;
  const placed = desk.choosing.shown.find(({ choice }) => choice.key === key);
  if (placed && !event.shiftKey) {
    void desk.choose(placed);
    return true;
  }
  return false;
}

function look(desk: Desk, event: KeyboardEvent): boolean {
  const place = LOOKS.find(([, key]) => event.code === `Digit${key}`);
  if (!place) return false;
  void desk.look(place[0]);
  return true;
}

const ARROWS = {
  ArrowUp: "ahead",
  ArrowDown: "back",
  ArrowLeft: "left",
  ArrowRight: "right",
} as const;

function drawnBy(desk: Desk, key: string, shift: boolean): boolean {
  if (key === "Enter") {
    void desk.commit();
    return true;
  }
  if (key in ARROWS) {
    const way = ARROWS[key as keyof typeof ARROWS];
    const size = shift ? "large" : "small";
    const turns = (way === "left" || way === "right") && !desk.draft.placement;
    void desk.draft.nudge(way, turns ? DEGREES[size] : INCH[size]);
    return true;
  }
  if (desk.draft.unit === null) return false;
  if (key === "m" && desk.session.question?.mode === "order") {
    void desk.draft.setMarch(!desk.draft.march);
    return true;
  }
  const tool = desk.draft.subject?.tools?.find((one) => one.key === key);
  if (tool) {
    void desk.tool(tool);
    return true;
  }
  if (key === "+" || key === "-") {
    const by = key === "+" ? 1 : -1;
    const files = desk.draft.placement?.files ?? desk.draft.stand?.files;
    if (files === undefined) return false;
    if (desk.draft.placement) void desk.draft.placeAs({ files: files + by });
    else void desk.draft.standAs({ files: files + by });
    return true;
  }
  return false;
}

/** All keys of a moment, for the overlay: the key, and the words for it by key of the catalogue. */
export const KEYS: readonly (readonly [string, string])[] = [
  ["Tab", "keys.tab"],
  ["[ ]", "keys.cycle"],
  ["↑ ↓", "keys.ahead"],
  ["← →", "keys.wheel"],
  ["⇧ + ↑ ↓ ← →", "keys.more"],
  ["⏎", "keys.commit"],
  ["⌫", "keys.back"],
  ["Esc", "keys.cancel"],
  ["m", "keys.march"],
  ["+ −", "keys.files"],
  ["⇧ 1 – 5", "keys.looks"],
  ["Space", "keys.skip"],
  ["?", "keys.help"],
];
