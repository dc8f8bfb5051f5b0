import { describe, expect, it } from "vitest";

import lines from "./account-lines.json";
import { sentence, told } from "./phrases";
import type { Entry } from "./wire";

type Part = Entry["parts"][number];
const unit = (text: string): Part => ({ type: "unit", unit: 0, text, side: "red" });
const words = (text: string): Part => ({ type: "words", text });
const dice: Part = { type: "dice", label: "to hit", faces: [1, 6], need: 4, at_most: false, passed: 1, first: 0 };

function german(...parts: Part[]): string {
  return told(parts, "de")
    .map((part) => (part.type === "dice" ? "[dice]" : part.text))
    .join("");
}

describe("the account in German", () => {
  it.each([
    [[unit("Reiter"), words(" charges "), unit("Krieger"), words(" in front.")], "Reiter greift Krieger von vorn an."],
    [[unit("Reiter"), words(" moves 1 inch.")], "Reiter zieht 1 Zoll."],
    [
      [unit("A"), words(" needed 7 or less to rally: "), dice, words(" fled on.")],
      "A brauchte 7 oder weniger, um sich zu sammeln: [dice] floh weiter.",
    ],
    [
      [unit("A"), words(", 9 blows at "), unit("B"), words(" and "), unit("C"), words(": "), dice, dice, words(" 4 hit, 2 wounded, 1 saved.")],
      "A schlägt 9-mal auf B und C: [dice][dice] 4 getroffen, 2 verwundet, 1 gerettet.",
    ],
    [[words("Turn 3: The raiders")], "Zug 3: The raiders"],
    [
      [words("Result: Rome wounds 2, ranks 1 = 3; The raiders 0. Rome wins by 3.")],
      "Ergebnis: Rome Wunden 2, Glieder 1 = 3; The raiders 0. Rome gewinnt mit 3.",
    ],
    [
      [words("The battle is over: an army broke. A decisive victory for The night, 400 to 20 points.")],
      "Die Schlacht ist vorbei: ein Heer ist gebrochen. Ein entscheidender Sieg für The night, 400 zu 20 Punkten.",
    ],
    [[unit("A"), words(" and "), unit("B"), words(" against "), unit("C"), words(".")], "A und B gegen C."],
  ] as readonly (readonly [Part[], string])[])("%# is told in its own order", (parts, expected) => {
    expect(german(...parts)).toBe(expected);
  });

  it("keeps what it does not know, and English as it is", () => {
    const odd = [unit("A"), words(" juggles "), unit("B"), words(".")];
    expect(told(odd, "de")).toBe(odd);
    const known = [unit("A"), words(" breaks.")];
    expect(told(known, "en")).toBe(known);
  });
});

describe("why not", () => {
  it("is told in German where it is known", () => {
    expect(sentence("Warriors needs 9 inches, 4 are left", "de")).toBe("Warriors braucht 9 Zoll, 4 sind übrig");
    expect(sentence("something else", "de")).toBe("something else");
    expect(sentence("Warriors needs 9 inches, 4 are left", "en")).toBe("Warriors needs 9 inches, 4 are left");
  });
});

/** Words that no German sentence has. */
const ENGLISH = /\b(the|charge|charges|needed|less|blows|shots|with|and|is|not|to|hit|wounded|saved|off|by|of|left)\b/;

describe("whatever battles by lot have told", () => {
  it("is told in German", () => {
    const left = (lines as readonly (readonly Part[])[])
      .map((parts) => told(parts, "de"))
      .filter((parts) => parts.some((part) => part.type === "words" && ENGLISH.test(part.text)))
      .map((parts) => parts.map((part) => (part.type === "dice" ? "◻" : part.text)).join(""));
    expect(left.join("\n")).toBe("");
  });
});
