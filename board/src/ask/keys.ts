/** The keyboard plays the whole game: what each key does at the desk. */

import type { Camera } from "../table/camera.svelte";
import { type Desk, LOOKS } from "./desk.svelte";

const INCH = { small: 0.25, large: 1 } as const;
const DEGREES = { small: 5, large: 15 } as const;

/** Whether the key was for the desk. */
export function onKey(desk: Desk, camera: Camera, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const question = desk.session.question;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === " " && desk.session.playing) {
    desk.session.skip();
    return true;
  }
  if (event.shiftKey && look(desk, event)) return true;
  if (key === "Backspace" && desk.session.asked) {
    void desk.back();
    return true;
  }
  if (!question) return moved(camera, key);
  if (key === "]" || key === "[") {
    desk.cycle(key === "]" ? 1 : -1);
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
  return moved(camera, key);
}

const PAN = 60;
const NEARER = 1.25;

/** With nothing in hand the arrows move the view. */
function moved(camera: Camera, key: string): boolean {
  switch (key) {
    case "ArrowUp":
      camera.pan(0, PAN);
      return true;
    case "ArrowDown":
      camera.pan(0, -PAN);
      return true;
    case "ArrowLeft":
      camera.pan(PAN, 0);
      return true;
    case "ArrowRight":
      camera.pan(-PAN, 0);
      return true;
    case "+":
    case "-":
      camera.zoomAt(
        camera.pixelsWide / 2,
        camera.pixelsHigh / 2,
        key === "+" ? NEARER : 1 / NEARER,
      );
      return true;
    case "Home":
      camera.fit();
      return true;
    default:
      return false;
  }
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
  const holds = desk.draft.unit !== null || desk.draft.placement !== null;
  if (key in ARROWS && holds) {
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
