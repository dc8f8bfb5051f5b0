/**
 * Every visible sentence comes from here: messages of the catalogue, in the reader's language.
 *
 *   say("new.title")                       a message
 *   say("new.turns", { turns: 6 })         with arguments
 *   say(question.title)                    what the server says: a key, arguments, units by id
 *   spoken(question.title)                 the same in parts, so that names can be coloured and lit
 *
 * The catalogue is board/messages/LANGUAGE/AREA.json: flat JSON of ICU messages. What a language lacks
 * is said in English; what English lacks is made of the key, so that a page never shows nothing.
 */

import { IntlMessageFormat } from "intl-messageformat";

import { sentence } from "./phrases";

export type Language = "en" | "de";
export type Argument = string | number;
export type Arguments = Readonly<Record<string, Argument>>;

/** A message as the server sends it; `units` are ids to be replaced by names. */
export interface Message {
  readonly key: string;
  readonly args?: readonly (readonly [string, Argument])[];
  readonly units?: readonly (readonly [string, number])[];
}

/** A stretch of a sentence: plain, or the name of a unit. */
export interface Stretch {
  readonly text: string;
  readonly unit?: number;
}

export const LANGUAGES: readonly Language[] = ["en", "de"];
export const OWN_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };
const KEPT = "maniple.language";

type Catalogue = Readonly<Record<string, string>>;

const files = import.meta.glob<Catalogue>("../../messages/*/*.json", {
  eager: true,
  import: "default",
});

/** All messages of a language, of every area. */
export function catalogue(language: Language): Catalogue {
  const all: Record<string, string> = {};
  for (const [path, messages] of Object.entries(files)) {
    if (path.includes(`/messages/${language}/`)) Object.assign(all, messages);
  }
  return all;
}

const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: catalogue("en"),
  de: catalogue("de"),
};

/** The language stored, or the browser's first that we speak, or English. */
export function preferred(): Language {
  const stored = keptLanguage();
  const wished = [stored, ...(globalThis.navigator?.languages ?? [])];
  for (const wish of wished) {
    const found = LANGUAGES.find((one) => wish?.toLowerCase().startsWith(one));
    if (found) return found;
  }
  return "en";
}

function keptLanguage(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEPT) ?? null;
  } catch {
    return null; // A browser may forbid storage; the page works without.
  }
}

let current: () => Language = () => "en";
let nameOf: (unit: number) => string = (unit) => `#${unit}`;

/** Where the language is read from; lib/language.svelte.ts gives a reactive place. */
export function readLanguageFrom(reader: () => Language): void {
  current = reader;
}

/** Who knows the names of units: the session of the battle on the table. */
export function readNamesFrom(reader: (unit: number) => string): void {
  nameOf = reader;
}

/** Keep the choice for the next visit. */
export function keepLanguage(language: Language): void {
  try {
    globalThis.localStorage?.setItem(KEPT, language);
  } catch {
    return; // As above: not kept, but in force for this visit.
  }
}

const made = new Map<string, IntlMessageFormat>();

function formatOf(language: Language, key: string): IntlMessageFormat | null {
  const place = `${language} ${key}`;
  const known = made.get(place);
  if (known) return known;
  const text = catalogues[language][key];
  if (text === undefined) return null;
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  made.set(place, format);
  return format;
}

/** Whether the catalogue has words for a key, in any language. */
export function has(key: string): boolean {
  return catalogues.en[key] !== undefined || catalogues[current()][key] !== undefined;
}

/** "ask.AnswerCharge.title" has no words: "Answer charge". */
export function fallback(key: string): string {
  const parts = key.split(".");
  const last = parts.at(-1) ?? key;
  const named = ["title", "hint", "label"].includes(last) ? (parts.at(-2) ?? last) : last;
  const words = named.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

class Named {
  constructor(
    readonly unit: number,
    readonly text: string,
  ) {}
  toString(): string {
    return this.text;
  }
}

function stretches(key: string, values: Record<string, Argument | Named>): readonly Stretch[] {
  for (const language of new Set<Language>([current(), "en"])) {
    const format = formatOf(language, key);
    if (!format) continue;
    try {
      return format
        .formatToParts<Named>(values)
        .map((part) =>
          part.value instanceof Named
            ? { text: part.value.text, unit: part.value.unit }
            : { text: part.value },
        );
    } catch (error) {
      // An argument is missing: say what can be said rather than break the page.
      console.warn(`message ${key}:`, error);
    }
  }
  return [{ text: fallback(key) }];
}

/** A message in parts; unit names are parts of their own. */
export function spoken(message: Message | string, args: Arguments = {}): readonly Stretch[] {
  const values: Record<string, Argument | Named> = { ...args };
  if (typeof message !== "string") {
    for (const [name, value] of message.args ?? []) values[name] = value;
    for (const [name, unit] of message.units ?? []) values[name] = new Named(unit, nameOf(unit));
  }
  // A reason is a sentence of the referee's, who speaks English.
  const why = values["why"];
  if (typeof why === "string") values["why"] = sentence(why, current());
  return stretches(typeof message === "string" ? message : message.key, values);
}

/** A message as one text. */
export function say(message: Message | string, args: Arguments = {}): string {
  return spoken(message, args)
    .map((part) => part.text)
    .join("");
}

/** A message if the catalogue has it, else the text given. */
export function sayOr(key: string, otherwise: string, args: Arguments = {}): string {
  return has(key) ? say(key, args) : otherwise;
}

/** A number of percent without a false show of precision: "44 %", "< 1 %". */
export function percent(share: number): string {
  const points = share * 100;
  const text =
    points > 0 && points < 1 ? "< 1" : points > 99 && points < 100 ? "> 99" : points.toFixed(0);
  return `${text}\u00a0%`;
}

/** A moment as the reader writes it. */
export function moment(seconds: number): string {
  return new Intl.DateTimeFormat(current(), { hour: "2-digit", minute: "2-digit" }).format(
    new Date(seconds * 1000),
  );
}

/** A day as the reader writes it. */
export function day(milliseconds: number): string {
  return new Intl.DateTimeFormat(current(), { dateStyle: "medium" }).format(new Date(milliseconds));
}
