import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";

import { catalogue, fallback, LANGUAGES, percent, readLanguageFrom, readNamesFrom, say, spoken } from "./say";

function argumentsOf(elements: readonly MessageFormatElement[]): Set<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.add(element.value);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) {
        for (const name of argumentsOf(option.value)) found.add(name);
      }
    }
  }
  return found;
}

const english = catalogue("en");

describe("the catalogue", () => {
  for (const language of LANGUAGES) {
    it(`is complete in ${language}, with the same arguments`, () => {
      const theirs = catalogue(language);
      expect(Object.keys(theirs).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(english)) {
        const told = parse(theirs[key] ?? "", { ignoreTag: true });
        expect([key, argumentsOf(told)]).toEqual([
          key,
          argumentsOf(parse(text, { ignoreTag: true })),
        ]);
      }
    });
  }
});

describe("the page", () => {
  const sources = import.meta.glob<string>("../**/*.{svelte,ts}", {
    eager: true,
    query: "?raw",
    import: "default",
  });

  it("says nothing that the catalogue lacks", () => {
    const lacking: string[] = [];
    for (const [path, source] of Object.entries(sources)) {
      if (path.endsWith(".test.ts")) continue;
      for (const [, key] of source.matchAll(/\bsay\(\s*"([\w.:-]+)"/g)) {
        if (key && english[key] === undefined) lacking.push(`${path}: ${key}`);
      }
    }
    expect(lacking).toEqual([]);
  });
});

describe("say", () => {
  it("counts in words", () => {
    readLanguageFrom(() => "en");
    expect(say("rules.found", { count: 1 })).toBe("1 rule");
    expect(say("rules.found", { count: 0 })).toBe("No rule has all of these words");
    readLanguageFrom(() => "de");
    expect(say("rules.found", { count: 2 })).toBe("2 Regeln");
    readLanguageFrom(() => "en");
  });

  it("puts names in place of units, as parts of their own", () => {
    readNamesFrom((unit) => ["Tribune", "First cohort"][unit] ?? "");
    const message = { key: "start.mine.forget", units: [["title", 1] as const] };
    expect(say(message)).toBe("Forget First cohort");
    expect(spoken(message)).toEqual([{ text: "Forget " }, { text: "First cohort", unit: 1 }]);
  });

  it("makes words of a key that has none", () => {
    expect(say({ key: "ask.SurelyUnknown.title" })).toBe("Surely unknown");
    expect(fallback("outcome.they-may-break")).toBe("They may break");
  });

  it("does not break where an argument is missing", () => {
    expect(say("start.mine.forget")).toBe("Forget");
  });

  it("shows no false precision", () => {
    expect(percent(0.444)).toBe("44\u00a0%");
    expect(percent(0.001)).toBe("< 1\u00a0%");
    expect(percent(0)).toBe("0\u00a0%");
    expect(percent(0.999)).toBe("> 99\u00a0%");
  });
});
