import { describe, expect, it } from "vitest";

import { replayIn, tokenIn } from "./kept";

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
