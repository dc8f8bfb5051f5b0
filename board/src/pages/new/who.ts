/** Who may play a side. */

export type SideName = "red" | "blue";
export type Who = "me" | "friend" | "here" | "bot:steady" | "bot:random";

export const SIDES: readonly SideName[] = ["red", "blue"];
export const WHO: readonly Who[] = ["me", "friend", "here", "bot:steady", "bot:random"];

export const WHOS_HINTS: Readonly<Partial<Record<Who, string>>> = {
  "bot:steady": "new.who.bot.steady.hint",
  "bot:random": "new.who.bot.random.hint",
};
