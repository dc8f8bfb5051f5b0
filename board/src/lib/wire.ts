// Made by tools/make_wire.py from the server's own types: change those, not this file.
// Inches on the table; degrees clockwise from up. A field with "?" is left out where it is as usual.

export const PROTOCOL = 1;

/** The answer, the undo or the word `id` is done, and safely stored. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: number;
}

/** Straight ahead, in inches. */
export interface Advance {
  readonly type: "Advance";
  readonly inches: number;
}

/** Where a stone is thrown: direction in degrees, and inches from the middle of the engine's front edge. */
export interface Aim {
  readonly type: "Aim";
  readonly facing: number;
  readonly inches: number;
}

/** Whom the models with a choice strike. */
export interface Allotment {
  readonly type: "Allotment";
  readonly target: number;
}

/** An answer to question `n`. Told again with the same `id` it counts once. */
export interface Answer {
  readonly type: "answer";
  readonly id: number;
  readonly n: number;
  readonly answer: AskAnswer;
}

/** A line of equipment on a unit's card. */
export interface Arm {
  readonly name: string;
  readonly text: string;
  readonly rule: string;
  readonly mark: string;
}

/** The close-combat weapon used this round, by name. */
export interface Arms {
  readonly type: "Arms";
  readonly weapon: string;
}

/** A charge under way. */
export interface Arrow {
  readonly charger: number;
  readonly target: number;
  readonly facing: "front" | "left" | "rear" | "right";
  readonly stage: "answered" | "declared" | "moved";
}

/** What are the chances, for each of these choices of question `n`? */
export interface AskOdds {
  readonly type: "odds";
  readonly id: number;
  readonly n: number;
  readonly choices?: readonly number[];
}

/** The next question, once all that came before it is told; None: the battle is over. */
export interface Asked {
  readonly type: "asked";
  readonly seq: number;
  readonly asked: Question | Waiting | null;
  readonly outcome: Outcome | null;
}

/** Straight back, facing kept. */
export interface Backward {
  readonly type: "Backward";
  readonly inches: number;
}

/** What never changes about a unit: its profile, its arms, its special rules. */
export interface Card {
  readonly id: number;
  readonly title: string;
  readonly points: number;
  readonly figures: readonly (readonly [string, number | string])[];
  readonly arms: readonly Arm[];
  readonly traits: readonly (readonly [string, string])[];
  readonly command: readonly string[];
}

/** `wizard` casts the spell of that name at `target`. */
export interface Cast {
  readonly type: "Cast";
  readonly wizard: number;
  readonly spell: string;
  readonly target: number;
}

/** To this many files. */
export interface ChangeFormation {
  readonly type: "ChangeFormation";
  readonly files: number;
}

/** What is otherwise than in the scene before; what is left out is as it was. */
export interface Changes {
  readonly units?: readonly UnitScene[];
  readonly clock?: Clock | null;
  readonly arrows?: readonly Arrow[] | null;
  readonly contacts?: readonly (readonly [number, number])[] | null;
  readonly zones?: readonly ZoneScene[] | null;
}

/** `charger` charges `target`. */
export interface ChargeOrder {
  readonly type: "ChargeOrder";
  readonly charger: number;
  readonly target: number;
}

/** A word to the others: at most 500 characters. `Accepted` says that it is kept and told. */
export interface Chat {
  readonly type: "chat";
  readonly text: string;
  readonly id?: number;
}

/** Something that may be answered. */
export interface Choice {
  readonly answer: AskAnswer;
  readonly label: Say;
  readonly details?: readonly Say[];
  readonly key?: string;
  readonly units?: readonly number[];
  readonly rules?: readonly string[];
  readonly ends?: boolean;
}

/** Where in the battle we are. */
export interface Clock {
  readonly turn: number;
  readonly turns: number;
  readonly side: Side;
  readonly phase: string;
  readonly points: Pair<number>;
  readonly cards: Pair<number>;
}

/** Skirmishers form ranks of this many files, facing so. */
export interface CloseUp {
  readonly type: "CloseUp";
  readonly files: number;
  readonly facing: number;
}

