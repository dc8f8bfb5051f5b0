import { describe, expect, it } from "vitest";

import { spots, type Wanted } from "./spots";

function unit(x: number, y: number, wide = 60): Wanted {
  return { wide, body: { left: x - 20, right: x + 20, top: y - 10, bottom: y + 10 } };
}

describe("names on the table", () => {
  it("stand below their units where there is room", () => {
    expect(spots([unit(100, 100), unit(300, 100)])).toEqual([
      { x: 100, y: 123 },
      { x: 300, y: 123 },
    ]);
  });

  it("make way for each other", () => {
    const [first, second] = spots([unit(100, 100, 90), unit(150, 100, 90)]);
    expect(first?.y).toBe(123);
    expect(Math.abs((second?.y ?? 0) - 123)).toBeGreaterThanOrEqual(14);
  });

  it("do not lie on the unit behind", () => {
    const [front] = spots([unit(100, 100), unit(100, 122)]);
    expect(front?.y).toBeLessThan(100);
  });
});
