/** How fast a replay may be played, against the pace of a hand. */
export const TEMPI: readonly number[] = [0.5, 1, 2, 4, 8];

/** Seconds that the shortest step with words stands, so that it can be read. */
export const READING = 0.55;
