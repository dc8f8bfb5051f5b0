/**
 * The player's desk: the question, what the hand draws, what is pointed at and looked at. The table tells it what
 * the pointer does, the panel what is pressed; it answers.
 */

import { Draft } from "../hand/draft.svelte";
import { LOOSE_GAP, type Place } from "../hand/grips";
import { say } from "../lib/say";
import { type Session, whyNot } from "../lib/session.svelte";
import type { AskAnswer, Look, Manoeuvre, Shape, Tool } from "../lib/wire";
import { Choosing, type Placed } from "./choosing.svelte";

export type What = Look["what"];

/** What can be looked at of a unit, each with its key. */
export const LOOKS: readonly (readonly [What, string])[] = [
  ["arc", "1"],
  ["sight", "2"],
  ["march-block", "3"],
  ["command", "4"],
  ["reach", "5"],
  ["tape", "6"],
];

/** The use of a listed tool that was pressed last, and what was drawn before it. */
interface Used {
  readonly kind: Tool["kind"];
  readonly unit: number | null;
  readonly place: number;
  readonly before: readonly Manoeuvre[];
  readonly use: AskAnswer;
}

/** Whether no more is drawn than this use, or than before it, where it was refused. */
function isOf(drawn: readonly Manoeuvre[], { before, use }: Used): boolean {
  const used = use.type === "Order" ? [...before, ...use.manoeuvres] : before;
  const now = JSON.stringify(drawn);
  return now === JSON.stringify(used) || now === JSON.stringify(before);
}

export class Desk {
  readonly session: Session;
  readonly draft: Draft;
  readonly choosing: Choosing;
  /** Units lit by what is under the eye: a choice, a line of the account. */
  lit = $state.raw<readonly number[]>([]);
  /** The unit whose card is shown and of which is looked. */
  inspected = $state<number | null>(null);
  shapes = $state.raw<readonly Shape[]>([]);
  looking = $state<What | null>(null);
  /** Why the last thing was refused, until something else is done. */
  refused = $state("");
  /** The rest of the army draws itself up. */
  deploys = $state(false);

  #n = -1;
  #used: Used | null = null;

  constructor(session: Session) {
    this.session = session;
    this.draft = new Draft(session);
    this.choosing = new Choosing(() => session.question);
  }

  /** Another question has come. */
  follow(): void {
    const n = this.session.asked?.n ?? -1;
    if (n === this.#n) return;
    this.#n = n;
    this.refused = "";
    this.lit = [];
    this.choosing.reset();
    this.draft.reset();
    if (this.draft.unit !== null) this.inspected = this.draft.unit;
    else if (this.session.question?.unit != null) this.inspected = this.session.question.unit;
    this.#clearLook();
    if (this.deploys) void this.#deployNext();
  }

  // ---------------------------------------------------------------------------- answering

  async answer(answer: AskAnswer): Promise<boolean> {
    if (this.session.sending) return false;
    const settled = await this.session.answer(answer);
    if (settled === "accepted") return true;
    this.refused = whyNot(settled);
    return false;
  }

  async choose(placed: Placed): Promise<void> {
    this.lit = [];
    await this.answer(placed.choice.answer);
  }

  /** Answer with what is drawn, all of it: what was pressed a moment ago may still be judged. */
  async commit(): Promise<void> {
    const n = this.session.question?.n;
    await this.draft.settled();
    if (this.session.question?.n !== n) return;
    const answer = this.draft.ready();
    if (answer) await this.answer(answer);
  }

  /** Take back: the last manoeuvre that is drawn, else the last answer. */
  async back(): Promise<void> {
    this.refused = "";
    if (this.draft.stepBack()) return;
    if (!this.session.asked?.can_undo) {
      this.refused = say("refuse.undo");
      return;
    }
    const settled = await this.session.undo();
    if (settled !== "accepted") this.refused = whyNot(settled);
  }

  /** Use a tool by its button or key: a little of it, to be nudged further, or its only use. */
  async tool(tool: Tool): Promise<void> {
    this.refused = "";
    const unit = this.draft.scene;
    const inches = this.draft.subject?.inches ?? 4;
    if (!unit) return;
    if (tool.choices?.length) {
      await this.#useNext(tool.kind, tool.choices);
      return;
    }
    const pose = this.draft.ghost?.end ?? this.draft.stands ?? unit.pose;
    switch (tool.kind) {
      case "advance":
        await this.draft.add({ type: "Advance", inches: this.draft.march ? 2 * inches : inches });
        break;
      case "wheel":
        await this.draft.add({ type: "Wheel", degrees: 15, about: "left" });
        break;
      case "backward":
        await this.draft.add({ type: "Backward", inches: inches / 2 });
        break;
      case "sidestep":
        await this.draft.add({ type: "Sidestep", inches: inches / 2 });
        break;
      case "files":
        await this.draft.add({ type: "ChangeFormation", files: unit.files + 1 });
        break;
      case "reform":
        await this.draft.add({
          type: "Reform",
          files: unit.files,
          facing: (pose.facing + 90) % 360,
        });
        break;
      case "pivot":
        await this.draft.add({ type: "Pivot", facing: (pose.facing + 30) % 360 });
        break;
      case "close-up":
        await this.draft.add({ type: "CloseUp", files: unit.files, facing: pose.facing });
        break;
      case "open-out":
        await this.draft.add({ type: "OpenOut", gap: LOOSE_GAP });
        break;
      case "go":
      case "leave":
      case "spread":
        await this.#ahead(tool.kind, pose, inches);
        break;
      default:
        break;
    }
  }

  /** The first use of a listed tool; pressed again, the next one in its place. */
  async #useNext(kind: Tool["kind"], uses: readonly AskAnswer[]): Promise<void> {
    const { unit, drawn } = this.draft;
    const last = this.#used;
    const again = last?.kind === kind && last.unit === unit && isOf(drawn, last);
    const place = again ? (last.place + 1) % uses.length : 0;
    const use = uses[place];
    if (!use) return;
    const before = again ? last.before : drawn;
    this.#used = { kind, unit, place, before, use };
    await this.draft.addAll(use, before);
  }

