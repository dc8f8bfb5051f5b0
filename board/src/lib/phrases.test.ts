import { describe, expect, it } from "vitest";

import lines from "./account-lines.json";
import { sentence, told } from "./phrases";
import refusals from "./refusals.json";
import { readLanguageFrom, say } from "./say";
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

describe("every refusal that the rules have", () => {
  it.each(refusals as readonly string[])("%s", (why) => {
    const said = sentence(why, "de");
    expect(said).not.toBe(why);
    expect(said).not.toMatch(ENGLISH);
  });
});

describe("a reason in a message of the catalogue", () => {
  it("is told in the reader's language", () => {
    readLanguageFrom(() => "de");
    expect(say({ key: "refuse.rule", args: [["why", "Phalanx is fleeing"]] })).toBe("Phalanx flieht");
    expect(say({ key: "detail.because", args: [["why", "soft cover"]] })).toBe("weiche Deckung");
    readLanguageFrom(() => "en");
    expect(say({ key: "refuse.rule", args: [["why", "Phalanx is fleeing"]] })).toBe("Phalanx is fleeing");
  });
});

/** Words that no German sentence has. */
const ENGLISH = /\b(the|charge|charges|needed|less|blows|shots|with|and|is|not|to|hit|wounded|saved|off|by|of|left)\b/;

describe("what battles of the older fixture never told", () => {
  it.each([
    [[words("Noble 1 joined "), unit("A")], "Noble 1 schloss sich an: A"],
    [[words("War wagon 5's crew lost 1 man, with 3 left")], "Die Mannschaft von War wagon 5 verlor 1 Mann, 3 übrig"],
    [[words("Rom tries to dispel River Mist: it holds.")], "Rom versucht River Mist zu bannen: Es misslingt."],
    [[unit("A"), words(" loses 3 men (2 of the spears and 1 of the bows): 8 left.")], "A verliert 3 Mann (2 der spears und 1 der bows): 8 übrig."],
    [[words("A stood still")], "A stand still"],
  ] as readonly (readonly [Part[], string])[])("%# is told", (parts, expected) => {
    expect(german(...parts)).toBe(expected);
  });
});

describe("whatever battles by lot have told", () => {
  it("is told in German", () => {
    const left = (lines as readonly (readonly Part[])[])
      .map((parts) => told(parts, "de"))
      .filter((parts) => parts.some((part) => part.type === "words" && ENGLISH.test(part.text)))
      .map((parts) => parts.map((part) => (part.type === "dice" ? "◻" : part.text)).join(""));
    expect(left.join("\n")).toBe("");
  });
});
