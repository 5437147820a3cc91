/** The newest clock among the events that have gone by: the effective time of the last of them, where all have gone by. */
export class WalkClock {
  /** Milliseconds. */
  at = 0;

  pass(recordedAt: string | null): void {
    const at = Date.parse(recordedAt ?? '');
    if (at > this.at) this.at = at;
  }
}
