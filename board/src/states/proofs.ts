/** What the server says of a record that it has verified. */

export interface Proof {
  readonly verified: boolean;
  /** What was proved, line by line. */
  readonly said?: readonly string[];
  readonly why?: string;
  readonly line?: number | null;
}
