/** The language in force: a reactive place, so that every sentence on the page follows the switch. */

import { keepLanguage, type Language, preferred, readLanguageFrom } from "./say";

const state = $state<{ language: Language }>({ language: "en" });

/** Once, before the page is drawn. */
export function startLanguage(): void {
  state.language = preferred();
  readLanguageFrom(() => state.language);
  document.documentElement.lang = state.language;
}

export function language(): Language {
  return state.language;
}

export function speak(wanted: Language): void {
  state.language = wanted;
  document.documentElement.lang = wanted;
  keepLanguage(wanted);
}
