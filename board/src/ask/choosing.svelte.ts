/**
 * Choosing among what is listed: by a button, by its key, or by pointing at the units concerned, one after the
 * other. Which answers there are is the server's word.
 */

import type { Choice, Question } from "../lib/wire";

/** A choice with its place in the question. */
export interface Placed {
  readonly choice: Choice;
  readonly place: number;
}

export class Choosing {
  /** The units pointed at so far: of choices with several units only those that have them all are shown. */
  picked = $state.raw<readonly number[]>([]);

  readonly #question: () => Question | null;

  constructor(question: () => Question | null) {
    this.#question = question;
  }

  get all(): readonly Placed[] {
    return (this.#question()?.choices ?? []).map((choice, place) => ({ choice, place }));
  }

  /** Who can be pointed at first where there are many choices: each unit that acts. */
  get actors(): readonly number[] {
    const units = this.all.map(({ choice }) => choice.units?.[0]).filter((one) => one !== undefined);
    return [...new Set(units)];
  }

  /** Whether a unit is to be chosen before its choices are listed. */
  get isByUnit(): boolean {
    return this.actors.length > 1 && this.all.length > 6 && this.all.some(isOfTwo);
  }

  /** What is shown now. */
  get shown(): readonly Placed[] {
    if (this.isByUnit && !this.picked.length) {
      return this.all.filter(({ choice }) => !choice.units?.length);
    }
    return this.all.filter(({ choice }) => {
      const units = choice.units ?? [];
      return units.length === 0 || this.picked.every((unit) => units.includes(unit));
    });
  }

  /** Units that may be pointed at now. */
  get pointed(): ReadonlySet<number> {
    const units = new Set<number>();
    for (const { choice } of this.all) {
      const concerned = choice.units ?? [];
      if (!this.picked.every((unit) => concerned.includes(unit))) continue;
      if (this.picked.length === 0 && concerned[0] !== undefined) units.add(concerned[0]);
      else for (const unit of concerned) units.add(unit);
    }
    return units;
  }

  /** A unit is pointed at: the choice that is now the only one, if it is. */
  point(unit: number | null): Placed | null {
    if (unit === null) {
      this.picked = [];
      return null;
    }
    const next = this.picked.includes(unit) ? [unit] : [...this.picked, unit];
    const fits = this.#with(next);
    if (!fits.length) {
      this.picked = this.#with([unit]).length ? [unit] : [];
      return this.#onlyOne([unit]);
    }
    this.picked = next;
    return this.#onlyOne(next);
  }

  reset(): void {
    this.picked = [];
  }

  #with(units: readonly number[]): readonly Placed[] {
    return this.all.filter(({ choice }) => units.every((unit) => choice.units?.includes(unit)));
  }

  /** The choice whose units have all been pointed at, if no other has the same. */
  #onlyOne(units: readonly number[]): Placed | null {
    const fits = this.#with(units);
    const [only] = fits;
    if (fits.length !== 1 || !only) return null;
    return (only.choice.units?.length ?? 0) === units.length ? only : null;
  }
}

function isOfTwo({ choice }: Placed): boolean {
  return (choice.units?.length ?? 0) > 1;
}
