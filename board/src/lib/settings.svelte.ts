/** How the reader likes it: light, tempo, names on the table. Kept on the device. */

import { keepSetting, setting } from "./kept";

export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "usual" | "quick" | "off";

export const THEMES: readonly Theme[] = ["auto", "light", "dark"];
export const SPEEDS: readonly Speed[] = ["slow", "usual", "quick", "off"];

/** How long a moment takes, against the usual. */
const PACE: Readonly<Record<Speed, number>> = { slow: 1.5, usual: 0.7, quick: 0.3, off: 0 };

/** Seconds that dice take to fall at the usual tempo. */
const DICE = 0.5;

export const settings = $state<{
  theme: Theme;
  speed: Speed;
  labels: boolean;
  /** Whether single letters are shortcuts: whoever speaks to the machine may not want it. */
  letters: boolean;
}>({
  theme: THEMES.find((one) => one === setting("theme", "auto")) ?? "auto",
  speed: SPEEDS.find((one) => one === setting("speed", "usual")) ?? "usual",
  labels: setting("labels", "on") === "on",
  letters: setting("letters", "on") === "on",
});

/** Put the theme in force: `data-theme` of the page, which theme.css reads; none is the device's own. */
export function applyTheme(): void {
  if (settings.theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = settings.theme;
}

export function setTheme(theme: Theme): void {
  settings.theme = theme;
  keepSetting("theme", theme);
  applyTheme();
}

export function setSpeed(speed: Speed): void {
  settings.speed = speed;
  keepSetting("speed", speed);
}

export function setLabels(on: boolean): void {
  settings.labels = on;
  keepSetting("labels", on ? "on" : "off");
}

export function setLetters(on: boolean): void {
  settings.letters = on;
  keepSetting("letters", on ? "on" : "off");
}

export function pace(): number {
  return PACE[settings.speed];
}

export function diceFor(): number {
  return DICE * pace();
}
