/** A scene kept up to date by what the server says has changed. */

import type { Changes, Scene } from "./wire";

/** The scene after these changes; units that have not changed stay the same objects. */
export function changed(scene: Scene, changes: Changes | null | undefined): Scene {
  if (!changes) return scene;
  let units = scene.units;
  if (changes.units?.length) {
    const all = [...units];
    for (const unit of changes.units) all[unit.id] = unit;
    units = all;
  }
  return {
    ...scene,
    units,
    clock: changes.clock ?? scene.clock,
    arrows: changes.arrows ?? scene.arrows,
    contacts: changes.contacts ?? scene.contacts,
    zones: changes.zones ?? scene.zones,
  };
}
