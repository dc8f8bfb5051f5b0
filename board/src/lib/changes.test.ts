import { expect, it } from "vitest";

import { changed } from "./changes";
import type { Changes, Scene } from "./wire";

const unit = (id: number, x: number): object => ({ id, pose: { x, y: 0, facing: 0 } });

// As much of a scene as changes touch.
const scene = {
  width: 48,
  units: [unit(0, 1), unit(1, 2)],
  arrows: [],
  contacts: [],
  clock: { turn: 1 },
  zones: [],
} as unknown as Scene;

it("puts changed units in their places and leaves the others as they are", () => {
  const after = changed(scene, { units: [unit(1, 9)] } as unknown as Changes);
  expect(after.units[0]).toBe(scene.units[0]);
  expect(after.units[1]).toMatchObject({ id: 1, pose: { x: 9 } });
  expect(after.clock).toBe(scene.clock);
});

it("takes over what is told anew", () => {
  const told = { clock: { turn: 2 }, contacts: [[0, 1]] } as unknown as Changes;
  const after = changed(scene, told);
  expect([after.clock, after.contacts, after.arrows]).toEqual([{ turn: 2 }, [[0, 1]], []]);
});

it("is the same scene where nothing is told", () => {
  expect(changed(scene, undefined)).toBe(scene);
  expect(changed(scene, null)).toBe(scene);
});
