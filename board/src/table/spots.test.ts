import { describe, expect, it } from "vitest";

import { quietest, spots, type Wanted } from "./spots";

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

describe("the name of a piece of terrain", () => {
  const about = { left: 0, right: 100, top: 0, bottom: 100 };
  const size = { wide: 60, lines: 1 };

  it("lies in its middle", () => {
    const { x, y } = quietest(about, size, []);
    expect(x).toBe(50);
    expect(Math.abs(y - 50)).toBeLessThan(10);
  });

  it("goes where no unit stands", () => {
    const unit = { left: 20, right: 80, top: 30, bottom: 70 };
    const { y } = quietest(about, size, [unit]);
    expect(y).toBeGreaterThan(80);
    const { y: outside } = quietest(about, size, [about]);
    expect(outside).toBeGreaterThan(100);
  });
});
