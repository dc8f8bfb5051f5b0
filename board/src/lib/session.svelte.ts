/**
 * One seat at a table: what the page shows of it, and what it may ask of the server.
 *
 * What the server tells is played at the pace of a hand; a question is shown when all that came before it
 * has been. `skip()` shows everything at once.
 */

import { changed } from "./changes";
import { say } from "./say";
import { Line, type LineState, type Wire } from "./socket";
import type {
  Answer,
  AskAnswer,
  Asked,
  Card,
  Closing,
  Entry,
  FromServer,
  Look,
  Outcome,
  Outlook,
  Question,
  Refused,
  Rewound,
  Said,
  Scene,
  SeatTaken,
  Seen,
  Told,
  Verdict,
  Waiting,
} from "./wire";

/** A line of the account with its number; `fresh`: it was told while the reader looked on. */
export interface Numbered {
  readonly key: string;
  readonly seq: number;
  readonly entry: Entry;
  readonly fresh: boolean;
}

type Settled = "accepted" | Refused;
type Shown = Told | Asked | Rewound;

export interface SessionOptions {
  readonly token: string;
  readonly name?: string;
  /** Against the usual pace: 0 shows everything at once. */
  readonly pace?: () => number;
  readonly open?: () => Wire;
}

const KEPT = 1500;

export class Session {
  line = $state<LineState>("joining");
  scene = $state.raw<Scene | null>(null);
  entries = $state.raw<readonly Numbered[]>([]);
  asked = $state.raw<Question | Waiting | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  seats = $state.raw<readonly SeatTaken[]>([]);
  chats = $state.raw<readonly Said[]>([]);
  cards = $state.raw<readonly Card[]>([]);
  title = $state("");
  battle = $state("");
  seat = $state<"red" | "blue" | "both" | "watch">("watch");
  commitment = $state("");
  guide = $state("");
  /** Why the server ended this for good. */
  closing = $state.raw<Closing | null>(null);
  /** Something is still being shown. */
  playing = $state(false);
  /** An answer is on its way. */
  sending = $state(false);

  #seq = -1;
  #ids = 0;
  #queue: Shown[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #drains = false;
  readonly #pace: () => number;
  readonly #line: Line;
  readonly #waiting = new Map<number, (settled: Settled) => void>();
  readonly #looks = new Map<number, (seen: Seen | null) => void>();
  readonly #odds = new Map<number, (outlooks: readonly Outlook[] | null) => void>();
  readonly #chats = new Map<number, (heard: boolean) => void>();
  #preview: { readonly id: number; readonly done: (verdict: Verdict | null) => void } | null = null;
  #nextPreview: { readonly answer: AskAnswer; readonly done: (v: Verdict | null) => void } | null =
    null;

