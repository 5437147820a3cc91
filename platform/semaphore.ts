/** Lets a number of works run at once in this process; the others wait in the order in which they came. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly width: number) {}

  /** How many works wait. */
  get queued(): number {
    return this.waiting.length;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.width) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next one takes over the place, so that no newcomer gets in before it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/** A semaphore for each key, kept for as long as it has work. */
export function semaphoreByKey(width: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const semaphores = new Map<string, Semaphore>();
  return async (key, work) => {
    const semaphore = semaphores.get(key) ?? new Semaphore(width);
    semaphores.set(key, semaphore);
    try {
      return await semaphore.run(work);
    } finally {
      if (semaphore.isIdle && semaphores.get(key) === semaphore) semaphores.delete(key);
    }
  };
}
