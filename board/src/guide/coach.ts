/** What the coach says to a question, whom he points at, and what he would do himself.
 *
 * He knows no rule: what he would do is a choice of the question, or an answer that is tried with the
 * referee first. He speaks to whatever is asked, so that nothing the player does puts him out of step.
 */

import type {
  AskAnswer,
  Choice,
  Manoeuvre,
  Question,
  Scene,
  Subject,
  UnitScene,
} from "../lib/wire";

export interface Advice {
  /** A message of the catalogue. */
  readonly key: string;
  readonly units: readonly (readonly [string, number])[];
  /** Lit on the table: who acts first, then upon whom. */
  readonly point: readonly number[];
  /** What he would answer: the place of a choice, or answers to try until one is legal. */
  readonly choice?: number;
  readonly tries?: readonly AskAnswer[];
}

const STANDS_BACK = /archer|sling|bow/i;
const WELL_IN_FRONT = 8;
const MOST_WHEEL = 60;
const MOVED: ReadonlySet<string> = new Set(["moved", "marched", "charged", "engaged"]);
const SHARES = [1, 0.75, 0.5, 0.25] as const;

const onTable = (unit: UnitScene): boolean => unit.status === "table";
const shoots = (unit: UnitScene | undefined): boolean =>
  unit !== undefined && STANDS_BACK.test(unit.name);
const apart = (one: UnitScene, other: UnitScene): number =>
  Math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y);

function nearest(to: UnitScene, among: readonly UnitScene[]): UnitScene | undefined {
  return [...among].sort((a, b) => apart(to, a) - apart(to, b))[0];
}

/** Degrees by which `unit` would have to turn to face `other`; to the right if positive. */
export function bearing(unit: UnitScene, other: UnitScene): number {
  const across = other.pose.x - unit.pose.x;
  const ahead = other.pose.y - unit.pose.y;
  const toward = (Math.atan2(across, ahead) * 180) / Math.PI;
  return ((toward - unit.pose.facing + 540) % 360) - 180;
}

const round = (figure: number): number => Math.round(figure * 10) / 10;

/** Orders that bring a unit at its enemy, the boldest first. */
export function advances(unit: UnitScene, subject: Subject, enemy: UnitScene): readonly AskAnswer[] {
  const inches = subject.inches ?? 4;
  const off = bearing(unit, enemy);
  const turn = Math.round(Math.min(Math.abs(off), MOST_WHEEL));
  const order = (manoeuvres: readonly Manoeuvre[]): AskAnswer => ({
    type: "Order",
    unit: unit.id,
    manoeuvres,
  });
  const wheel: Manoeuvre = { type: "Wheel", degrees: turn, about: off < 0 ? "left" : "right" };
  const ahead = (share: number): Manoeuvre => ({
    type: "Advance",
    inches: round(inches * share),
  });
  const straight = SHARES.map((share) => order([ahead(share)]));
  if (turn <= WELL_IN_FRONT) return straight;
  return [...SHARES.map((share) => order([wheel, ahead(share)])), order([wheel]), ...straight];
}

/** Places for a unit in its zone, the best first: archers to the left, horse to the right. */
function places(scene: Scene, question: Question, unit: UnitScene): readonly AskAnswer[] {
  const zone = scene.zones.find((one) => one.side === question.side);
  if (!zone) return [];
  const up = zone.bottom + zone.top < scene.height;
  const y = up ? zone.top - 0.6 : zone.bottom + 0.6;
  const middle = (zone.left + zone.right) / 2;
  const span = zone.right - zone.left;
  const lane = shoots(unit) ? -0.3 : unit.kind === "foot" ? 0 : 0.3;
  const files = Math.min(unit.strength, unit.kind === "foot" ? 6 : 5);
  return [lane, 0, 0.3, -0.3, 0.4, -0.4].map((share) => ({
    type: "Placement",
    unit: unit.id,
    pose: { x: round(middle + share * span), y: round(y), facing: up ? 0 : 180 },
    files,
    skirmish: unit.formation === "skirmish",
  }));
}

/** Ways for a unit that has rallied to stand: as wide as it is, facing the enemy. */
function stands(scene: Scene, question: Question, unit: UnitScene): readonly AskAnswer[] {
  const enemies = scene.units.filter((one) => one.side !== question.side && onTable(one));
  const enemy = nearest(unit, enemies);
  const facing = enemy ? unit.pose.facing + bearing(unit, enemy) : unit.pose.facing;
  const wide = Math.min(unit.strength, Math.max(unit.files, 4));
  return [wide, 5, 4, 3, 2, 1].flatMap((files) =>
    [facing, unit.pose.facing].map(
      (toward): AskAnswer => ({ type: "Stand", files, facing: Math.round((toward + 360) % 360) }),
    ),
  );
}

/** The place that the server itself would begin with. */
function given(subject: Subject): readonly AskAnswer[] {
  return subject.place ? [subject.place] : [];
}


function first(question: Question, wanted: (answer: AskAnswer, choice: Choice) => boolean): number {
  return (question.choices ?? []).findIndex((choice) => wanted(choice.answer, choice));
}

