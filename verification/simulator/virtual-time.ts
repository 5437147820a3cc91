export interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
  isOver: boolean;
}

/** The real function: the global is replaced while a seed runs. */
const nextTurn = setImmediate;

/**
 * Simulated time. The next timer fires when all promises have settled, so waiting costs nothing and the timers alone
 * determine the order of events.
 */
export class VirtualTime {
  /** Milliseconds since the beginning of the seed. */
  now = 0;
  private readonly heap: Timer[] = [];
  private ordered = 0;

  after(ms: number, fire: () => void): Timer {
    const delay = Number.isFinite(ms) && ms > 0 ? ms : 0;
    const timer: Timer = { at: this.now + delay, order: this.ordered++, fire, isOver: false };
    this.push(timer);
    return timer;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((done) => this.after(ms, done));
  }

  /** Fires timers until the work is done. @throws Error when no timer is left */
  async until<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      // All promises that can settle do so between two turns of the event loop.
      await new Promise<void>((done) => nextTurn(done));
      if (isDone) return work;
      const next = this.pop();
      if (next === undefined) throw new Error('deadlock: the work is pending and no timer is left');
      this.now = next.at;
      next.isOver = true;
      next.fire();
    }
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent] as Timer, timer)) break;
      heap[at] = heap[parent] as Timer;
      at = parent;
    }
    heap[at] = timer;
  }

  private pop(): Timer | undefined {
    for (;;) {
      const first = this.heap[0];
      const last = this.heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (first !== last) this.sink(last);
      if (!first.isOver) return first;
    }
  }

  private sink(timer: Timer): void {
    const { heap } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child += 1;
      if (isBefore(timer, heap[child] as Timer)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = timer;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