/** The server ends this connection, and why. */
export interface Closing {
  readonly type: "closing";
  readonly code: "away" | "broken" | "flood" | "full" | "junk" | "protocol" | "rules" | "token";
  readonly why: Say;
}

/** Dice that fell together. `label`: what for, in words ("to hit"). `need`: the least face that succeeds, or of a test the most that the sum may be; 0: no such figure. */
export interface DiceShown {
  readonly type: "dice";
  readonly label: string;
  readonly faces: readonly number[];
  readonly need: number;
  readonly at_most: boolean;
  readonly passed: number;
  readonly first: number;
}

/** No more of these. */
export interface Done {
  readonly type: "Done";
}

export type EndReason = "the last turn is over" | "a side has no unit left" | "an army broke";

/** One line of the account. */
export interface Entry {
  readonly level: "line" | "phase" | "turn";
  readonly parts: readonly Part[];
  readonly rules: readonly string[];
  readonly units: readonly number[];
  readonly at: readonly [number, number] | null;
  readonly weight: "great" | "minor" | "usual";
}

/** A single model goes straight to a place and faces any way there. */
export interface Go {
  readonly type: "Go";
  readonly to: Pose;
}

/** The referee refuses it, and says why; `nearest` is what would still be allowed, if anything is. */
export interface Illegal {
  readonly type: "illegal";
  readonly rule: string;
  readonly why: string;
  readonly at?: readonly [number, number] | null;
  readonly cost?: number;
  readonly nearest?: Legal | null;
}

/** Take a seat. `seen`: the last `seq` of which the page still has the entries; -1: of none. */
export interface Join {
  readonly type: "join";
  readonly token: string;
  readonly protocol: number;
  readonly seen?: number;
  readonly name?: string;
}

/** A character moves into touch with a unit and joins it. */
export interface JoinOrder {
  readonly type: "Join";
  readonly host: number;
  readonly edge?: "" | "front" | "left" | "rear" | "right";
}

/** The answer to a `Preview`. */
export interface Judged {
  readonly type: "judged";
  readonly id: number;
  readonly n: number;
  readonly verdict: Verdict;
}

/** A character leaves his unit, stepping out to this place. */
export interface LeaveOrder {
  readonly type: "Leave";
  readonly to: Pose;
}

/** The referee allows it: where it leads and what it costs, in inches. */
export interface Legal {
  readonly type: "legal";
  readonly answer: AskAnswer;
  readonly end?: Pose | null;
  readonly width?: number;
  readonly depth?: number;
  readonly models?: readonly Model[];
  readonly path?: readonly Pose[];
  readonly cost?: number;
  readonly left?: number;
}

/** Draw something of a unit on the table, as the rules allow one to know it. */
export interface Look {
  readonly type: "look";
  readonly id: number;
  readonly what: "arc" | "command" | "march-block" | "reach" | "sight" | "tape";
  readonly unit: number;
  readonly to?: number | null;
}

/** One base: the middle of it in the unit's frame, inches; `turn` in degrees from the unit's facing. */
export interface Model {
  readonly x: number;
  readonly y: number;
  readonly role: "character" | "crew" | "engine" | "front" | "leader" | "man" | "musician" | "standard";
  readonly turn: number;
}

/** Models of engaged skirmishers that fight nobody move up. */
export interface MoveUp {
  readonly type: "MoveUp";
}

/** This unit. */
export interface Named {
  readonly type: "Named";
  readonly unit: number;
}

/** Leave it. */
export interface No {
  readonly type: "No";
}

/** The answer to `AskOdds`; choices of which nothing can be told are left out. */
export interface Odds {
  readonly type: "chances";
  readonly id: number;
  readonly n: number;
  readonly outlooks: readonly Outlook[];
}

/** A kind of men of a unit of several, by its place from the front; -1: no matter which. */
export interface OfKind {
  readonly type: "OfKind";
  readonly kind: number;
}

/** A unit's name. */
export interface OfUnit {
  readonly type: "unit";
  readonly unit: number;
  readonly text: string;
  readonly side: Side;
}

