import { describe, expect, it } from "vitest";

import { changed } from "../lib/changes";
import type { Scene, Told, UnitScene } from "../lib/wire";
import { Reel, turnFrom } from "./reel";

function unit(id: number, strength: number): UnitScene {
  // Only what the reel touches: the rest of a unit is the server's.
  return { id, strength } as UnitScene;
}

const scene = {
  units: [unit(0, 20), unit(1, 12)],
  arrows: [],
  contacts: [],
  zones: [],
  clock: { turn: 0 },
} as unknown as Scene; // As above.

const steps: Told[] = Array.from({ length: 200 }, (_, place) => ({
  type: "told",
  seq: place,
  ...(place % 2 === 0 && { changes: { units: [unit(1, 12 - Math.floor(place / 20))] } }),
  ...(place % 5 === 0 && { entries: [{ level: "line", parts: [] }] }),
})) as unknown as Told[]; // As above.

describe("the reel", () => {
  const reel = new Reel(scene, steps);

  it("shows the same scene from wherever one comes", () => {
    const forward = Array.from({ length: 201 }, (_, n) => reel.at(n).units[1]?.strength);
    const fresh = new Reel(scene, steps);
    const back = Array.from({ length: 201 }, (_, n) => fresh.at(200 - n).units[1]?.strength);
    expect(back.reverse()).toEqual(forward);
    expect(forward[0]).toBe(12);
    expect(forward[200]).toBe(3);
  });

  it("tells the account up to a step", () => {
    expect(reel.told(0)).toHaveLength(0);
    expect(reel.told(1)).toHaveLength(1);
    expect(reel.told(6).map(({ seq }) => seq)).toEqual([1, 6]);
    expect(reel.told(200)).toHaveLength(40);
  });

  it("passes over steps in which nothing can be seen", () => {
    expect(reel.next(1, 1)).toBe(3);
    expect(reel.next(3, -1)).toBe(1);
    expect(reel.next(200, 1)).toBe(200);
    expect(reel.next(0, -1)).toBe(0);
  });

  it("leaves what has not changed as it was", () => {
    expect(changed(scene, null)).toBe(scene);
    expect(changed(scene, { arrows: [] }).units).toBe(scene.units);
    expect(changed(scene, { units: [unit(1, 3)] }).units[0]).toBe(scene.units[0]);
  });
});

describe("turns", () => {
  const turns = [{ step: 10 }, { step: 40 }];

  it("are gone through both ways, with the ends", () => {
    expect(turnFrom(turns, 0, 1, 90)).toBe(10);
    expect(turnFrom(turns, 10, 1, 90)).toBe(40);
    expect(turnFrom(turns, 40, 1, 90)).toBe(90);
    expect(turnFrom(turns, 90, -1, 90)).toBe(40);
    expect(turnFrom(turns, 11, -1, 90)).toBe(10);
    expect(turnFrom(turns, 5, -1, 90)).toBe(0);
  });
});
