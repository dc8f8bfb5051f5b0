import { describe, expect, it } from "vitest";

import type { Session } from "../lib/session.svelte";
import type { AskAnswer, Manoeuvre, Tool, Verdict } from "../lib/wire";
import { Desk } from "./desk.svelte";

const turn = (to: "left" | "right" | "about"): Manoeuvre => ({ type: "TurnModels", to });
const TURN: Tool = {
  kind: "turn",
  key: "t",
  choices: (["left", "right", "about"] as const).map((to) => {
    return { type: "Order", unit: 0, manoeuvres: [turn(to)], march: false };
  }),
};

/** A desk at which a unit is to be moved; the referee refuses turns to these sides. */
function seated(refused: readonly string[] = []): { desk: Desk; answers: AskAnswer[] } {
  const answers: AskAnswer[] = [];
  const unit = { id: 0, name: "unit", pose: { x: 9, y: 9, facing: 0 }, files: 4, base: [1, 1] };
  const session = {
    asked: { type: "question", n: 1, mode: "order", subjects: [{ unit: 0, tools: [TURN] }] },
    get question(): unknown {
      return this.asked;
    },
    scene: { units: [{ ...unit, formation: "formed", width: 4, depth: 2 }] },
    sending: false,
    preview(answer: AskAnswer): Promise<Verdict> {
      const last = answer.type === "Order" ? answer.manoeuvres.at(-1) : undefined;
      const verdict =
        last?.type === "TurnModels" && refused.includes(last.to)
          ? { type: "illegal", rule: "move.turn", why: "no" }
          : { type: "legal", answer };
      return Promise.resolve(verdict as Verdict);
    },
    answer(answer: AskAnswer): Promise<"accepted"> {
      answers.push(answer);
      return Promise.resolve("accepted");
    },
  };
  // Of a session the desk uses just these.
  const desk = new Desk(session as unknown as Session);
  desk.follow();
  return { desk, answers };
}

describe("the key of a listed tool", () => {
  it("goes on to the next use, and round again", async () => {
    const { desk } = seated();
    const seen: unknown[] = [];
    for (let press = 0; press < 4; press += 1) {
      await desk.tool(TURN);
      seen.push(desk.draft.steps);
    }
    expect(seen).toEqual([[turn("left")], [turn("right")], [turn("about")], [turn("left")]]);
  });

  it("pressed quickly counts each press", async () => {
    const { desk } = seated();
    await Promise.all([desk.tool(TURN), desk.tool(TURN)]);
    expect(desk.draft.steps).toEqual([turn("right")]);
  });

  it("passes over what is refused, and leaves what was drawn before", async () => {
    const { desk } = seated(["left"]);
    await desk.draft.nudge("ahead", 2);
    await desk.tool(TURN);
    await desk.tool(TURN);
    expect(desk.draft.steps).toEqual([{ type: "Advance", inches: 2 }, turn("right")]);
  });

  it("begins again once something else was drawn", async () => {
    const { desk } = seated();
    await desk.tool(TURN);
    await desk.draft.nudge("ahead", 2);
    await desk.tool(TURN);
    expect(desk.draft.steps).toEqual([turn("left"), { type: "Advance", inches: 2 }, turn("left")]);
  });
});

describe("what is committed", () => {
  it("is all that was drawn, however quickly", async () => {
    const { desk, answers } = seated();
    void desk.draft.nudge("ahead", 1);
    void desk.draft.nudge("ahead", 1);
    await desk.commit();
    expect(answers).toMatchObject([{ manoeuvres: [{ type: "Advance", inches: 2 }] }]);
  });
});
