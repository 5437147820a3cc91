/** The newest recording time so far. In a replay of all events it is the effective time of the last one. */
export class WalkClock {
  /** Milliseconds. */
  at = 0;

  pass(recordedAt: string | null): void {
    const at = Date.parse(recordedAt ?? '');
    if (at > this.at) this.at = at;
  }
}
