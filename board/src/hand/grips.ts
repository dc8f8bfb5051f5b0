/**
 * From a pointer to a manoeuvre: plain geometry of the hand. Whether it is allowed, and how far, the server
 * says. Inches on the table, y up; degrees clockwise from up.
 */

import type { Manoeuvre, Pose, Tool } from "../lib/wire";

export type ToolKind = Tool["kind"];

export interface Place {
  readonly x: number;
  readonly y: number;
}

export type Grip = "body" | "left" | "right" | "side-left" | "side-right";

/** How a unit lies under the hand. */
export interface Held {
  readonly pose: Pose;
  readonly half: number;
  readonly ahead: number;
  readonly behind: number;
  readonly base: readonly [number, number];
  readonly files: number;
  readonly loose: boolean;
  readonly single: boolean;
}

const RADIANS = Math.PI / 180;

/** A place in a unit's own frame: x to its right, y ahead. */
export function inFrame(pose: Pose, place: Place): Place {
  const sin = Math.sin(pose.facing * RADIANS);
  const cos = Math.cos(pose.facing * RADIANS);
  const dx = place.x - pose.x;
  const dy = place.y - pose.y;
  return { x: dx * cos - dy * sin, y: dx * sin + dy * cos };
}

/** A place of a unit's own frame on the table. */
export function onTable(pose: Pose, place: Place): Place {
  const sin = Math.sin(pose.facing * RADIANS);
  const cos = Math.cos(pose.facing * RADIANS);
  return {
    x: pose.x + place.x * cos + place.y * sin,
    y: pose.y - place.x * sin + place.y * cos,
  };
}

/** What of the unit the hand takes: a front corner, a flank, or the body. */
export function gripAt(held: Held, place: Place, reach: number): Grip {
  if (held.loose || held.single) return "body";
  const at = inFrame(held.pose, place);
  const near = Math.min(reach, held.half * 0.8);
  const nearFront = Math.abs(at.y) <= Math.max(near, 0.5);
  if (nearFront && Math.abs(at.x - held.half) <= near) return "right";
  if (nearFront && Math.abs(at.x + held.half) <= near) return "left";
  const edge = Math.min(near, 0.5);
  if (at.y < -0.3 && Math.abs(at.x - held.half) <= edge) return "side-right";
  if (at.y < -0.3 && Math.abs(at.x + held.half) <= edge) return "side-left";
  return "body";
}

/** Where the hand sees a grip, for whoever draws handles. */
export function cornerOf(held: Held, grip: "left" | "right"): Place {
  return onTable(held.pose, { x: grip === "right" ? held.half : -held.half, y: 0 });
}

/**
 * What the hand draws: from where it took the unit to where it is now, with the tools that there are. null: too
 * little to be a manoeuvre.
 */
export function drawn(
  held: Held,
  grip: Grip,
  from: Place,
  to: Place,
  tools: ReadonlySet<ToolKind>,
): Manoeuvre | null {
  if (grip === "left" || grip === "right") return wheeled(held, grip, to, tools);
  if (grip === "side-left" || grip === "side-right") return widened(held, to, tools);
  const moved = { x: to.x - from.x, y: to.y - from.y };
  const target = { x: held.pose.x + moved.x, y: held.pose.y + moved.y };
  const pose = { x: round(target.x), y: round(target.y), facing: held.pose.facing };
  if (held.loose && tools.has("spread")) {
    return { type: "Spread", pose, files: held.files, gap: gapOf(held) };
  }
  if (tools.has("leave") && !tools.has("go")) return { type: "Leave", to: pose };
  if (held.single && tools.has("go")) return { type: "Go", to: pose };
  return straight(held, moved, tools);
}

function straight(held: Held, moved: Place, tools: ReadonlySet<ToolKind>): Manoeuvre | null {
  const way = inFrame({ ...held.pose, x: 0, y: 0 }, moved);
  const aside = Math.abs(way.x) > Math.abs(way.y) * 1.6 && Math.abs(way.x) > 0.5;
  if (aside && tools.has("sidestep")) return { type: "Sidestep", inches: round(way.x) };
  if (way.y < -0.3 && tools.has("backward")) return { type: "Backward", inches: round(-way.y) };
  if (way.y >= 0.1 && tools.has("advance")) return { type: "Advance", inches: round(way.y) };
  return null;
}

function wheeled(
  held: Held,
  grip: "left" | "right",
  to: Place,
  tools: ReadonlySet<ToolKind>,
): Manoeuvre | null {
  if (!tools.has("wheel")) return null;
  // The corner that the hand holds goes forward about the other one.
  const about = grip === "right" ? "left" : "right";
  const side = grip === "right" ? 1 : -1;
  const at = inFrame(held.pose, to);
  const across = side * at.x + held.half;
  const degrees = Math.atan2(at.y, across) / RADIANS;
  if (degrees < 0.5) return null;
  return { type: "Wheel", degrees: round(degrees), about };
}

function widened(held: Held, to: Place, tools: ReadonlySet<ToolKind>): Manoeuvre | null {
  if (!tools.has("files")) return null;
  const wide = Math.abs(inFrame(held.pose, to).x) * 2;
  const files = Math.max(1, Math.round(wide / held.base[0]));
  return files === held.files ? null : { type: "ChangeFormation", files };
}

/** Inches between skirmishers that are to be drawn loose, to begin with. */
export const LOOSE_GAP = 0.5;

/** The gap between skirmishers as they stand, or one to begin with. */
export function gapOf(held: Held): number {
  if (held.files < 2) return LOOSE_GAP;
  const gap = (2 * held.half - held.base[0]) / (held.files - 1) - held.base[0];
  return round(Math.max(0, gap));
}

/** More or less of a manoeuvre by a key: inches or degrees. null: it has become nothing. */
export function nudged(step: Manoeuvre | null, way: "ahead" | "back" | "left" | "right", by: number): Manoeuvre | null {
  if (way === "ahead" || way === "back") {
    const signed = way === "ahead" ? by : -by;
    const inches = step?.type === "Advance" ? step.inches : step?.type === "Backward" ? -step.inches : 0;
    const sum = round(inches + signed);
    if (Math.abs(sum) < 0.01) return null;
    return sum > 0 ? { type: "Advance", inches: sum } : { type: "Backward", inches: -sum };
  }
  const sign = way === "right" ? 1 : -1;
  const before = step?.type === "Wheel" ? step.degrees * (step.about === "right" ? 1 : -1) : 0;
  const sum = round(before + sign * by);
  if (Math.abs(sum) < 0.01) return null;
  return { type: "Wheel", degrees: Math.abs(sum), about: sum > 0 ? "right" : "left" };
}

/** The bearing from one place to another, degrees clockwise from up. */
export function bearing(from: Place, to: Place): number {
  return round((Math.atan2(to.x - from.x, to.y - from.y) / RADIANS + 360) % 360);
}

export function round(figure: number): number {
  return Math.round(figure * 100) / 100;
}
