import { beforeEach, describe, expect, it, vi } from "vitest";

import { battles, keepBattle, replayIn, replays, tokenIn } from "./kept";

describe("what was pasted", () => {
  it("has the token of a seat in it", () => {
    const token = "aB3-_x9Qk2mN7pRt5vWz";
    expect(tokenIn(`https://battles.example/#/play/${token}`)).toBe(token);
    expect(tokenIn(`  http://127.0.0.1:8700/board#/play/${token}\n`)).toBe(token);
    expect(tokenIn(token)).toBe(token);
  });

  it("or has none", () => {
    expect(tokenIn("")).toBe("");
    expect(tokenIn("https://battles.example/#/replay/abc")).toBe("");
    expect(tokenIn("hello there")).toBe("");
    expect(tokenIn("javascript:alert(1)//aaaaaaaaaaaaaaaa")).toBe("");
  });

  it("has a replay in it", () => {
    expect(replayIn("https://battles.example/#/replay/k3_x-1")).toBe("k3_x-1");
    expect(replayIn("nothing")).toBe("");
  });
});

describe("what another hand has stored", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  const mine = { token: "t", battle: "b", title: "A", seat: "red", at: 5 } as const;

  it.each(["[{}]", "[null]", '[1,"x"]', "{}", "no JSON", '[{"token":"t"}]'])("as %s is passed over", (found) => {
    kept.set("maniple.battles", found);
    kept.set("maniple.replays", found);
    expect([battles(), replays()]).toEqual([[], []]);
    keepBattle(mine);
    expect(battles()).toEqual([mine]);
  });

  it("with no true date, or twice, is passed over", () => {
    kept.set("maniple.battles", JSON.stringify([mine, { ...mine, at: 1e300 }, { ...mine, title: "B" }]));
    expect(battles()).toEqual([mine]);
  });
});