function advice(
  key: string,
  point: readonly number[],
  what: { choice?: number; tries?: readonly AskAnswer[] } = {},
): Advice {
  const names = ["unit", "other"] as const;
  return {
    key: `guide.${key}`,
    units: point.slice(0, 2).map((unit, place) => [names[place] ?? "unit", unit] as const),
    point,
    ...(what.choice !== undefined && what.choice >= 0 && { choice: what.choice }),
    ...(what.tries && { tries: what.tries }),
  };
}

/** Whom the question is about: who is asked for first, then the other. */
function unitsOf(question: Question): readonly number[] {
  const named = new Map(question.title.units ?? []);
  const unit = named.get("target") ?? question.unit ?? named.get("unit");
  const other = named.get("charger") ?? question.other;
  return [unit, other].filter((one): one is number => one !== undefined && one !== null);
}

/** A choice with its units, or what is said where there is none. */
function chosen(question: Question, key: string, choice: number, otherwise: string): Advice {
  const found = question.choices?.[choice];
  if (found) return advice(key, found.units?.length ? found.units : unitsOf(question), { choice });
  return advice(otherwise, [], { choice: first(question, (answer) => answer.type === "Done") });
}

function charge(question: Question, scene: Scene): Advice {
  const aimed = new Set(scene.arrows.map((arrow) => arrow.target));
  const wise = (answer: AskAnswer): boolean => {
    if (answer.type !== "ChargeOrder") return false;
    const charger = scene.units[answer.charger];
    if (!charger || shoots(charger)) return false;
    const isFoot = charger.kind === "foot" && !charger.character;
    return isFoot || aimed.has(answer.target);
  };
  return chosen(question, "charge", first(question, wise), "no-charge");
}

function move(question: Question, scene: Scene, moved: ReadonlySet<number>): Advice {
  const enemies = scene.units.filter((unit) => unit.side !== question.side && onTable(unit));
  for (const subject of question.subjects ?? []) {
    const unit = scene.units[subject.unit];
    if (!unit || shoots(unit) || unit.character || moved.has(unit.id)) continue;
    if (unit.states?.some((state) => MOVED.has(state))) continue;
    const enemy = nearest(unit, enemies);
    if (!enemy) continue;
    return advice("move", [unit.id, enemy.id], { tries: advances(unit, subject, enemy) });
  }
  const done = first(question, (answer) => answer.type === "Done");
  return advice("moved-all", [], { choice: done });
}

function reply(question: Question, scene: Scene): Advice {
  const asked = unitsOf(question);
  const target = scene.units[asked[0] ?? -1];
  const answers = shoots(target) ? ["stand and shoot", "flee"] : ["hold"];
  for (const wanted of answers) {
    const choice = first(question, (a) => a.type === "Reply" && a.response === wanted);
    if (choice >= 0) return advice(`answer-${wanted.replaceAll(" ", "-")}`, asked, { choice });
  }
  return chosen(question, "other", 0, "other");
}

/** What the coach says to a question. `moved`: units that he has had moved this turn. */
export function advise(question: Question, scene: Scene, moved: ReadonlySet<number>): Advice {
  switch (question.kind) {
    case "PlaceUnit": {
      const subject = question.subjects?.[0];
      const unit = subject && scene.units[subject.unit];
      return unit
        ? advice("place", [unit.id], { tries: [...given(subject), ...places(scene, question, unit)] })
        : advice("other", []);
    }
    case "PlaceCharacter": {
      const host = first(question, (a) => a.type === "Placement" && (a.host ?? -1) >= 0);
      const subject = question.subjects?.[0];
      const unit = question.unit ?? subject?.unit;
      const tries = subject ? given(subject) : [];
      return advice("place-character", unit === undefined ? [] : [unit], {
        choice: host,
        ...(tries.length > 0 && { tries }),
      });
    }
    case "FormTestudo":
      return chosen(question, "testudo", first(question, (answer) => answer.type === "No"), "other");
    case "DeclareCharge":
      return charge(question, scene);
    case "AnswerCharge":
      return reply(question, scene);
    case "OrderUnit":
      return move(question, scene, moved);
    case "NameShot":
      return chosen(
        question,
        "shoot",
        first(question, (answer) => answer.type === "Shot"),
        "no-shot",
      );
    case "HoldBack":
      return chosen(question, "pursue", first(question, (answer) => answer.type === "No"), "other");
    case "NameCombat":
      return chosen(question, "combat", 0, "other");
    case "RedressRanks":
      return chosen(question, "redress", first(question, (answer) => answer.type === "Done"), "other");
    case "IssueChallenge":
      return chosen(question, "challenge", first(question, (answer) => answer.type === "Done"), "other");
    case "FormRallied": {
      const unit = scene.units[unitsOf(question)[0] ?? question.subjects?.[0]?.unit ?? -1];
      if (!unit) return chosen(question, "other", 0, "other");
      return advice("rallied", [unit.id], { tries: stands(scene, question, unit) });
    }
    case "MayFallBack":
      return chosen(question, "stand", first(question, (answer) => answer.type === "No"), "other");
    case "NameDisengaging":
      return chosen(question, "stand", first(question, (answer) => answer.type === "Done"), "other");
    default:
      return chosen(question, "other", 0, "other");
  }
}
