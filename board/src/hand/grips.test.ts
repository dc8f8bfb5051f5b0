import { describe, expect, it } from "vitest";


import { bearing, drawn, gripAt, type Held, inFrame, nudged, onTable, type ToolKind } from "./grips";

const HELD: Held = {
  pose: { x: 20, y: 10, facing: 0 },
  half: 2.5,
  ahead: 0,
  behind: 3,
  base: [1, 1],
  files: 5,
  loose: false,
  single: false,
};
const ALL = new Set<ToolKind>(["advance", "wheel", "files", "backward", "sidestep"]);

describe("the hand", () => {
  it("takes a corner, a flank or the body", () => {
    expect(gripAt(HELD, { x: 22.4, y: 10 }, 0.8)).toBe("right");
    expect(gripAt(HELD, { x: 17.6, y: 9.9 }, 0.8)).toBe("left");
    expect(gripAt(HELD, { x: 22.5, y: 8.5 }, 0.8)).toBe("side-right");
    expect(gripAt(HELD, { x: 20, y: 8.5 }, 0.8)).toBe("body");
  });

  it("goes between the table and a unit's frame and back", () => {
    const pose = { x: 3, y: 4, facing: 123 };
    const there = onTable(pose, { x: 1.5, y: -2 });
    const back = inFrame(pose, there);
    expect(back.x).toBeCloseTo(1.5);
    expect(back.y).toBeCloseTo(-2);
  });

  it("draws an advance by how far it goes ahead", () => {
    const step = drawn(HELD, "body", { x: 20, y: 9 }, { x: 20.3, y: 12.2 }, ALL);
    expect(step).toEqual({ type: "Advance", inches: 3.2 });
    const east = { ...HELD, pose: { ...HELD.pose, facing: 90 } };
    expect(drawn(east, "body", { x: 20, y: 9 }, { x: 24, y: 9 }, ALL)).toEqual({
      type: "Advance",
      inches: 4,
    });
  });

  it("wheels about the corner that it does not hold", () => {
    const step = drawn(HELD, "right", { x: 22.5, y: 10 }, { x: 22.5, y: 15 }, ALL);
    expect(step).toEqual({ type: "Wheel", degrees: 45, about: "left" });
    const left = drawn(HELD, "left", { x: 17.5, y: 10 }, { x: 17.5, y: 15 }, ALL);
    expect(left).toEqual({ type: "Wheel", degrees: 45, about: "right" });
    expect(drawn(HELD, "right", { x: 22.5, y: 10 }, { x: 22.5, y: 6 }, ALL)).toBeNull();
  });

  it("draws nothing that there is no tool for", () => {
    const few = new Set<ToolKind>(["advance"]);
    expect(drawn(HELD, "body", { x: 20, y: 9 }, { x: 20, y: 5 }, few)).toBeNull();
    expect(drawn(HELD, "right", { x: 22.5, y: 10 }, { x: 22, y: 15 }, few)).toBeNull();
  });

  it("nudges by keys, and back to nothing", () => {
    const once = nudged(null, "ahead", 0.25);
    expect(once).toEqual({ type: "Advance", inches: 0.25 });
    expect(nudged(once, "back", 0.25)).toBeNull();
    expect(nudged(null, "left", 5)).toEqual({ type: "Wheel", degrees: 5, about: "left" });
  });

  it("takes bearings clockwise from up", () => {
    expect(bearing({ x: 0, y: 0 }, { x: 0, y: 5 })).toBe(0);
    expect(bearing({ x: 0, y: 0 }, { x: 5, y: 0 })).toBe(90);
    expect(bearing({ x: 0, y: 0 }, { x: -5, y: 0 })).toBe(270);
  });
});
