/**
 * What the player is about to answer by hand: the unit he has taken, its manoeuvres so far, the one that he is
 * drawing, and what the referee says of it. Nothing is decided here: the ghost is the server's word.
 */

import type { Session } from "../lib/session.svelte";
import type {
  AskAnswer,
  Illegal,
  Legal,
  Manoeuvre,
  Order,
  Placement,
  Pose,
  Question,
  Subject,
  UnitScene,
} from "../lib/wire";
import { extent } from "../table/paths";
import {
  bearing,
  drawn,
  type Grip,
  gripAt,
  type Held,
  LOOSE_GAP,
  nudged,
  type Place,
  round,
  type ToolKind,
} from "./grips";

/** Inches about a corner within which the hand takes it. */
const REACH = 0.9;
/** Inches at which the aim of a stone thrower begins. */
const FIRST_RANGE = 24;

export class Draft {
  /** The unit in hand. */
  unit = $state<number | null>(null);
  steps = $state.raw<readonly Manoeuvre[]>([]);
  march = $state(false);
  /** The last that the referee allowed: where the ghost stands. */
  ghost = $state.raw<Legal | null>(null);
  /** Why what is drawn now is refused. */
  refusal = $state.raw<Illegal | null>(null);
  /** Something is being drawn at this moment. */
  drawing = $state(false);
  placement = $state.raw<Placement | null>(null);
  stand = $state.raw<{ files: number; facing: number; skirmish: boolean } | null>(null);
  aim = $state.raw<{ facing: number; inches: number } | null>(null);

