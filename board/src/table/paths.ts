/** A unit's bases as paths, in its own frame: inches, x to the right, y down the page (ahead is up). */

import type { Model, UnitScene } from "../lib/wire";
import type { Box } from "./spots";

export type Tint = "man" | "front" | "leader" | "standard" | "musician" | "character" | "engine";

const AIR = 0.06;

const drawn = new WeakMap<readonly Model[], ReadonlyMap<Tint, string>>();

/** The bases of models as one path a tint; worked out once for the same models. */
export function basePaths(
  models: readonly Model[],
  base: readonly [number, number],
  round: boolean,
): ReadonlyMap<Tint, string> {
  const known = drawn.get(models);
  if (known) return known;
  const parts = new Map<Tint, string[]>();
  for (const model of models) {
    const tint: Tint = model.role === "crew" ? "man" : model.role;
    const list = parts.get(tint) ?? [];
    list.push(round ? disc(model, base) : box(model, base));
    parts.set(tint, list);
  }
  const paths = new Map([...parts].map(([tint, list]) => [tint, list.join("")]));
  drawn.set(models, paths);
  return paths;
}

function disc(model: Model, base: readonly [number, number]): string {
  const r = Math.min(base[0], base[1]) / 2 - AIR / 2;
  return `M${f(model.x - r)} ${f(-model.y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0z`;
}

function box(model: Model, base: readonly [number, number]): string {
  const w = base[0] / 2 - AIR / 2;
  const d = base[1] / 2 - AIR / 2;
  const turn = ((model.turn ?? 0) * Math.PI) / 180;
  const sin = Math.sin(turn);
  const cos = Math.cos(turn);
  const corners = [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ].map(([u = 0, v = 0]) => {
    return `${f(model.x + u * cos - v * sin)} ${f(-model.y + u * sin + v * cos)}`;
  });
  return `M${corners.join("L")}z`;
}

/** The heavy line along the front with the notch in its middle that shows where the unit looks. */
export function frontPath(width: number): string {
  const half = width / 2;
  const notch = Math.min(0.34, half * 0.6);
  return `M${f(-half)} -.05L${f(-notch)} -.05L0 ${f(-0.05 - notch * 1.25)}L${f(notch)} -.05L${f(half)} -.05L${f(half)} .07L${f(-half)} .07z`;
}

/** The standard of a side: a pennant for red, a roundel for blue. */
export function flagPath(side: "red" | "blue"): string {
  return side === "red"
    ? "M0 0V-1.25H.95L.6 -.98L.95 -.7H.09V0z"
    : "M0 0V-.85A.36 .36 0 1 1 .09 -.8V0z";
}

/** The middle of a unit's body on the table. */
export function middleOf(unit: UnitScene): { readonly x: number; readonly y: number } {
  const turn = (unit.pose.facing * Math.PI) / 180;
  const back = unit.formation === "skirmish" ? 0 : unit.depth / 2;
  return { x: unit.pose.x - Math.sin(turn) * back, y: unit.pose.y - Math.cos(turn) * back };
}

/** The box about a unit's models in its own frame: half its width, and how far it reaches each way. */
export function extent(unit: UnitScene): {
  readonly half: number;
  readonly ahead: number;
  readonly behind: number;
} {
  if (unit.formation !== "skirmish") {
    return { half: unit.width / 2, ahead: 0, behind: unit.depth };
  }
  let half = unit.base[0] / 2;
  let ahead = 0;
  let behind = 0;
  for (const model of unit.models ?? []) {
    half = Math.max(half, Math.abs(model.x) + unit.base[0] / 2);
    ahead = Math.max(ahead, model.y + unit.base[1] / 2);
    behind = Math.max(behind, unit.base[1] / 2 - model.y);
  }
  return { half, ahead, behind };
}

/** The box about a unit as the page sees it, whichever way it faces; pixels of the drawing, y down. */
export function bodyOf(unit: UnitScene, height: number, inch: number): Box {
  const { half, ahead, behind } = extent(unit);
  const turn = (unit.pose.facing * Math.PI) / 180;
  const corners = [
    [-half, ahead],
    [half, ahead],
    [half, -behind],
    [-half, -behind],
  ].map(([x = 0, y = 0]) => ({
    x: (unit.pose.x + x * Math.cos(turn) + y * Math.sin(turn)) / inch,
    y: (height - unit.pose.y + x * Math.sin(turn) - y * Math.cos(turn)) / inch,
  }));
  const across = corners.map(({ x }) => x);
  const down = corners.map(({ y }) => y);
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  };
}

function f(number: number): string {
  return (Math.round(number * 1000) / 1000).toString();
}
