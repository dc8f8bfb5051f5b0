/** Where names go on the table, so that neighbours' don't lie on each other. Pixels of the drawing, y down. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Wanted {
  /** How wide the text is, about. */
  readonly wide: number;
  /** What it names. */
  readonly body: Box;
}

export interface Spot {
  /** The middle of the text, and its base line. */
  readonly x: number;
  readonly y: number;
}

const HIGH = 14;
const AIR = 2;
/** A name over another can't be read; over a unit it can. */
const OVER_NAME = 4;

export function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const up = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && up > 0 ? across * up : 0;
}

function boxAt(spot: Spot, wide: number): Box {
  return {
    left: spot.x - wide / 2,
    right: spot.x + wide / 2,
    top: spot.y - HIGH + 3,
    bottom: spot.y + 3,
  };
}

/** Places to try for one name, the best first: below, above, lower, higher, beside. */
function tries({ wide, body }: Wanted): readonly Spot[] {
  const middle = (body.left + body.right) / 2;
  const below = body.bottom + HIGH - 1;
  const above = body.top - AIR - 3;
  const beside = (body.top + body.bottom) / 2 + 4;
  return [
    { x: middle, y: below },
    { x: middle, y: above },
    { x: middle, y: below + HIGH },
    { x: middle, y: above - HIGH },
    { x: body.right + AIR + wide / 2, y: beside },
    { x: body.left - AIR - wide / 2, y: beside },
  ];
}

/** A spot for each name, in the order given, between these edges. */
export function spots(
  wanted: readonly Wanted[],
  from = -Infinity,
  to = Infinity,
): readonly Spot[] {
  const taken: Box[] = [];
  return wanted.map((one) => {
    let best: Spot = { x: 0, y: 0 };
    let least = Infinity;
    for (const [rank, wish] of tries(one).entries()) {
      const x = Math.min(to - one.wide / 2, Math.max(from + one.wide / 2, wish.x));
      const spot = { x, y: wish.y };
      const box = boxAt(spot, one.wide);
      let cost = rank * 3;
      for (const name of taken) cost += OVER_NAME * overlap(box, name);
      for (const other of wanted) if (other !== one) cost += overlap(box, other.body);
      if (cost < least) {
        least = cost;
        best = spot;
      }
    }
    taken.push(boxAt(best, one.wide));
    return best;
  });
}

/** Where the name of a piece of terrain lies under the fewest units: in its middle, or above or below that. */
export function quietest(
  about: Box,
  size: { readonly wide: number; readonly lines: number },
  bodies: readonly Box[],
): Spot {
  const high = HIGH * size.lines;
  const x = (about.left + about.right) / 2;
  const middle = (about.top + about.bottom - high) / 2 + HIGH - 3;
  const inside = [middle, about.bottom - high + HIGH - 3, about.top + HIGH];
  const outside = [about.bottom + HIGH, about.top - high + HIGH - AIR];
  let best: Spot = { x, y: middle };
  let least = Infinity;
  for (const [rank, y] of [...inside, ...outside].entries()) {
    const first = boxAt({ x, y }, size.wide);
    const box = { ...first, bottom: first.top + high };
    const cost = bodies.reduce((sum, body) => sum + overlap(box, body), rank * 3);
    if (cost >= least) continue;
    least = cost;
    best = { x, y };
  }
  return best;
}