  readonly #session: Session;
  /** The manoeuvres that the referee is asked about, where they are others than `steps`. */
  #wanted: readonly Manoeuvre[] | null = null;
  /** How many manoeuvres there were as the hand took the unit. */
  #before: readonly Manoeuvre[] = [];
  /** Raised by whatever makes a verdict that is on its way worthless: another unit, a step back. */
  #turn = 0;
  /** How many verdicts have been asked for: only the last decides what is kept. */
  #tries = 0;
  /** The last of them, until it has come. */
  #judging: Promise<unknown> = Promise.resolve();
  #grip: Grip = "body";
  #from: Place = { x: 0, y: 0 };
  #held: Held | null = null;
  #n = -1;
  #start: Pose | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  get question(): Question | null {
    return this.#session.question;
  }

  get subject(): Subject | null {
    return this.question?.subjects?.find((one) => one.unit === this.unit) ?? null;
  }

  get tools(): ReadonlySet<ToolKind> {
    return new Set(this.subject?.tools?.map((tool) => tool.kind) ?? []);
  }

  get scene(): UnitScene | null {
    return this.unit === null ? null : (this.#session.scene?.units[this.unit] ?? null);
  }

  /** Where the unit in hand stands: a character in the ranks of another where that one does. */
  get stands(): Pose | null {
    const unit = this.scene;
    const host = unit?.host == null ? null : this.#session.scene?.units[unit.host];
    return host?.pose ?? unit?.pose ?? null;
  }

  /** The manoeuvres as they are drawn now, judged or not. */
  get drawn(): readonly Manoeuvre[] {
    return this.#wanted ?? this.steps;
  }

  /** Whether there is something to commit. */
  get isReady(): boolean {
    if (this.drawing || this.refusal) return this.ghost !== null && !this.drawing;
    return this.ghost !== null;
  }

  /** A new question: what was drawn for the one before is of no use. */
  reset(): void {
    const question = this.question;
    if (question?.n === this.#n) return;
    this.#n = question?.n ?? -1;
    const kept = this.unit;
    this.#clear();
    this.unit = null;
    if (!question) return;
    const subjects = question.subjects ?? [];
    if (question.mode === "order") {
      const only = subjects.length === 1 ? subjects[0]?.unit : undefined;
      const again = subjects.some((one) => one.unit === kept) ? kept : null;
      this.take(only ?? again);
    } else if (subjects[0]) {
      this.take(subjects[0].unit);
    }
    if (question.mode === "aim") this.#startAim(question);
  }

  /** Take a unit in hand; null: none. */
  take(unit: number | null): void {
    if (unit !== null && !this.question?.subjects?.some((one) => one.unit === unit)) return;
    if (unit !== this.unit) this.#clear();
    this.unit = unit;
    const question = this.question;
    if (unit === null || !question) return;
    if (question.mode === "place") this.#startPlace();
    if (question.mode === "form") this.#startForm();
  }

  #clear(): void {
    this.steps = [];
    this.march = false;
    this.ghost = null;
    this.refusal = null;
    this.drawing = false;
    this.placement = null;
    this.stand = null;
    this.aim = null;
    this.#wanted = null;
    this.#held = null;
    this.#turn += 1;
  }

  #startPlace(): void {
    const subject = this.subject;
    const unit = this.scene;
    if (!subject || !unit) return;
    this.placement = subject.place ?? {
      type: "Placement",
      unit: subject.unit,
      pose: unit.pose,
      files: unit.files,
      skirmish: unit.formation === "skirmish",
      gap: LOOSE_GAP,
      host: -1,
    };
    void this.#try();
  }

  #startForm(): void {
    const unit = this.scene;
    if (!unit) return;
    this.stand = {
      files: Math.min(unit.files, this.subject?.files?.[1] ?? unit.files),
      facing: unit.pose.facing,
      skirmish: unit.formation === "skirmish",
    };
    void this.#try();
  }

  #startAim(question: Question): void {
    const scene = this.#session.scene;
    const from = scene?.units[question.unit ?? -1];
    const at = scene?.units[question.other ?? -1];
    if (!from || !at) return;
    // The range is a guess of the player's: what is drawn here first must not tell the true one.
    this.aim = { facing: bearing(from.pose, at.pose), inches: FIRST_RANGE };
    void this.#try();
  }

  /** What would be answered now; null: nothing is drawn. */
  answer(): AskAnswer | null {
    const question = this.question;
    if (!question) return null;
    switch (question.mode) {
      case "order":
        return this.#order();
      case "place":
        return this.placement;
      case "form":
        return this.stand ? { type: "Stand", ...this.stand } : null;
      case "aim":
        return this.aim ? { type: "Aim", ...this.aim } : null;
      default:
        return null;
    }
  }

  #order(): Order | null {
    if (this.unit === null) return null;
    return this.drawn.length
      ? { type: "Order", unit: this.unit, manoeuvres: this.drawn, march: this.march }
      : null;
  }

  /** Ask the referee; whether nothing was drawn meanwhile, so that his word is the last. */
  #try(): Promise<boolean> {
    const judging = this.#judge();
    this.#judging = judging;
    return judging;
  }

  async #judge(): Promise<boolean> {
    this.#tries += 1;
    const [turn, tries] = [this.#turn, this.#tries];
    const answer = this.answer();
    if (!answer) {
      this.ghost = null;
      this.refusal = null;
      return true;
    }
    const verdict = await this.#session.preview(answer);
    if (turn !== this.#turn || this.question?.n !== this.#n) return false;
    if (verdict?.type === "legal") {
      this.ghost = verdict;
      this.refusal = null;
    } else if (verdict) {
      this.refusal = verdict;
      this.ghost = verdict.nearest ?? (this.steps.length || this.placement ? this.ghost : null);
    }
    return tries === this.#tries;
  }

  // ------------------------------------------------------------------------------ the hand

  /** How the unit lies under the hand: at the end of what is drawn, or where it stands. */
  held(): Held | null {
    const unit = this.scene;
    if (!unit) return null;
    const box = extent(unit);
    const end = this.ghost?.end;
    const loose = this.placement ? (this.placement.skirmish ?? false) : unit.formation === "skirmish";
    return {
      pose: end ?? this.placement?.pose ?? this.stands ?? unit.pose,
      half: end && this.ghost?.width && !loose ? this.ghost.width / 2 : box.half,
      ahead: box.ahead,
      behind: box.behind,
      base: unit.base,
      files: unit.files,
      loose,
      single: (unit.character ?? false) || unit.formation === "single",
    };
  }

  /** The pointer takes the unit in hand here. */
  press(place: Place): boolean {
    const held = this.held();
    if (!held) return false;
    this.#held = held;
    this.#from = place;
    this.#start = this.placement?.pose ?? held.pose;
    this.#before = this.steps;
    this.#grip = this.question?.mode === "order" ? gripAt(held, place, REACH) : "body";
    return true;
  }

  /** The pointer is here now. */
  drag(place: Place): void {
    const held = this.#held;
    if (!held) return;
    this.drawing = true;
    if (this.placement && this.#start) {
      const pose = {
        x: round(this.#start.x + place.x - this.#from.x),
        y: round(this.#start.y + place.y - this.#from.y),
        facing: this.placement.pose.facing,
      };
      this.placement = { ...this.placement, pose, host: -1 };
    } else if (this.question?.mode === "order") {
      const step = drawn(held, this.#grip, this.#from, place, this.tools);
      this.#wanted = step ? [...this.#before, step] : null;
    } else if (this.aim) {
      this.#aimAt(place);
    } else if (this.stand) {
      this.stand = { ...this.stand, facing: bearing(held.pose, place) };
    }
    void this.#try();
  }

  /** The pointer lets go: what is legal of it stays. */
  async release(): Promise<void> {
    this.#held = null;
    const isLast = await this.#try();
    this.drawing = false;
    if (isLast) this.#keep();
  }

  /** Leave what is being drawn. */
  cancel(): void {
    this.#held = null;
    this.drawing = false;
    this.#wanted = null;
    this.refusal = null;
    this.#turn += 1;
    void this.#try();
  }

  /** Ask, and keep what the referee allows, if it is his last word. */
  async #tryAndKeep(): Promise<void> {
    if (await this.#try()) this.#keep();
  }

  /** What the referee allowed of the last manoeuvre becomes part of the order. */
  #keep(): void {
    const legal = this.ghost?.answer;
    this.#wanted = null;
    if (legal?.type === "Order") this.steps = legal.manoeuvres;
    if (legal?.type === "Placement") this.placement = legal;
    if (!this.ghost) this.steps = [];
    this.refusal = this.refusal?.nearest ? null : this.refusal;
  }

  #aimAt(place: Place): void {
    const from = this.#session.scene?.units[this.question?.unit ?? -1];
    if (!from) return;
    const inches = round(Math.hypot(place.x - from.pose.x, place.y - from.pose.y));
    this.aim = { facing: bearing(from.pose, place), inches };
  }

  // ------------------------------------------------------------------------------ by buttons

  /** Add a manoeuvre, as far as it goes. */
  async add(step: Manoeuvre): Promise<void> {
    await this.#draw([...this.drawn, step]);
  }

  async #draw(manoeuvres: readonly Manoeuvre[]): Promise<void> {
    this.#wanted = manoeuvres;
    await this.#tryAndKeep();
  }

  /**
   * Answer with a whole order that was listed (a turn, a step, to join): its manoeuvres come after these, or
   * after all that are drawn.
   */
  async addAll(answer: AskAnswer, after: readonly Manoeuvre[] = this.drawn): Promise<void> {
    if (answer.type === "Order") {
      if (!after.length) this.ghost = null;
      await this.#draw([...after, ...answer.manoeuvres]);
    } else if (answer.type === "Placement") {
      this.placement = answer;
      await this.#try();
    }
  }

  /** A key nudges the last manoeuvre, or begins one. */
  async nudge(way: "ahead" | "back" | "left" | "right", by: number): Promise<void> {
    if (this.placement) {
      const { pose } = this.placement;
      const turn = way === "left" ? -by * 3 : way === "right" ? by * 3 : 0;
      const ahead = way === "ahead" ? by : way === "back" ? -by : 0;
      const angle = (pose.facing * Math.PI) / 180;
      this.placement = {
        ...this.placement,
        pose: {
          x: round(pose.x + Math.sin(angle) * ahead),
          y: round(pose.y + Math.cos(angle) * ahead),
          facing: round((pose.facing + turn + 360) % 360),
        },
      };
      await this.#tryAndKeep();
      return;
    }
    const last = this.drawn.at(-1) ?? null;
    const goesOn =
      way === "ahead" || way === "back"
        ? last?.type === "Advance" || last?.type === "Backward"
        : last?.type === "Wheel";
    const next = nudged(goesOn ? last : null, way, by);
    const before = goesOn ? this.drawn.slice(0, -1) : this.drawn;
    await this.#draw(next ? [...before, next] : before);
  }

  /** Place it elsewhere, or otherwise formed. */
  async placeAs(change: Partial<Pick<Placement, "pose" | "files" | "skirmish">>): Promise<void> {
    if (!this.placement) return;
    this.placement = { ...this.placement, ...change };
    await this.#tryAndKeep();
  }

  async standAs(change: Partial<{ files: number; facing: number }>): Promise<void> {
    if (!this.stand) return;
    this.stand = { ...this.stand, ...change };
    await this.#try();
  }

  async setMarch(march: boolean): Promise<void> {
    this.march = march;
    if (!(await this.#try()) || (this.refusal && !this.refusal.nearest)) return;
    this.#keep();
  }

  /** Take the last manoeuvre of the draft back; false: there is none. */
  stepBack(): boolean {
    if (!this.drawn.length) return false;
    this.steps = this.drawn.slice(0, -1);
    this.#wanted = null;
    this.#held = null;
    this.drawing = false;
    this.refusal = null;
    this.#turn += 1;
    void this.#try();
    return true;
  }

  /** Once the referee has judged all that was drawn. */
  async settled(): Promise<void> {
    for (let last: unknown = null; last !== this.#judging; ) {
      last = this.#judging;
      await last;
    }
  }

  /** What the referee has allowed, to be answered with. */
  ready(): AskAnswer | null {
    if (this.question?.mode === "aim") return this.answer();
    return this.ghost?.answer ?? null;
  }
}
