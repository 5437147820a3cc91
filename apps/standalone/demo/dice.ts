/** Seeded random numbers (Mulberry32): the same seed gives the same business. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** A random item of a non-empty list. @param weightOf relative probability; default: all are equally likely */
  pick<T>(list: readonly T[], weightOf?: (item: T) => number): T {
    if (weightOf === undefined) return list[Math.floor(this.next() * list.length)] as T;
    let rest = this.next() * list.reduce((sum, item) => sum + weightOf(item), 0);
    for (const item of list) {
      rest -= weightOf(item);
      if (rest < 0) return item;
    }
    return list[list.length - 1] as T;
  }
}
