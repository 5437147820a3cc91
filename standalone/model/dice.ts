/** One time in so many it is anybody who asks. */
export const ANYBODY = 6;

/** The choices of one step, from numbers that were generated beforehand: they shrink, and a seed gives them again. */
export class Dice {
  private thrown = 0;
  constructor(private readonly numbers: readonly number[]) {}

  /** 0 to 255; 0 where none are left. */
  next(): number {
    const number = this.numbers[this.thrown] ?? 0;
    this.thrown += 1;
    return number;
  }

  /** The first when the number has shrunk to 0: put the simplest first. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.next() % list.length];
  }

  of<const T>(...options: readonly [T, ...T[]]): T {
    return options[this.next() % options.length] as T;
  }

  /** Mostly whoever is meant to do it, at times anybody. */
  by<T>(meant: T | null | undefined, anybody: readonly T[]): T {
    const isAnybody = this.next() % ANYBODY === ANYBODY - 1;
    const somebody = this.pick(anybody) as T;
    return isAnybody ? somebody : (meant ?? somebody);
  }
}
