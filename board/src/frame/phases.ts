/** The phases of a player's turn as the head of the table shows them, by their names on the wire. */

export const PHASES: readonly string[] = [
  "start of turn",
  "declare charges",
  "rally",
  "compulsory moves",
  "move chargers",
  "remaining moves",
  "magic",
  "shooting",
  "close combat",
];

/** "declare charges" is spoken by "phase.declare-charges". */
export function phaseKey(phase: string): string {
  return `phase.${phase.replaceAll(" ", "-")}`;
}
