/** Whether the page is a phone's: then the question is a sheet below the table, with the rest as its tabs. */

const NARROW = "(max-width: 760px)";

const state = $state({ phone: globalThis.matchMedia?.(NARROW).matches ?? false });

globalThis.matchMedia?.(NARROW).addEventListener("change", (event) => {
  state.phone = event.matches;
});

export const screen = {
  get phone(): boolean {
    return state.phone;
  },
};
