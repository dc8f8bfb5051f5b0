/** A replay as a reel: the scene after any step, without playing all that lies between. */

import { changed } from "../lib/changes";
import type { Entry, Scene, Told } from "../lib/wire";

const EVERY = 64;

export interface NumberedEntry {
  /** The step that told it, from 1. */
  readonly seq: number;
  readonly key: string;
  readonly entry: Entry;
}

/** Steps from 0, the beginning, to `last`; step n is what is on the table after the n-th of what was told. */
export class Reel {
  readonly last: number;
  readonly entries: readonly NumberedEntry[];
  readonly #steps: readonly Told[];
  readonly #kept = new Map<number, Scene>();

  constructor(scene: Scene, steps: readonly Told[]) {
    this.#steps = steps;
    this.last = steps.length;
    this.#kept.set(0, scene);
    this.entries = steps.flatMap((told, place) =>
      (told.entries ?? []).map((entry, one) => ({
        seq: place + 1,
        key: `${place + 1}.${one}`,
        entry,
      })),
    );
  }

  /** The scene after step `n`. */
  at(n: number): Scene {
    const wanted = Math.max(0, Math.min(this.last, n));
    let from = wanted - (wanted % EVERY);
    while (!this.#kept.has(from)) from -= EVERY;
    let scene = this.#kept.get(from) as Scene; // Step 0 is always kept.
    for (let step = from; step < wanted; step += 1) {
      scene = changed(scene, this.#steps[step]?.changes);
      if ((step + 1) % EVERY === 0) this.#kept.set(step + 1, scene);
    }
    return scene;
  }

  /** The account up to step `n`. */
  told(n: number): readonly NumberedEntry[] {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.entries[middle]?.seq ?? 0) <= n) low = middle + 1;
      else high = middle;
    }
    return this.entries.slice(0, low);
  }

  /** Seconds that a hand takes for step `n`. */
  pause(n: number): number {
    return this.#steps[n - 1]?.pause ?? 0;
  }

  /** The next step from `n`, in this direction, that can be seen or read; an end if there is none. */
  next(n: number, way: 1 | -1): number {
    let step = n + way;
    while (step > 0 && step < this.last && !this.#speaks(step)) step += way;
    return Math.max(0, Math.min(this.last, step));
  }

  #speaks(n: number): boolean {
    const told = this.#steps[n - 1];
    return Boolean(told && ((told.entries?.length ?? 0) > 0 || told.changes));
  }
}

/** The step at which the turn before or after that of step `n` begins. */
export function turnFrom(
  turns: readonly { readonly step: number }[],
  n: number,
  way: 1 | -1,
  last: number,
): number {
  const starts = [0, ...turns.map(({ step }) => step), last];
  if (way > 0) return starts.find((step) => step > n) ?? last;
  return [...starts].reverse().find((step) => step < n) ?? 0;
}
