/** What this device remembers: the reader's own seats, replays seen, and how far the lesson went. */

export interface KeptBattle {
  readonly token: string;
  readonly battle: string;
  readonly title: string;
  readonly seat: "red" | "blue" | "both" | "watch";
  /** Milliseconds since 1970, when it was last played. */
  readonly at: number;
  /** A link for spectators, told only to whoever made the battle. */
  readonly watch?: string;
  /** Of the other seat, for as long as it is to be sent to a friend. */
  readonly friend?: string;
}

export interface KeptReplay {
  readonly id: string;
  readonly title: string;
  readonly at: number;
}

const BATTLES = "maniple.battles";
const REPLAYS = "maniple.replays";
const MOST = 40;

function read(key: string): unknown {
  try {
    const found = localStorage.getItem(key);
    return found === null ? null : JSON.parse(found);
  } catch {
    return null; // Storage is forbidden, or was written by another hand.
  }
}

function list(key: string): readonly unknown[] {
  const found = read(key);
  return Array.isArray(found) ? found : [];
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return; // Storage is forbidden or full: the page works without.
  }
}

const LATEST = 8.64e15; // the last moment that a date can tell
const SEATS: readonly unknown[] = ["red", "blue", "both", "watch"];

/** Whether it has these texts, and a moment; whatever else was stored there is passed over. */
function isSound(found: unknown, ...texts: readonly string[]): boolean {
  if (typeof found !== "object" || found === null) return false;
  const fields = found as Readonly<Record<string, unknown>>; // An object has fields.
  const at = fields["at"];
  const dated = typeof at === "number" && Math.abs(at) <= LATEST;
  return dated && texts.every((name) => typeof fields[name] === "string");
}

function isBattle(found: unknown): found is KeptBattle {
  if (!isSound(found, "token", "battle", "title", "seat")) return false;
  const { seat, watch, friend } = found as Readonly<Record<string, unknown>>; // It has just been looked at.
  const links = [watch, friend].every((link) => link === undefined || typeof link === "string");
  return links && SEATS.includes(seat);
}

function isReplay(found: unknown): found is KeptReplay {
  return isSound(found, "id", "title");
}

function once<T>(all: readonly T[], key: (one: T) => string): readonly T[] {
  return [...new Map(all.toReversed().map((one) => [key(one), one])).values()].reverse();
}

/** One's own battles, the last played first. */
export function battles(): readonly KeptBattle[] {
  const sound = once(list(BATTLES).filter(isBattle), (one) => one.token);
  return [...sound].sort((a, b) => b.at - a.at);
}

/** Keep a seat, or what is new about it. */
export function keepBattle(battle: KeptBattle): void {
  const before = battles().find((other) => other.token === battle.token);
  const others = battles().filter((other) => other.token !== battle.token);
  write(BATTLES, [{ ...before, ...battle }, ...others].slice(0, MOST));
}

export function battleOf(token: string): KeptBattle | undefined {
  return battles().find((battle) => battle.token === token);
}

export function forgetBattle(token: string): void {
  write(
    BATTLES,
    battles().filter((battle) => battle.token !== token),
  );
}

/** Replays seen here, the last first. */
export function replays(): readonly KeptReplay[] {
  return once(list(REPLAYS).filter(isReplay), (one) => one.id);
}

export function keepReplay(replay: KeptReplay): void {
  const others = replays().filter((other) => other.id !== replay.id);
  write(REPLAYS, [replay, ...others].slice(0, MOST));
}

/** One small setting, by name. */
export function setting(name: string, otherwise: string): string {
  const found = read(`maniple.${name}`);
  return typeof found === "string" ? found : otherwise;
}

export function keepSetting(name: string, value: string): void {
  write(`maniple.${name}`, value);
}

/** The token of a seat out of a link or what was pasted of one; empty: there is none. */
export function tokenIn(pasted: string): string {
  const found = /#\/(?:play|guide)\/([\w.~-]{8,200})/.exec(pasted.trim());
  if (found?.[1]) return found[1];
  return /^[\w.~-]{16,200}$/.test(pasted.trim()) ? pasted.trim() : "";
}

/** The id of a replay out of a link. */
export function replayIn(pasted: string): string {
  return /#\/replay\/([\w-]{1,100})/.exec(pasted.trim())?.[1] ?? "";
}

/** A whole link, to be sent to somebody. */
export function linkTo(path: string): string {
  return `${location.origin}${location.pathname}#${path}`;
}
