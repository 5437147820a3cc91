/** The last event that counts (inclusive). */
export interface Cut {
  readonly position: bigint;
}
