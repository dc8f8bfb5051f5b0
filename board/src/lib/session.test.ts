import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { FakeWire, question, welcome } from "./fake";
import { Session } from "./session.svelte";
import type { AskAnswer } from "./wire";

const PASS: AskAnswer = { type: "Done" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function opened(asked: object = question(5)): {
  wires: FakeWire[];
  wire: FakeWire;
  session: Session;
} {
  const wires: FakeWire[] = [];
  const session = new Session({
    token: "secret",
    pace: () => 1,
    open: () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
  });
  const [wire] = wires;
  if (!wire) throw new Error("no line was opened");
  wire.onopen?.();
  wire.hear(welcome(asked));
  return { wires, wire, session };
}

async function back(wires: readonly FakeWire[], asked: object = question(5)): Promise<FakeWire> {
  await vi.advanceTimersByTimeAsync(500);
  const wire = wires.at(-1);
  if (!wire) throw new Error("no line was opened");
  wire.onopen?.();
  wire.hear(welcome(asked));
  return wire;
}

describe("answers", () => {
  it("are told again after a break, with the same id", async () => {
    const { wires, wire, session } = opened();
    const answered = session.answer(PASS);
    const first = wire.last("answer");
    wire.onclose?.();
    const again = await back(wires);
    expect(again.last("answer")).toEqual(first);
    again.hear({ type: "accepted", id: first.id });
    expect(await answered).toBe("accepted");
    expect(session.sending).toBe(false);
  });

  it("end when the server ends for good", async () => {
    const { wire, session } = opened();
    const answered = session.answer(PASS);
    wire.hear({ type: "closing", code: "flood", why: { key: "closing.flood" } });
    expect(await answered).toMatchObject({ type: "refused", why: { key: "refuse.closed" } });
    expect(session.sending).toBe(false);
    expect(session.closing?.code).toBe("flood");
  });

  it("are refused once the server has ended for good", async () => {
    const { wire, session } = opened();
    wire.hear({ type: "closing", code: "flood", why: { key: "closing.flood" } });
    expect(await session.answer(PASS)).toMatchObject({ why: { key: "refuse.closed" } });
    expect(session.sending).toBe(false);
  });

  it("of a question that is not ours are not sent", async () => {
    const { wire, session } = opened({ type: "waiting", n: 5, side: "blue", kind: "OrderUnit" });
    expect(await session.answer(PASS)).toMatchObject({ type: "refused", code: "turn" });
    expect(wire.sent.filter((one) => one.type === "answer")).toEqual([]);
  });
});

describe("undo", () => {
  it("goes to the server while the other side is asked", () => {
    const { wire, session } = opened();
    const waiting = { type: "waiting", n: 6, side: "blue", kind: "OrderUnit", can_undo: true };
    wire.hear({ type: "asked", seq: 6, asked: waiting });
    void session.undo();
    expect(wire.last("undo").n).toBe(6);
  });

  it("is refused here where nothing can be taken back", async () => {
    const { wire, session } = opened(question(5, { can_undo: false }));
    expect(await session.undo()).toMatchObject({ type: "refused", code: "undo" });
    expect(wire.sent.filter((one) => one.type === "undo")).toEqual([]);
  });
});

describe("previews", () => {
  it("are one at a time, and the last wins", async () => {
    const { wire, session } = opened();
    const pass = (files: number): AskAnswer => ({ type: "Stand", files, facing: 0, skirmish: false });
    const [one, two, three] = [1, 2, 3].map((files) => session.preview(pass(files)));
    expect(wire.sent.filter(({ type }) => type === "preview")).toHaveLength(1);
    wire.hear({ type: "judged", id: wire.last("preview").id, n: 5, verdict: { type: "legal" } });
    expect(await one).toEqual({ type: "legal" });
    expect(await two).toBe(null);
    expect(wire.last("preview").answer).toEqual(pass(3));
    wire.onclose?.();
    expect(await three).toBe(null);
  });
});

describe("looks, odds and words", () => {
  const refused = (id: number): object => ({ type: "refused", id, code: "busy", why: { key: "refuse.busy" } });

  it("end when they are refused", async () => {
    const { wire, session } = opened();
    const looked = session.look("arc", 99);
    wire.hear(refused(wire.last("look").id));
    expect(await looked).toBe(null);
    const told = session.odds();
    wire.hear(refused(wire.last("odds").id));
    expect(await told).toBe(null);
    const said = session.chat("Good luck!");
    wire.hear(refused(wire.last("chat").id ?? -1));
    expect(await said).toBe(false);
  });

  it("end when the line is lost", async () => {
    const { wire, session } = opened();
    const ends = [session.look("arc", 1), session.odds(), session.chat("Hello")] as const;
    wire.onclose?.();
    expect(await Promise.all(ends)).toEqual([null, null, false]);
    expect(await session.chat("Nobody hears")).toBe(false);
  });

  it("are told when they were heard", async () => {
    const { wire, session } = opened();
    const said = session.chat("Good luck!");
    wire.hear({ type: "said", who: "red", name: "", text: "Good luck!", at: 0 });
    wire.hear({ type: "accepted", id: wire.last("chat").id });
    expect(await said).toBe(true);
    expect(session.chats.map(({ text }) => text)).toEqual(["Good luck!"]);
  });
});

describe("the line", () => {
  it("that says nothing for long is opened again, once", async () => {
    const { wires } = opened();
    await vi.advanceTimersByTimeAsync(65_000);
    expect(wires).toHaveLength(2);
  });

  it("opened by hand is not opened by the timer as well", async () => {
    const { wires, wire, session } = opened();
    wire.onclose?.();
    session.retry();
    await vi.advanceTimersByTimeAsync(450);
    expect(wires).toHaveLength(2);
  });

  it("tells what it has seen, so that only news are told", async () => {
    const { wires, wire, session } = opened();
    const entry = { level: "line", parts: [{ type: "words", text: "Here." }] };
    wire.hear({ type: "told", seq: 7, entries: [entry] });
    wire.onclose?.();
    await vi.advanceTimersByTimeAsync(500);
    const again = wires[1];
    again?.onopen?.();
    expect(again?.last("join").seen).toBe(7);
    again?.hear(welcome(question(9), { seq: 9, since: 7, entries: [[8, entry]] }));
    expect(session.entries.map(({ seq }) => seq)).toEqual([7, 8]);
  });

  it("lost after a stop is not called a stopping server", async () => {
    const { wires, wire, session } = opened();
    wire.hear({ type: "closing", code: "away", why: { key: "closing.away" } });
    expect(session.closing?.code).toBe("away");
    wire.onclose?.();
    await back(wires);
    expect(session.closing).toBe(null);
  });
});

describe("what is told", () => {
  it("is shown at the pace of a hand, the question after it, or at once", async () => {
    const { wire, session } = opened();
    const line = (text: string): object => ({ level: "line", parts: [{ type: "words", text }] });
    wire.hear(
      { type: "told", seq: 6, entries: [line("One.")], pause: 1 },
      { type: "told", seq: 7, entries: [line("Two.")], pause: 1 },
      { type: "asked", seq: 8, asked: question(8) },
    );
    expect([session.entries.length, session.question?.n]).toEqual([1, 5]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([session.entries.length, session.question?.n]).toEqual([2, 5]);
    session.skip();
    expect([session.entries.length, session.question?.n]).toEqual([2, 8]);
  });

  it("is taken back with what was undone", () => {
    const { wire, session } = opened();
    const entry = { level: "line", parts: [{ type: "words", text: "Here." }] };
    wire.hear({ type: "told", seq: 6, entries: [entry] }, { type: "told", seq: 7, entries: [entry] });
    session.skip();
    wire.hear({ type: "rewound", seq: 8, to: 6, scene: session.scene });
    session.skip();
    expect(session.entries.map(({ seq }) => seq)).toEqual([6]);
  });
});