/** A formed unit that may skirmish does so, with this gap in inches. */
export interface OpenOut {
  readonly type: "OpenOut";
  readonly gap: number;
}

/** What one unit is to do in the remaining moves. */
export interface Order {
  readonly type: "Order";
  readonly unit: number;
  readonly manoeuvres: readonly Manoeuvre[];
  readonly march?: boolean;
}

/** How the battle ended. */
export interface Outcome {
  readonly reason: EndReason;
  readonly points: Pair<number>;
  readonly winner: Side | null;
  readonly decisive?: boolean;
}

/** The chances of one choice: outcomes from best to worst for who asks, which sum to 1 with `unknown`. */
export interface Outlook {
  readonly choice: number;
  readonly title: Say;
  readonly shares: readonly (readonly [string, number])[];
  readonly unknown?: number;
  readonly error?: number;
}

/** One thing for each side. */
export interface Pair<T> {
  readonly red: T;
  readonly blue: T;
}

/** A deployment zone, by its place in `Field.zones`. */
export interface PickZone {
  readonly type: "PickZone";
  readonly zone: number;
}

/** A piece of terrain. `counts_as`: keys of the catalogue, as "difficult", "soft-cover". */
export interface Piece {
  readonly name: string;
  readonly look: string;
  readonly outline: readonly (readonly [number, number])[];
  readonly counts_as: readonly string[];
}

/** Is anybody there? */
export interface Ping {
  readonly type: "ping";
  readonly id: number;
}

/** A war engine turns about its middle, to face so. */
export interface Pivot {
  readonly type: "Pivot";
  readonly facing: number;
}

/** A unit is put on the table: the middle of its front edge, or a skirmishing unit's spread. */
export interface Placement {
  readonly type: "Placement";
  readonly unit: number;
  readonly pose: Pose;
  readonly files?: number;
  readonly skirmish?: boolean;
  readonly gap?: number;
  readonly host?: number;
}

/** Skirmishers: where each model ends, in the order of `Unit.places`. */
export interface Places {
  readonly type: "Places";
  readonly places: readonly Pose[];
}

/** Here. */
export interface Pong {
  readonly type: "pong";
  readonly id: number;
}

/** The middle of a body's front edge (inches) and its facing (degrees, [0, 360)). */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly facing: number;
}

/** Who is here has changed. */
export interface Presence {
  readonly type: "presence";
  readonly seats: readonly SeatTaken[];
}

/** What would the referee say? Changes nothing. */
export interface Preview {
  readonly type: "preview";
  readonly id: number;
  readonly n: number;
  readonly answer: AskAnswer;
}

/** What is asked now. `n` names it: an answer to another question is refused. */
export interface Question {
  readonly type: "question";
  readonly n: number;
  readonly side: Side;
  readonly kind: string;
  readonly mode: "aim" | "choose" | "form" | "order" | "place";
  readonly title: Say;
  readonly hint: Say;
  readonly rule: string;
  readonly unit?: number | null;
  readonly other?: number | null;
  readonly choices?: readonly Choice[];
  readonly subjects?: readonly Subject[];
  readonly where?: readonly string[];
  readonly can_undo?: boolean;
}

/** Any formation, facing any way, about the unit's centre. */
export interface Reform {
  readonly type: "Reform";
  readonly files: number;
  readonly facing: number;
}

/** Request `id` is refused; nothing has changed. */
export interface Refused {
  readonly type: "refused";
  readonly id: number;
  readonly code: "busy" | "late" | "odd" | "rule" | "turn" | "undo";
  readonly why: Say;
  readonly verdict?: Verdict | null;
}

/** How the target of a charge answers it. `at`: the character in the charger's ranks at whom it shoots. */
export interface Reply {
  readonly type: "Reply";
  readonly response: Response;
  readonly at?: number;
}

/** The answers to a charge. */
export type Response = 
  | "hold"
  | "stand and shoot"
  | "flee"
  | "fire and flee"
  | "counter-charge"
  | "open lanes";

/** An answer was taken back: entries from after `to` up to `seq` are void; the battle is as in `scene`. */
export interface Rewound {
  readonly type: "rewound";
  readonly seq: number;
  readonly to: number;
  readonly scene: Scene;
}

