/**
 * The line to the server: opens, joins, comes back by itself, and tells again what was not answered.
 *
 * It knows nothing of battles: messages go in and out. Whoever uses it is told of each message and of each
 * change of its state.
 */

import { type FromClient, type FromServer, PROTOCOL } from "./wire";

export type LineState = "joining" | "open" | "lost" | "closed";

/** What of a browser's WebSocket is used; tests give another. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LineOptions {
  readonly token: string;
  readonly name: string;
  /** The last number seen of what was told. */
  readonly seen: () => number;
  readonly heard: (message: FromServer) => void;
  readonly changed: (state: LineState) => void;
  readonly open?: () => Wire;
  readonly later?: (work: () => void, milliseconds: number) => unknown;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING = 20_000;
const DEAF = 50_000;

/** The socket's address beside the page's own. */
export function socketAddress(): string {
  const here = new URL("api/socket", location.href.replace(/#.*$/, ""));
  here.protocol = here.protocol === "https:" ? "wss:" : "ws:";
  return here.href;
}

type Request = Extract<FromClient, { readonly id: number }>;
type Kept = Request & { readonly type: "answer" | "undo" };

function isKept(message: FromClient): message is Kept {
  return message.type === "answer" || message.type === "undo";
}

export class Line {
  state: LineState = "joining";
  /** Answers and undos that the server has not yet confirmed. */
  readonly #unanswered = new Map<number, Kept>();
  readonly #options: LineOptions;
  #wire: Wire | null = null;
  #wait = FIRST_WAIT;
  #lastHeard = 0;
  #pings = 0;
  /** How often a line has been opened: a timer of one before opens none. */
  #opened = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#open();
  }

  /** Send a message; answers and undos are sent again after a break until they are confirmed. */
  send(message: FromClient): boolean {
    if (isKept(message)) this.#unanswered.set(message.id, message);
    if (this.state !== "open") return false;
    this.#wire?.send(JSON.stringify(message));
    return true;
  }

  /** The request is answered: it need not be told again. */
  settled(id: number): void {
    this.#unanswered.delete(id);
  }

  /** Try at once, without waiting any longer. */
  retry(): void {
    if (this.state === "lost") this.#open();
  }

  /** Hang up for good. */
  close(): void {
    this.#change("closed");
    if (this.#timer) clearInterval(this.#timer);
    this.#wire?.close();
    this.#wire = null;
  }

  #open(): void {
    if (this.state === "closed") return;
    this.#opened += 1;
    this.#cut();
    const wire = this.#options.open?.() ?? (new WebSocket(socketAddress()) as unknown as Wire);
    this.#wire = wire;
    wire.onopen = () => {
      this.#lastHeard = Date.now();
      const { token, name, seen } = this.#options;
      const join: FromClient = { type: "join", token, protocol: PROTOCOL, seen: seen(), name };
      wire.send(JSON.stringify(join));
    };
    wire.onmessage = (event) => {
      this.#lastHeard = Date.now();
      if (typeof event.data !== "string") return;
      // What the server sends is of its own types, from which ours are made.
      for (const line of event.data.split("\n")) this.#hear(JSON.parse(line) as FromServer);
    };
    wire.onclose = () => {
      if (wire === this.#wire) this.#lose();
    };
    if (!this.#timer) this.#timer = setInterval(() => this.#listen(), PING);
  }

  /** Hear nothing more of the wire that there was, not even its end. */
  #cut(): void {
    const wire = this.#wire;
    if (!wire) return;
    wire.onclose = null;
    wire.onmessage = null;
    wire.close();
    this.#wire = null;
  }

  #hear(message: FromServer): void {
    if (message.type === "welcome") {
      this.#wait = FIRST_WAIT;
      this.#change("open");
      this.#options.heard(message);
      for (const kept of this.#unanswered.values()) this.#wire?.send(JSON.stringify(kept));
      return;
    }
    if (message.type === "closing" && message.code !== "away") {
      this.#options.heard(message);
      this.close();
      return;
    }
    this.#options.heard(message);
  }

  #lose(): void {
    if (this.state === "closed") return;
    this.#change("lost");
    const later = this.#options.later ?? ((work, wait) => setTimeout(work, wait));
    const opened = this.#opened;
    later(() => {
      if (this.state === "lost" && opened === this.#opened) this.#open();
    }, this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  /** A line that says nothing for long is dead, whatever the browser believes. */
  #listen(): void {
    if (this.state !== "open") return;
    if (Date.now() - this.#lastHeard > DEAF) {
      this.#cut();
      this.#lose();
      return;
    }
    this.#pings += 1;
    this.send({ type: "ping", id: this.#pings });
  }

  #change(state: LineState): void {
    if (state === this.state) return;
    this.state = state;
    this.#options.changed(state);
  }
}
