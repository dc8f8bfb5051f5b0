/** The questions that odds answer: what each needs to be told, and an instance of it. */

export type Field =
  | "ours"
  | "theirs"
  | "inches"
  | "margin"
  | "moved"
  | "cover"
  | "response"
  | "hold_back"
  | "lost"
  | "modifier";

export interface OddsKind {
  readonly kind: string;
  readonly fields: readonly Field[];
  readonly example: Readonly<Partial<Record<Field, string | number | boolean>>>;
}

export const KINDS: readonly OddsKind[] = [
  {
    kind: "charge",
    fields: ["ours", "theirs", "inches", "response"],
    example: { ours: "24 warriors, 8 wide", theirs: "12 roman archers", inches: 8 },
  },
  {
    kind: "fight",
    fields: ["ours", "theirs"],
    example: { ours: "18 legionaries, 6 wide, charging", theirs: "24 warriors, 8 wide" },
  },
  {
    kind: "round",
    fields: ["ours", "theirs"],
    example: { ours: "6 noble cavalry, charging", theirs: "20 auxilia, struck in the flank" },
  },
  {
    kind: "volley",
    fields: ["ours", "theirs", "inches", "cover", "moved"],
    example: { ours: "12 roman archers", theirs: "24 warriors, 8 wide", inches: 10 },
  },
  {
    kind: "break-test",
    fields: ["ours", "margin"],
    example: { ours: "20 auxilia", margin: 2 },
  },
  {
    kind: "leadership",
    fields: ["ours", "modifier"],
    example: { ours: "18 legionaries, with a general", modifier: 0 },
  },
  { kind: "rally", fields: ["ours", "lost"], example: { ours: "20 auxilia", lost: 6 } },
  {
    kind: "flight",
    fields: ["ours", "theirs", "hold_back"],
    example: { ours: "20 auxilia", theirs: "6 noble cavalry" },
  },
  { kind: "reach", fields: ["ours", "inches"], example: { ours: "6 light cavalry", inches: 10 } },
];
