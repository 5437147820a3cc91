/** How long an instance that could not be reached is asked last, in milliseconds. */
const LEFT_ALONE_MS = 1_000;

/** The instances of a service, asked in turn. One that could not be reached waits behind the others for a while. */
export class Upstreams {
  private next = 0;
  private readonly leftAloneUntil = new Map<string, number>();

  /** @param addresses at least one, without a slash at the end */
  constructor(
    private readonly addresses: readonly string[],
    private readonly now: () => number = Date.now,
  ) {
    if (addresses.length === 0) throw new Error('There is no instance to ask.');
  }

  /** Every instance, in the order in which to try them for one request. */
  inTurn(): readonly string[] {
    const first = this.next++ % this.addresses.length;
    const turn = [...this.addresses.slice(first), ...this.addresses.slice(0, first)];
    const reached = (address: string) => (this.leftAloneUntil.get(address) ?? 0) <= this.now();
    return [...turn.filter(reached), ...turn.filter((address) => !reached(address))];
  }

  /** @returns whether this is news: false while it is left alone already */
  failed(address: string): boolean {
    const known = (this.leftAloneUntil.get(address) ?? 0) > this.now();
    this.leftAloneUntil.set(address, this.now() + LEFT_ALONE_MS);
    return !known;
  }

  answered(address: string): void {
    this.leftAloneUntil.delete(address);
  }
}
