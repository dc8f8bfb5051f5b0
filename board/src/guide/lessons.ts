/** What the first battle teaches, and how it is seen that it was learnt: by what happens on the table. */

import type { Question, Scene } from "../lib/wire";

export const LESSONS = ["place", "move", "shoot", "charge", "fight", "break", "pursue"] as const;
export type Lesson = (typeof LESSONS)[number];
export type Learnt = ReadonlySet<Lesson>;

/** What the scene shows to be learnt; lessons once learnt stay so. */
export function learntFrom(
  scene: Scene,
  side: "red" | "blue",
  answered: Question | null,
  before: Learnt,
): Learnt {
  const found = new Set(before);
  const ours = scene.units.filter((unit) => unit.side === side);
  const theirs = scene.units.filter((unit) => unit.side !== side);
  const shows = (state: string): boolean =>
    ours.some((unit) => unit.states?.some((one) => one === state));
  if (scene.clock.turn > 0 && ours.some((unit) => unit.status === "table")) found.add("place");
  if (shows("moved") || shows("marched")) found.add("move");
  if (shows("shot")) found.add("shoot");
  const charges = scene.arrows.some((arrow) => scene.units[arrow.charger]?.side === side);
  if (charges || shows("charging")) found.add("charge");
  if (shows("engaged")) found.add("fight");
  const broke = theirs.some((unit) => unit.states?.some((one) => one === "fleeing"));
  if (found.has("fight") && broke) found.add("break");
  if (answered?.kind === "HoldBack" || answered?.kind === "ChoosePrey") found.add("pursue");
  return found;
}

/** What an entry's rules show: pursuit leaves no mark on the table, but in the account. */
export function learntFromRules(rules: readonly string[], ours: boolean, before: Learnt): Learnt {
  const found = new Set(before);
  if (ours && rules.some((rule) => rule.startsWith("pursue."))) found.add("pursue");
  return found;
}
