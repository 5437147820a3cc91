/** One in this many callers is chosen at random. */
export const OTHER_CALLER_IN = 6;

/** The random choices of one step, drawn from generated numbers, so that fast-check can shrink and repeat them. */
export class Dice {
  private thrown = 0;
  constructor(private readonly numbers: readonly number[]) {}

  /** 0 to 255; 0 when all numbers are used. */
  next(): number {
    const number = this.numbers[this.thrown] ?? 0;
    this.thrown += 1;
    return number;
  }

  /** A number shrinks to 0, the first element: put the simplest first. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.next() % list.length];
  }

  of<const T>(...options: readonly [T, ...T[]]): T {
    return options[this.next() % options.length] as T;
  }

  /** Usually the intended caller, sometimes a random one. */
  by<T>(intended: T | null | undefined, callers: readonly T[]): T {
    const isOther = this.next() % OTHER_CALLER_IN === OTHER_CALLER_IN - 1;
    const other = this.pick(callers) as T;
    return isOther ? other : (intended ?? other);
  }
}
