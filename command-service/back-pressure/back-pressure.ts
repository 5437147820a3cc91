import { Refused } from '@perktree/contracts/refusals';

/** How far the read models are. Null: none is live, so none can be kept waiting for. */
export type AskProjected = () => Promise<bigint | null>;

export interface PressureBounds {
  /** Own events that the read models may lack before commands slow down: less than a batch of the projector. */
  readonly slowFrom: number;
  /** From how many on commands are refused. */
  readonly refuseFrom: number;
  /** How long a command is held back before it goes on all the same, in milliseconds. */
  readonly holdMs: number;
  /** How often to look while commands are held back, and while events are only on their way, in milliseconds. */
  readonly lookMs: { readonly held: number; readonly onTheWay: number };
}

export const DEFAULT_BOUNDS: PressureBounds = {
  slowFrom: 400,
  refuseFrom: 10_000,
  holdMs: 500,
  lookMs: { held: 15, onTheWay: 100 },
};

/**
 * Holds commands back while the read models lag behind what this process has stored, so that the lag stays a batch and
 * never grows unseen: callers are as fast as the projector is. Where it stands still altogether, commands go on slowly
 * for a while, and are refused then. It counts own events, since positions of some engines have gaps.
 */
export class BackPressure {
  private stored: { readonly position: bigint; readonly events: number }[] = [];
  private lacking = 0;
  private readonly held = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private looksAt = 0;
  private looking = false;
  private closed = false;

  constructor(
    private readonly askProjected: AskProjected,
    private readonly bounds: PressureBounds = DEFAULT_BOUNDS,
  ) {}

  /** Events that this process has stored and the read models do not have yet, as far as it knows. */
  get backlog(): number {
    return this.lacking;
  }

  /** To be told of every append. @param position of its last event */
  appended(position: bigint, events: number): void {
    this.stored.push({ position, events });
    this.lacking += events;
    this.lookAgain();
  }

  /** The store has gone back: what was appended before it may never be projected. */
  forget(): void {
    this.learn(null);
  }

  /** Commands need not wait: nearly always. */
  get isOpen(): boolean {
    return this.lacking < this.bounds.slowFrom;
  }

  /** Resolves when a command may go on. @throws Refused READ_MODEL_BEHIND */
  async admit(): Promise<void> {
    if (this.isOpen) return;
    if (this.lacking >= this.bounds.refuseFrom) throw new Refused('READ_MODEL_BEHIND');
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(patience);
        this.held.delete(goOn);
        resolve();
      };
      const patience = setTimeout(goOn, this.bounds.holdMs);
      this.held.add(goOn);
      this.lookAgain();
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.letGo();
  }

  private lookAgain(): void {
    if (this.closed || this.looking || this.lacking === 0) return;
    const { held, onTheWay } = this.bounds.lookMs;
    const pause = this.held.size > 0 ? held : onTheWay;
    const at = performance.now() + pause;
    // Whoever is held back shortens the pause that was begun for events on their way.
    if (this.timer !== undefined && this.looksAt <= at) return;
    clearTimeout(this.timer);
    this.looksAt = at;
    this.timer = setTimeout(() => void this.look(), pause);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    this.timer = undefined;
    this.looking = true;
    try {
      this.learn(await this.askProjected());
    } catch {
      // The database cannot be asked now: whoever waits has its patience, and the next look comes.
    } finally {
      this.looking = false;
      this.lookAgain();
    }
  }

  private learn(projected: bigint | null): void {
    this.stored = projected === null ? [] : this.stored.filter(({ position }) => position > projected);
    this.lacking = this.stored.reduce((sum, { events }) => sum + events, 0);
    if (this.lacking < this.bounds.slowFrom) this.letGo();
  }

  /** As many as there is room for: each of them may store an event. */
  private letGo(): void {
    let room = this.closed ? Number.POSITIVE_INFINITY : this.bounds.slowFrom - this.lacking;
    for (const goOn of [...this.held]) {
      if (room <= 0) return;
      room -= 1;
      goOn();
    }
  }
}
