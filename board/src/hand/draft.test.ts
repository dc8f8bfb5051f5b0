import { describe, expect, it } from "vitest";

import type { Session } from "../lib/session.svelte";
import type { AskAnswer, Order, Verdict } from "../lib/wire";
import { Draft } from "./draft.svelte";

/** A session whose verdicts land when the test says so; one is on its way at a time. */
class Slow {
  readonly question: unknown;
  readonly scene: unknown;
  #flying: { answer: AskAnswer; done: (verdict: Verdict | null) => void } | null = null;
  #next: { answer: AskAnswer; done: (verdict: Verdict | null) => void } | null = null;

  constructor(question: object = {}) {
    const tools = [
      { kind: "advance", key: "a" },
      { kind: "wheel", key: "w" },
    ];
    const subjects = [0, 1].map((unit) => ({ unit, tools }));
    this.question = { type: "question", n: 1, mode: "order", subjects, ...question };
    const unit = (id: number): object => {
      const it = { id, name: `unit ${id}`, pose: { x: 10 * id, y: 0, facing: 0 }, files: 4 };
      return { ...it, formation: "formed", base: [1, 1], width: 4, depth: 2, models: [] };
    };
    this.scene = { units: [unit(0), unit(1)], width: 48, height: 36 };
  }

  preview(answer: AskAnswer): Promise<Verdict | null> {
    return new Promise((done) => {
      this.#next?.done(null);
      this.#next = { answer, done };
      this.#go();
    });
  }

  #go(): void {
    if (this.#flying || !this.#next) return;
    this.#flying = this.#next;
    this.#next = null;
  }

  /** What is on its way is allowed, or judged so. */
  async land(judge?: (answer: AskAnswer) => object): Promise<void> {
    const landing = this.#flying;
    this.#flying = null;
    if (landing) {
      const { answer } = landing;
      const verdict = judge?.(answer) ?? { type: "legal", answer, end: { x: 0, y: 1, facing: 0 } };
      landing.done(verdict as Verdict);
    }
    this.#go();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

function drafted(question: object = {}): { slow: Slow; draft: Draft } {
  const slow = new Slow(question);
  // Of a session the draft uses just these.
  const draft = new Draft(slow as unknown as Session);
  draft.reset();
  return { slow, draft };
}

const ADVANCE = (inches: number): object => ({ type: "Advance", inches });

describe("a draft", () => {
  it("is no other unit's: a verdict that comes late is of no use", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 1);
    draft.take(1);
    await slow.land();
    expect([draft.unit, draft.ready(), draft.isReady]).toEqual([1, null, false]);
  });

  it("adds up keys that are pressed faster than the referee answers", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 2);
    await slow.land();
    for (let press = 0; press < 4; press += 1) void draft.nudge("ahead", 0.25);
    await slow.land();
    await slow.land();
    expect(draft.steps).toEqual([ADVANCE(3)]);
    expect(draft.ready()).toMatchObject({ type: "Order", unit: 0, manoeuvres: [ADVANCE(3)] });
  });

  it("goes on from what is still being judged", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 2);
    void draft.nudge("right", 15);
    await slow.land();
    await slow.land();
    expect(draft.steps).toEqual([ADVANCE(2), { type: "Wheel", degrees: 15, about: "right" }]);
  });

  it("stepped back from stays so", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 2);
    await slow.land();
    void draft.nudge("ahead", 1);
    draft.stepBack();
    await slow.land();
    expect([draft.steps, draft.ghost]).toEqual([[], null]);
  });

  it("keeps the last that is legal, and says why not", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 30);
    const nearest = {
      type: "legal",
      answer: { type: "Order", unit: 0, manoeuvres: [ADVANCE(8)], march: false },
      end: { x: 0, y: 8, facing: 0 },
    };
    await slow.land(() => ({ type: "illegal", rule: "move.rate", why: "too far", nearest }));
    expect(draft.steps).toEqual([ADVANCE(8)]);
    expect(draft.ready()).toMatchObject({ manoeuvres: [ADVANCE(8)] });
  });

  it("that is cancelled leaves what was kept before", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 2);
    await slow.land();
    draft.press({ x: 0, y: 0.5 });
    draft.drag({ x: 0, y: 6 });
    draft.cancel();
    await slow.land();
    await slow.land();
    expect(draft.steps).toEqual([ADVANCE(2)]);
    expect(draft.drawing).toBe(false);
  });

  it("that was let go and then stepped back from may be committed again", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 2);
    await slow.land();
    void draft.nudge("right", 10);
    await slow.land();
    draft.press({ x: 0, y: 0.5 });
    draft.drag({ x: 0, y: 6 });
    void draft.release();
    draft.stepBack();
    for (let turn = 0; turn < 3; turn += 1) await slow.land();
    expect(draft.drawing).toBe(false);
    expect(draft.isReady).toBe(true);
  });

  it("that was let go and then nudged may be committed", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    draft.press({ x: 0, y: 0.5 });
    draft.drag({ x: 0, y: 6 });
    void draft.release();
    void draft.nudge("ahead", 0.25);
    for (let turn = 0; turn < 3; turn += 1) await slow.land();
    expect(draft.isReady).toBe(true);
    expect(draft.ready()).toMatchObject({ manoeuvres: [ADVANCE(5.75)] });
  });

  it("is settled once the referee has judged all that was drawn", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    for (let press = 0; press < 4; press += 1) void draft.nudge("ahead", 1);
    let ready: unknown = null;
    void draft.settled().then(() => (ready = draft.ready()));
    await slow.land();
    expect(ready).toBe(null);
    await slow.land();
    expect(ready).toMatchObject({ manoeuvres: [ADVANCE(4)] });
  });

  it("has a listed use in the place of another", async () => {
    const { slow, draft } = drafted();
    draft.take(0);
    void draft.nudge("ahead", 2);
    await slow.land();
    const turn = (to: "left" | "right"): Order => {
      return { type: "Order", unit: 0, manoeuvres: [{ type: "TurnModels", to }], march: false };
    };
    const before = draft.drawn;
    void draft.addAll(turn("left"));
    void draft.addAll(turn("right"), before);
    await slow.land();
    await slow.land();
    expect(draft.steps).toEqual([ADVANCE(2), { type: "TurnModels", to: "right" }]);
  });

  it("of an aim begins with no measured range", () => {
    const { draft } = drafted({ mode: "aim", unit: 0, other: 1, subjects: [] });
    expect(draft.aim?.facing).toBe(90);
    expect(draft.aim?.inches).not.toBe(10);
  });
});