  async #ahead(
    kind: "go" | "leave" | "spread",
    pose: { x: number; y: number; facing: number },
    inches: number,
  ): Promise<void> {
    const turn = (pose.facing * Math.PI) / 180;
    const far = kind === "leave" ? 2 : inches;
    const to = {
      x: pose.x + Math.sin(turn) * far,
      y: pose.y + Math.cos(turn) * far,
      facing: pose.facing,
    };
    if (kind === "go") await this.draft.add({ type: "Go", to });
    else if (kind === "leave") await this.draft.add({ type: "Leave", to });
    else {
      const files = this.draft.scene?.files ?? 1;
      await this.draft.add({ type: "Spread", pose: to, files, gap: LOOSE_GAP });
    }
  }

  /** Whether the army is being drawn up, and the server knows a place for the next unit. */
  get mayDeployAll(): boolean {
    const deploying = this.session.scene?.clock.turn === 0;
    return deploying && this.session.question?.subjects?.[0]?.place != null;
  }

  /** Draw up what is left of the army, a unit after the other as the enemy draws up his. */
  async deployAll(): Promise<void> {
    this.deploys = true;
    await this.#deployNext();
  }

  async #deployNext(): Promise<void> {
    const question = this.session.question;
    if (!question) return;
    if (!this.mayDeployAll) {
      this.deploys = false;
      return;
    }
    const place = question.subjects?.[0]?.place;
    if (!place || !(await this.answer(place))) this.deploys = false;
  }

  // ------------------------------------------------------------------------------ pointing

  /** The table has been clicked. */
  async pick(unit: number | null): Promise<void> {
    this.refused = "";
    if (this.looking === "tape" && unit !== null) {
      const from = this.draft.unit ?? this.inspected;
      if (from !== null && from !== unit) {
        await this.measure(from, unit);
        return;
      }
    }
    const question = this.session.question;
    if (unit !== null) this.inspected = unit;
    if (!question) return;
    if (question.mode === "choose") {
      const placed = this.choosing.point(unit);
      if (placed) await this.choose(placed);
      return;
    }
    if (unit === null) {
      if (question.mode === "order" && (question.subjects?.length ?? 0) > 1) this.draft.take(null);
      return;
    }
    if (question.subjects?.some((one) => one.unit === unit)) {
      this.draft.take(unit);
      return;
    }
    await this.#joinTo(unit);
  }

  /** A click on a friend puts a character with it, where that is among the listed answers. */
  async #joinTo(host: number): Promise<void> {
    for (const tool of this.draft.subject?.tools ?? []) {
      for (const answer of tool.choices ?? []) {
        const last = answer.type === "Order" ? answer.manoeuvres.at(-1) : undefined;
        const joins = last?.type === "Join" && last.host === host;
        if (joins || (answer.type === "Placement" && answer.host === host)) {
          await this.draft.addAll(answer);
          return;
        }
      }
    }
  }

  /** A press on the table: whether the hand takes it. */
  press(unit: number | null, place: Place, onGhost: boolean): boolean {
    const question = this.session.question;
    if (!question || question.mode === "choose") return false;
    this.refused = "";
    if (question.mode === "aim") return this.draft.press(place);
    if (onGhost) return this.draft.press(place);
    if (unit === null || !question.subjects?.some((one) => one.unit === unit)) return false;
    if (unit !== this.draft.unit) {
      this.draft.take(unit);
      this.inspected = unit;
    }
    return this.draft.press(place);
  }

  /** The next unit or the one before among those that may act. */
  cycle(by: number): void {
    const question = this.session.question;
    const units =
      question?.mode === "choose"
        ? [...this.choosing.actors]
        : (question?.subjects ?? []).map((one) => one.unit);
    if (!units.length) return;
    const now = question?.mode === "choose" ? this.choosing.picked[0] : this.draft.unit;
    const place = units.indexOf(now ?? -1);
    const next = units[(place + by + units.length) % units.length] ?? null;
    this.inspected = next;
    if (question?.mode === "choose") {
      this.choosing.reset();
      if (next !== null && this.choosing.isByUnit) this.choosing.picked = [next];
      this.lit = next === null ? [] : [next];
    } else {
      this.draft.take(next);
    }
  }

  // ------------------------------------------------------------------------------- looking

  async look(what: What): Promise<void> {
    if (this.looking === what) {
      this.#clearLook();
      return;
    }
    const unit = this.draft.unit ?? this.inspected;
    if (unit === null) {
      this.refused = say("look.nobody");
      return;
    }
    if (what === "tape") {
      this.looking = what;
      this.shapes = [];
      this.refused = say("look.tape.to", { name: this.session.nameOf(unit) });
      return;
    }
    const seen = await this.session.look(what, unit);
    this.#show(what, seen?.shapes ?? [], seen?.illegal?.why ?? "");
  }

  /** The tape between two units. */
  async measure(from: number, to: number): Promise<void> {
    const seen = await this.session.look("tape", from, to);
    this.#show("tape", seen?.shapes ?? [], seen?.illegal?.why ?? "");
  }

  #show(what: What, shapes: readonly Shape[], why: string): void {
    this.looking = what;
    this.shapes = shapes;
    const nothing = shapes.length ? "" : say("look.nothing");
    this.refused = why ? say("refuse.rule", { why }) : nothing;
  }

  #clearLook(): void {
    this.looking = null;
    this.shapes = [];
  }
}
