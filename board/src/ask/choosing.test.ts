import { describe, expect, it } from "vitest";

import type { Choice, Question } from "../lib/wire";
import { Choosing } from "./choosing.svelte";

function choice(...units: number[]): Choice {
  return { answer: { type: "Done" }, label: { key: "x" }, units };
}

function asking(...choices: Choice[]): Choosing {
  const question: Question = {
    type: "question",
    n: 1,
    side: "red",
    kind: "DeclareCharge",
    mode: "choose",
    title: { key: "x" },
    hint: { key: "x" },
    rule: "x",
    choices,
  };
  return new Choosing(() => question);
}

describe("choosing by pointing", () => {
  it("takes the charger, then its target", () => {
    const choosing = asking(choice(1, 5), choice(1, 6), choice(2, 5), choice());
    expect([...choosing.pointed]).toEqual([1, 2]);
    expect(choosing.point(1)).toBeNull();
    expect(choosing.shown.map(({ place }) => place)).toEqual([0, 1, 3]);
    expect(choosing.point(6)?.place).toBe(1);
  });

  it("takes a single unit at once", () => {
    const choosing = asking(choice(3), choice(4));
    expect(choosing.point(4)?.place).toBe(1);
  });

  it("begins anew with another unit, or with nobody", () => {
    const choosing = asking(choice(1, 5), choice(2, 5));
    choosing.point(1);
    expect(choosing.point(2)).toBeNull();
    expect(choosing.picked).toEqual([2]);
    choosing.point(null);
    expect(choosing.picked).toEqual([]);
  });

  it("asks for the unit first where there is much to choose", () => {
    const many = [1, 2].flatMap((a) => [5, 6, 7, 8].map((b) => choice(a, b)));
    const choosing = asking(...many, choice());
    expect(choosing.isByUnit).toBe(true);
    expect(choosing.shown).toHaveLength(1);
    choosing.point(2);
    expect(choosing.shown).toHaveLength(5);
  });
});