/** A word of the chat. */
export interface Said {
  readonly type: "said";
  readonly who: "blue" | "both" | "red" | "watch";
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** A message of the catalogue with its arguments, by name; a page puts names in place of unit ids. */
export interface Say {
  readonly key: string;
  readonly args?: readonly (readonly [string, number | string])[];
  readonly units?: readonly (readonly [string, number])[];
}

/** A whole battle as it is drawn; `units` is the unit with that id. */
export interface Scene {
  readonly scenario: string;
  readonly armies: Pair<string>;
  readonly width: number;
  readonly height: number;
  readonly terrain: readonly Piece[];
  readonly zones: readonly ZoneScene[];
  readonly units: readonly UnitScene[];
  readonly arrows: readonly Arrow[];
  readonly contacts: readonly (readonly [number, number])[];
  readonly clock: Clock;
  readonly options: readonly string[];
}

/** Who sits where. */
export interface SeatTaken {
  readonly who: "blue" | "both" | "red" | "watch";
  readonly kind: "bot" | "person";
  readonly name?: string;
  readonly present?: number;
}

/** The answer to `Look`, or why it may not be known. */
export interface Seen {
  readonly type: "seen";
  readonly id: number;
  readonly shapes: readonly Shape[];
  readonly illegal: Illegal | null;
}

/** Something drawn on the table, in inches: a polygon, a circle or a line, with a word to it. */
export interface Shape {
  readonly points?: readonly (readonly [number, number])[];
  readonly centre?: readonly [number, number] | null;
  readonly radius?: number;
  readonly open?: boolean;
  readonly label?: Say | null;
  readonly tone?: "arc" | "block" | "command" | "hidden" | "reach" | "sight" | "tape";
}

/** `shooter` shoots at `target` with the weapon of that name. */
export interface Shot {
  readonly type: "Shot";
  readonly shooter: number;
  readonly target: number;
  readonly weapon: string;
  readonly second?: number;
}

/** One of the two armies. */
export type Side = "red" | "blue";

/** Sideways, facing kept; to the right if positive. */
export interface Sidestep {
  readonly type: "Sidestep";
  readonly inches: number;
}

/** Skirmishers: in loose files about a pose, `gap` inches between bases. */
export interface Spread {
  readonly type: "Spread";
  readonly pose: Pose;
  readonly files: number;
  readonly gap: number;
}

/** A formation to take up: files, and facing in degrees; in ranks, or loose. */
export interface Stand {
  readonly type: "Stand";
  readonly files: number;
  readonly facing: number;
  readonly skirmish?: boolean;
}

/** A leader or a character of an engaged unit moves to where the fighting is. */
export interface StepToFight {
  readonly type: "StepToFight";
  readonly who: number;
  readonly edge: "front" | "left" | "rear" | "right";
}

/** A unit that may be moved or placed now, and with what. */
export interface Subject {
  readonly unit: number;
  readonly tools?: readonly Tool[];
  readonly inches?: number;
  readonly may_march?: boolean;
  readonly files?: readonly [number, number];
  readonly place?: Placement | null;
  readonly march_test?: boolean;
}

/** Something has happened: what the account says of it, and what has changed on the table. */
export interface Told {
  readonly type: "told";
  readonly seq: number;
  readonly entries?: readonly Entry[];
  readonly changes?: Changes | null;
  readonly pause?: number;
}

/** A manoeuvre that the pending question's subject may be tried with; the referee judges each use. */
export interface Tool {
  readonly kind: "advance" | "backward" | "close-up" | "files" | "go" | "join" | "leave" | "move-up" | "open-out" | "pivot" | "reform" | "sidestep" | "spread" | "step" | "turn" | "wheel";
  readonly key: string;
  readonly choices?: readonly AskAnswer[];
  readonly rule?: string;
}

/** Every model turns in place by 90 degrees, or about by 180. */
export interface TurnModels {
  readonly type: "TurnModels";
  readonly to: "about" | "left" | "right";
}

/** Take the last answer back. */
export interface Undo {
  readonly type: "undo";
  readonly id: number;
  readonly n: number;
}

/** One unit as it is drawn. */
export interface UnitScene {
  readonly id: number;
  readonly side: Side;
  readonly name: string;
  readonly kind: string;
  readonly formation: "formed" | "mob" | "single" | "skirmish";
  readonly status: "destroyed" | "joined" | "left" | "returning" | "table" | "waiting";
  readonly strength: number;
  readonly began: number;
  readonly pose: Pose;
  readonly width: number;
  readonly depth: number;
  readonly files: number;
  readonly base: readonly [number, number];
  readonly models: readonly Model[];
  readonly states: readonly ("charged" | "charging" | "engaged" | "fell-back" | "fleeing" | "frenzied" | "jammed" | "marched" | "moved" | "rallied" | "shieldwall" | "shot" | "skirmishing" | "stampeding" | "testudo" | "waiting")[];
  readonly character: boolean;
  readonly general: boolean;
  readonly battle_standard: boolean;
  readonly command: number;
  readonly host: number | null;
}

/** A card is spent to dispel the spell of that name that lies upon `unit`. */
export interface Unravel {
  readonly type: "Unravel";
  readonly unit: number;
  readonly spell: string;
}

/** Somebody else is asked. What exactly is told only to whom it concerns. */
export interface Waiting {
  readonly type: "waiting";
  readonly n: number;
  readonly side: Side;
  readonly kind: string;
  readonly bot?: boolean;
  readonly can_undo?: boolean;
}

/** You are seated. `scene` is the battle now, `entries` the account so far (its last part). */
export interface Welcome {
  readonly type: "welcome";
  readonly battle: string;
  readonly title: string;
  readonly seat: "blue" | "both" | "red" | "watch";
  readonly seq: number;
  readonly scene: Scene;
  readonly cards: readonly Card[];
  readonly entries: readonly (readonly [number, Entry])[];
  readonly seats: readonly SeatTaken[];
  readonly asked: Question | Waiting | null;
  readonly outcome: Outcome | null;
  readonly chats: readonly Said[];
  readonly commitment: string;
  readonly guide: string;
  readonly since: number;
  readonly seeded: boolean;
}

/** Forward about a front corner: `about="left"` turns to the left. Degrees, 0 to 90. */
export interface Wheel {
  readonly type: "Wheel";
  readonly degrees: number;
  readonly about: "left" | "right";
}

/** Files added to each side after a won round; men beyond the enemy line lap round. */
export interface Widen {
  readonly type: "Widen";
  readonly left: number;
  readonly right: number;
}

/** No: this character retires to the back of his unit. */
export interface Withdraw {
  readonly type: "Withdraw";
  readonly unit: number;
}

/** Plain text. */
export interface Words {
  readonly type: "words";
  readonly text: string;
}

/** Do it. */
export interface Yes {
  readonly type: "Yes";
}

/** A deployment zone; `side` once it is dealt. */
export interface ZoneScene {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly side: Side | null;
}

export type Manoeuvre = 
  | Advance
  | Wheel
  | TurnModels
  | ChangeFormation
  | Reform
  | Pivot
  | Backward
  | Sidestep
  | Go
  | Places
  | Spread
  | CloseUp
  | OpenOut
  | JoinOrder
  | LeaveOrder
  | StepToFight
  | MoveUp;

export type AskAnswer = 
  | Done
  | Named
  | Yes
  | No
  | PickZone
  | Placement
  | ChargeOrder
  | Reply
  | Stand
  | Order
  | Shot
  | Aim
  | Arms
  | Allotment
  | OfKind
  | Withdraw
  | Widen
  | Cast
  | Unravel;

export type Part = Words | OfUnit | DiceShown;

export type Verdict = Legal | Illegal;

export type FromClient = Join | Answer | Preview | Undo | AskOdds | Look | Chat | Ping;

export type FromServer = 
  | Welcome
  | Told
  | Asked
  | Rewound
  | Accepted
  | Refused
  | Judged
  | Odds
  | Seen
  | Said
  | Presence
  | Pong
  | Closing;