  constructor(options: SessionOptions) {
    this.#pace = options.pace ?? (() => 1);
    this.#line = new Line({
      token: options.token,
      name: options.name ?? "",
      seen: () => this.#seq,
      heard: (message) => this.#hear(message),
      changed: (state) => this.#changeLine(state),
      ...(options.open ? { open: options.open } : {}),
    });
  }

  /** The question, if it is this seat's to answer. */
  get question(): Question | null {
    return this.asked?.type === "question" ? this.asked : null;
  }

  get waiting(): Waiting | null {
    return this.asked?.type === "waiting" ? this.asked : null;
  }

  nameOf(unit: number): string {
    return this.scene?.units[unit]?.name ?? `#${unit}`;
  }

  // ------------------------------------------------------------------------------- asking

  /** Answer the question; resolves when the server has stored it, or refuses it. */
  async answer(answer: AskAnswer): Promise<Settled> {
    const question = this.question;
    if (!question) return this.#refusal("turn");
    const id = this.#next();
    const message: Answer = { type: "answer", id, n: question.n, answer };
    return this.#settled(id, () => this.#line.send(message));
  }

  /** Take the last answer back. */
  async undo(): Promise<Settled> {
    const asked = this.asked;
    if (!asked?.can_undo) return this.#refusal("undo");
    const id = this.#next();
    return this.#settled(id, () => this.#line.send({ type: "undo", id, n: asked.n }));
  }

  /** What would the referee say? One is on its way at a time; null: a later one has taken its place. */
  preview(answer: AskAnswer): Promise<Verdict | null> {
    return new Promise((done) => {
      this.#nextPreview?.done(null);
      this.#nextPreview = { answer, done };
      this.#sendPreview();
    });
  }

  /** The chances of choices, by their places in the question; of all, if none are named. null: they could not
   * be told just now.
   */
  odds(choices: readonly number[] = []): Promise<readonly Outlook[] | null> {
    const question = this.question;
    if (!question) return Promise.resolve(null);
    const id = this.#next();
    return new Promise((done) => {
      this.#odds.set(id, done);
      const sent = this.#line.send({ type: "odds", id, n: question.n, choices });
      if (!sent) this.#noOdds(id);
    });
  }

  /** Something of a unit to be drawn on the table; null: the line is down, or the server knows nothing of it. */
  look(what: Look["what"], unit: number, to?: number): Promise<Seen | null> {
    const id = this.#next();
    return new Promise((done) => {
      this.#looks.set(id, done);
      const sent = this.#line.send({ type: "look", id, what, unit, to: to ?? null });
      if (!sent) this.#looked(id, null);
    });
  }

  /** Say something to all; whether everybody has heard it. */
  async chat(text: string): Promise<boolean> {
    const id = this.#next();
    return new Promise((done) => {
      this.#chats.set(id, done);
      if (!this.#line.send({ type: "chat", id, text })) this.#said(id, false);
    });
  }

  retry(): void {
    this.#line.retry();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#line.close();
  }

  /** Show at once whatever is still to be shown. */
  skip(): void {
    this.#drains = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#play();
    this.#drains = false;
  }

  // -------------------------------------------------------------------------------- hearing

  #hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.#queue = [];
        this.playing = false;
        this.closing = null;
        this.scene = message.scene;
        this.cards = message.cards;
        this.seats = message.seats;
        this.chats = message.chats ?? this.chats;
        this.title = message.title;
        this.battle = message.battle;
        this.seat = message.seat;
        this.guide = message.guide ?? "";
        this.commitment = message.commitment ?? "";
        this.outcome = message.outcome ?? null;
        this.#seq = message.seq;
        this.entries = this.#withNews(message.since ?? -1, message.entries);
        this.asked = message.asked ?? null;
        break;
      case "told":
      case "asked":
      case "rewound":
        this.#queue.push(message);
        if (this.#timer) this.playing = true;
        else this.#play();
        break;
      case "accepted":
        this.#settle(message.id, "accepted");
        this.#said(message.id, true);
        break;
      case "refused":
        this.#settle(message.id, message);
        this.#said(message.id, false);
        this.#noOdds(message.id);
        this.#looked(message.id, null);
        if (this.#preview?.id === message.id) this.#endPreview(null);
        break;
      case "judged":
        if (this.#preview?.id === message.id) this.#endPreview(message.verdict);
        break;
      case "chances":
        this.#odds.get(message.id)?.(message.outlooks);
        this.#odds.delete(message.id);
        break;
      case "seen":
        this.#looked(message.id, message);
        break;
      case "said":
        this.chats = [...this.chats, message].slice(-200);
        break;
      case "presence":
        this.seats = message.seats;
        break;
      case "closing":
        this.closing = message;
        break;
      case "pong":
        break;
    }
  }

  /** Show what is queued, one thing after the other, each for as long as a hand would take. */
  #play(): void {
    for (;;) {
      const next = this.#queue.shift();
      if (!next) {
        this.#timer = null;
        this.playing = false;
        return;
      }
      const wait = this.#show(next) * (this.#drains ? 0 : this.#pace());
      if (wait > 0.01) {
        this.playing = this.#queue.length > 0;
        this.#timer = setTimeout(() => this.#play(), wait * 1000);
        return;
      }
    }
  }

  #show(shown: Shown): number {
    switch (shown.type) {
      case "told": {
        this.#seq = shown.seq;
        if (this.scene) this.scene = changed(this.scene, shown.changes);
        const entries = shown.entries ?? [];
        if (entries.length) {
          const fresh = entries.map((entry, place) => ({
            key: `${shown.seq}.${place}`,
            seq: shown.seq,
            entry,
            fresh: true,
          }));
          this.entries = [...this.entries, ...fresh].slice(-KEPT);
        }
        return shown.pause ?? 0;
      }
      case "asked":
        this.#seq = shown.seq;
        this.asked = shown.asked;
        this.outcome = shown.outcome ?? this.outcome;
        return 0;
      case "rewound":
        this.#seq = shown.seq;
        this.scene = shown.scene;
        this.entries = this.entries.filter(({ seq }) => seq <= shown.to);
        return 0;
    }
  }

  /** After a break only what is new is told; what a page has of before is kept. */
  #withNews(since: number, news: readonly (readonly [number, Entry])[]): readonly Numbered[] {
    if (since < 0) return numbered(news);
    return [...this.entries.filter(({ seq }) => seq <= since), ...numbered(news)].slice(-KEPT);
  }

  #changeLine(state: LineState): void {
    this.line = state;
    if (state === "open") return;
    this.#endPreview(null);
    for (const id of [...this.#odds.keys()]) this.#noOdds(id);
    for (const id of [...this.#looks.keys()]) this.#looked(id, null);
    for (const id of [...this.#chats.keys()]) this.#said(id, false);
    if (state !== "closed") return;
    // Nobody will confirm what is still on its way.
    for (const id of [...this.#waiting.keys()]) this.#settle(id, this.#refusal("closed"));
  }

  // --------------------------------------------------------------------------------- within

  #next(): number {
    this.#ids += 1;
    return this.#ids;
  }

  #settled(id: number, send: () => void): Promise<Settled> {
    if (this.line === "closed") return Promise.resolve(this.#refusal("closed"));
    this.sending = true;
    return new Promise((done) => {
      this.#waiting.set(id, done);
      send();
    });
  }

  #settle(id: number, settled: Settled): void {
    this.#line.settled(id);
    const done = this.#waiting.get(id);
    if (!done) return;
    this.#waiting.delete(id);
    this.sending = this.#waiting.size > 0;
    done(settled);
  }

  #noOdds(id: number): void {
    this.#odds.get(id)?.(null);
    this.#odds.delete(id);
  }

  #looked(id: number, seen: Seen | null): void {
    this.#looks.get(id)?.(seen);
    this.#looks.delete(id);
  }

  #said(id: number, heard: boolean): void {
    this.#chats.get(id)?.(heard);
    this.#chats.delete(id);
  }

  #refusal(why: "turn" | "undo" | "closed"): Refused {
    const code = why === "closed" ? "late" : why;
    return { type: "refused", id: 0, code, why: { key: `refuse.${why}` } };
  }

  #sendPreview(): void {
    if (this.#preview || !this.#nextPreview) return;
    const { answer, done } = this.#nextPreview;
    this.#nextPreview = null;
    const question = this.question;
    if (!question || this.line !== "open") {
      done(null);
      return;
    }
    const id = this.#next();
    this.#preview = { id, done };
    this.#line.send({ type: "preview", id, n: question.n, answer });
  }

  #endPreview(verdict: Verdict | null): void {
    const preview = this.#preview;
    this.#preview = null;
    preview?.done(verdict);
    this.#sendPreview();
  }
}

function numbered(entries: readonly (readonly [number, Entry])[]): readonly Numbered[] {
  let last = -1;
  let place = 0;
  return entries.map(([seq, entry]) => {
    place = seq === last ? place + 1 : 0;
    last = seq;
    return { key: `${seq}.${place}`, seq, entry, fresh: false };
  });
}

/** A refusal in words. */
export function whyNot(refused: Refused): string {
  return say(refused.why);
}
