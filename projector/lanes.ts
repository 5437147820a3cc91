/** Lets so many works run at once, and the others wait their turn. */
export class Lanes {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(lanes: number) {
    this.free = lanes;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
