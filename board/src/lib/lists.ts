/** What the server lists, by HTTP: scenarios, rosters, rules, odds. */

import { fetched } from "./http";

export interface Sides<T> {
  readonly red: T;
  readonly blue: T;
}

export interface ScenarioLine {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly width: number;
  readonly height: number;
  readonly turns: number;
  readonly options: readonly string[];
  readonly rosters: Sides<string> | null;
  readonly armies: Sides<string> | null;
}

export interface RosterLine {
  readonly name: string;
  readonly title: string;
  readonly army: string;
  readonly points: number;
}

export interface RuleEntry {
  readonly id: string;
  readonly text: string;
  readonly kind: "effect" | "limit" | "permission" | "definition";
  readonly option: string;
}

export interface ReadingEntry {
  readonly topic: string;
  readonly question: string;
  readonly reading: string;
  readonly why: string;
}

export interface ExampleEntry {
  readonly title: string;
  readonly lines: readonly string[];
  readonly outcome: readonly string[];
}

/** One rule with all that belongs to it. */
export interface RulePage extends RuleEntry {
  readonly readings: readonly ReadingEntry[];
  readonly examples: readonly ExampleEntry[];
  readonly names: readonly string[];
  readonly named_by: readonly string[];
}

export interface Chapter {
  readonly title: string;
  readonly rules: readonly RuleEntry[];
}

interface Chance {
  readonly exact: string;
  readonly float: number;
}

export interface OddsAnswer {
  readonly units: readonly string[];
  readonly question: string;
  readonly told: string;
  readonly certainty: {
    readonly how: string;
    readonly unknown: Chance;
    readonly error: number;
    readonly runs: number;
  };
  readonly outcomes: readonly { readonly name: string; readonly chance: Chance }[];
  readonly counts: readonly {
    readonly name: string;
    readonly mean: number;
    readonly median: number;
    readonly chances: readonly {
      readonly n: number;
      readonly chance: Chance;
      readonly at_least: Chance;
    }[];
  }[];
  readonly sums?: readonly {
    readonly heading: string;
    readonly figures: readonly {
      readonly what: string;
      readonly figure: string;
      readonly rules: readonly string[];
      readonly note: string;
    }[];
  }[];
}

export const scenarios = (): Promise<readonly ScenarioLine[]> => fetched("/api/scenarios");
export const rosters = (): Promise<readonly RosterLine[]> => fetched("/api/rosters");

let book: Promise<readonly Chapter[]> | null = null;

/** The whole book, in its chapters; asked for once. */
export function chapters(): Promise<readonly Chapter[]> {
  book ??= fetched<readonly Chapter[]>("/api/rules").catch((error: unknown) => {
    book = null;
    throw error;
  });
  return book;
}

const pages = new Map<string, Promise<RulePage>>();

export function rulePage(id: string): Promise<RulePage> {
  const known = pages.get(id);
  if (known) return known;
  const page = fetched<RulePage>(`/api/rules/${encodeURIComponent(id)}`);
  pages.set(id, page);
  page.catch(() => pages.delete(id));
  return page;
}
