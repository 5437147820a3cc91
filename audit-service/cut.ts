/** Up to where history is looked at: a moment, or the position of an event. What is at it counts. */
export type Cut = { readonly moment: string } | { readonly position: bigint };

/** Where an event is in history. */
export interface PlaceInHistory {
  readonly position: bigint;
  /** ISO 8601 UTC. */
  readonly recordedAt: string;
}

export function isWithin(cut: Cut, { position, recordedAt }: PlaceInHistory): boolean {
  return 'position' in cut ? position <= cut.position : Date.parse(recordedAt) <= Date.parse(cut.moment);
}
