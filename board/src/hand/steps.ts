/** Manoeuvres in words, by keys of the catalogue. */

import { say } from "../lib/say";
import type { Manoeuvre } from "../lib/wire";

/** A manoeuvre as a slip tells it: "Wheel 22°", "advance 2.2″". */
export function told(step: Manoeuvre): string {
  switch (step.type) {
    case "Advance":
    case "Backward":
      return say(`hand.step.${step.type}`, { inches: tenth(step.inches) });
    case "Sidestep":
      return say(step.inches < 0 ? "hand.step.Sidestep.left" : "hand.step.Sidestep.right", {
        inches: tenth(Math.abs(step.inches)),
      });
    case "Wheel":
      return say(`hand.step.Wheel.${step.about}`, { degrees: Math.round(step.degrees) });
    case "TurnModels":
      return say(`hand.step.TurnModels.${step.to}`);
    case "ChangeFormation":
    case "Reform":
    case "CloseUp":
      return say(`hand.step.${step.type}`, { files: step.files });
    default:
      return say(`hand.step.${step.type}`);
  }
}

export function tenth(figure: number): string {
  return figure.toFixed(1).replace(/\.0$/, "");
}
