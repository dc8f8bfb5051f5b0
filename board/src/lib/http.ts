/** The server's pages of data, as JSON; a token goes in a header, never into an address. */

import { say } from "./say";

/** Why a request came to nothing; `message` is a sentence for the reader. */
export class Trouble extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0: the server did not answer at all. */
    readonly status: number,
  ) {
    super(message);
  }
}

function sentence(status: number, body: unknown): string {
  if (status === 429) return say("broken.limited");
  const told = detail(body);
  if (told) return told;
  if (status === 404) return say("broken.missing");
  return say("broken.title");
}

/** What the server says in words, wherever in the answer it stands. */
function detail(body: unknown): string {
  if (typeof body === "string") return body;
  if (typeof body !== "object" || body === null) return "";
  for (const name of ["detail", "why", "message", "error"]) {
    const told: unknown = Reflect.get(body, name);
    if (typeof told === "string") return told;
    if (Array.isArray(told)) return told.map(one).filter(Boolean).join("; ");
    if (typeof told === "object" && told !== null) return detail(told);
  }
  return "";
}

function one(fault: unknown): string {
  if (typeof fault === "string") return fault;
  if (typeof fault !== "object" || fault === null) return "";
  const told: unknown = Reflect.get(fault, "what") ?? Reflect.get(fault, "msg");
  return typeof told === "string" ? told : "";
}

interface Wish {
  readonly method?: "GET" | "POST";
  readonly token?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is: a record. */
  readonly text?: string;
  readonly signal?: AbortSignal;
}

async function answered(path: string, wish: Wish): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (wish.token) headers["authorization"] = `Bearer ${wish.token}`;
  if (wish.json !== undefined) headers["content-type"] = "application/json";
  if (wish.text !== undefined) headers["content-type"] = "application/jsonl";
  const method = wish.method ?? (wish.json === undefined && wish.text === undefined ? "GET" : "POST");
  const body = wish.json === undefined ? wish.text : JSON.stringify(wish.json);
  const asked: RequestInit = { method, headers };
  if (body !== undefined) asked.body = body;
  if (wish.signal) asked.signal = wish.signal;
  let response: Response;
  try {
    response = await fetch(path, asked);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Trouble(say("broken.unreachable"), 0);
  }
  if (response.ok) return response;
  const told: unknown = await response.json().catch(() => "");
  throw new Trouble(sentence(response.status, told), response.status);
}

/** JSON from the server. The caller names the shape: it is generated from the server's own types. */
export async function fetched<T>(path: string, wish: Wish = {}): Promise<T> {
  return (await (await answered(path, wish)).json()) as T;
}

/** Text from the server, as a record. */
export async function text(path: string, wish: Wish = {}): Promise<string> {
  return (await answered(path, wish)).text();
}

/** Hand a text to the reader as a file. */
export function download(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** What went wrong, in words. */
export function words(error: unknown): string {
  return error instanceof Trouble ? error.message : say("broken.title");
}
