/**
 * The account in the reader's language. The server tells it in English; as with gettext the English sentence is
 * the key. What is not known is shown as it came.
 *
 * In a key `%u` stands for units ("A, B and C"), `%d` for dice, `#` for a figure, `%a` for any words, and `%*` for
 * the rest; in a translation they have numbers: `%u2` is the second that was named. Words that stood for `%a` or
 * `%*` are looked up by themselves, clause by clause.
 */

import type { Language } from "./say";
import type { Entry } from "./wire";

type Part = Entry["parts"][number];
type Book = Readonly<Record<string, string>>;

const books = import.meta.glob<Book>("../../phrases/*.json", { eager: true, import: "default" });

// Units and dice of an entry become single signs that no text has.
const UNIT = 0xe000;
const DICE = 0xf000;
const SIGN = /[\uE000-\uF8FF]/;
const ONE_UNIT = "[\uE000-\uEFFF]";
const WILD: Readonly<Record<string, string>> = {
  "%u": `(${ONE_UNIT}(?:(?:, | and )${ONE_UNIT})*)`,
  "%d": "([\uF000-\uF8FF]+)",
  "%a": "(.+?)",
  "%*": "(.*)",
  "#": "([0-9]+(?:\\.[0-9]+)?)",
};
const TOKEN = /%u|%d|%a|%\*|#/g;
const NUMBERED = /%u\d|%d\d|%a\d|%\*|#\d/g;
/** Points after which a clause by itself may be known. */
const BETWEEN = /(, |; )/;
const FIGURES = /wounds|ranks|standards|battle standards|musicians|flank|rear|higher ground|shieldwall/;

/** Of a score, what each point is for. */
const SCORES: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [],
  de: [
    [/\bbattle standards\b/g, "Feldstandarten"],
    [/\bstandards\b/g, "Standarten"],
    [/\bwounds\b/g, "Wunden"],
    [/\branks\b/g, "Glieder"],
    [/\bfor the musicians\b/g, "für die Musiker"],
    [/\bfor the flank\b/g, "für die Flanke"],
    [/\bfor the rear\b/g, "für den Rücken"],
    [/\bfor higher ground\b/g, "für den höheren Stand"],
    [/\bfor the shieldwall\b/g, "für den Schildwall"],
  ],
};
const AND: Readonly<Record<Language, string>> = { en: " and ", de: " und " };

interface Known {
  readonly pattern: RegExp;
  readonly kinds: readonly string[];
  readonly said: string;
}

const known = new Map<Language, readonly Known[]>();

function bookOf(language: Language): readonly Known[] {
  const found = known.get(language);
  if (found) return found;
  const book = Object.entries(books).find(([path]) => path.endsWith(`/${language}.json`))?.[1] ?? {};
  // What says more by itself comes first: "A stood still" before "A (anything)".
  const keys = Object.entries(book).sort(([a], [b]) => literal(b) - literal(a));
  const made = keys.map(([english, said]) => {
    const kinds = english.match(TOKEN) ?? [];
    const pieces = english.split(TOKEN).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = pieces.map((text, place) => text + (WILD[kinds[place] ?? ""] ?? "")).join("");
    return { pattern: new RegExp(`^${pattern}$`), kinds, said };
  });
  known.set(language, made);
  return made;
}

/** How many letters of a key stand for themselves. */
function literal(english: string): number {
  return english.replaceAll(TOKEN, "").length;
}

/** One or many is the same key: "1 inch" as "2 inches". */
function plural(text: string): string {
  return text
    .replace(/ {2,}/g, " ")
    .replace(/(\d) inch\b/g, "$1 inches")
    .replace(/(\d) man\b/g, "$1 men")
    .replace(/(\d) blow\b/g, "$1 blows")
    .replace(/(\d) shot at\b/g, "$1 shots at")
    .replace(/(\d) wound\b/g, "$1 wounds")
    .replace(/(\d) power card\b/g, "$1 power cards")
    .replace(/with (\d+) hit\b/g, "with $1 hits")
    .replace(/(\d) turn\b/g, "$1 turns");
}

/** The whole sentence, or null where the book has none like it. */
function whole(text: string, language: Language): string | null {
  for (const { pattern, kinds, said } of bookOf(language)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const told: Record<string, string> = {};
    const counts: Record<string, number> = {};
    kinds.forEach((kind, place) => {
      const value = found[place + 1] ?? "";
      if (kind === "%*") {
        told[kind] = clauses(value, language);
        return;
      }
      counts[kind] = (counts[kind] ?? 0) + 1;
      const named = kind === "%u" ? value.replaceAll(" and ", AND[language]) : value;
      told[`${kind}${counts[kind]}`] = kind === "%a" ? clauses(named, language) : named;
    });
    return said.replace(NUMBERED, (token) => told[token] ?? "");
  }
  return null;
}

/** Clause by clause; what is unknown stays. */
function clauses(text: string, language: Language): string {
  const before = /^\s*/.exec(text)?.[0] ?? "";
  const trimmed = text.slice(before.length);
  if (!trimmed) return text;
  const found = whole(trimmed, language);
  if (found !== null) return before + found;
  if (FIGURES.test(trimmed) && /\d/.test(trimmed)) {
    return SCORES[language].reduce((told, [english, said]) => told.replace(english, said), text);
  }
  if (!BETWEEN.test(trimmed)) return text;
  const pieces = trimmed.split(BETWEEN);
  return before + pieces.map((piece, place) => (place % 2 ? piece : (whole(piece, language) ?? piece))).join("");
}

/** A sentence of the referee's in the reader's language, as it came where it is not known. */
export function sentence(text: string, language: Language): string {
  return language === "en" ? text : (whole(plural(text), language) ?? text);
}

/** The parts of an entry in the reader's language, in its order; as they came where nothing is known of them. */
export function told(parts: readonly Part[], language: Language): readonly Part[] {
  if (language === "en") return parts;
  const text = parts
    .map((part, place) =>
      part.type === "words"
        ? part.text
        : String.fromCharCode((part.type === "unit" ? UNIT : DICE) + place),
    )
    .join("");
  const said = clauses(plural(text), language);
  return said === plural(text) ? parts : unfolded(said, parts);
}

function unfolded(said: string, parts: readonly Part[]): readonly Part[] {
  const found: Part[] = [];
  for (const piece of said.split(/([\uE000-\uF8FF])/)) {
    if (!piece) continue;
    const code = SIGN.test(piece) ? piece.charCodeAt(0) : null;
    const part = code === null ? null : parts[code - (code >= DICE ? DICE : UNIT)];
    found.push(part ?? { type: "words", text: piece });
  }
  return found;
}
