/** Where we are: the part of the address after "#", so that no link's token ever reaches a server's log. */

export interface Route {
  readonly page: "start" | "new" | "play" | "replay" | "rules" | "odds" | "guide" | "unknown";
  /** A token, or the id of a replay or of a rule. */
  readonly id: string;
}

const PAGES = ["new", "play", "replay", "rules", "odds", "guide"] as const;

/** The route that an address names. */
export function routeOf(hash: string): Route {
  const [page = "", ...rest] = hash.replace(/^#?\/?/, "").split("/");
  if (page === "") return { page: "start", id: "" };
  const known = PAGES.find((one) => one === page);
  return { page: known ?? "unknown", id: decoded(rest.join("/")) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A hand-written address may hold a lone "%".
  }
}

const state = $state({ route: routeOf(globalThis.location?.hash ?? "") });

globalThis.addEventListener?.("hashchange", () => {
  state.route = routeOf(location.hash);
});

export function route(): Route {
  return state.route;
}

export function go(path: string): void {
  location.hash = path;
}
