/** A line to a server that is not there, for tests: what is sent is noted, what is heard is said by the test. */

import type { Wire } from "./socket";
import type { FromClient } from "./wire";

export class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: FromClient[] = [];

  send(text: string): void {
    // What the page sends is of the page's own types.
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    setTimeout(() => this.onclose?.(), 0);
  }

  hear(...messages: readonly object[]): void {
    this.onmessage?.({ data: messages.map((one) => JSON.stringify(one)).join("\n") });
  }

  /** What was sent last, of this kind. */
  last<K extends FromClient["type"]>(kind: K): Extract<FromClient, { readonly type: K }> {
    const found = this.sent.findLast((one) => one.type === kind);
    if (!found) throw new Error(`no ${kind} was sent`);
    return found as Extract<FromClient, { readonly type: K }>;
  }
}

export function question(n: number, more: object = {}): object {
  const it = { type: "question", n, kind: "OrderUnit", side: "red", mode: "order" };
  return { ...it, title: { key: "t" }, hint: { key: "h" }, rule: "r", ...more };
}

export function welcome(asked: object | null, more: object = {}): object {
  const clock = { turn: 1, turns: 6, side: "red", phase: "moves", points: { red: 0, blue: 0 } };
  const scene = { units: [], clock, width: 48, height: 36, armies: { red: "Red", blue: "Blue" } };
  const it = { type: "welcome", battle: "b", title: "t", seat: "red", scene, cards: [], entries: [] };
  return { ...it, seats: [], seq: 5, asked, ...more };
}
