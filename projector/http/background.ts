import type { Log } from '../engine/live/log.ts';

/** Runs an operator's operation in the background, one at a time. */
export class Background {
  private running: { readonly stopping: AbortController; readonly done: Promise<void> } | null = null;

  constructor(private readonly logger: Log) {}

  /**
   * Starts some work. Resolves when it has its lock.
   * @param work calls `begun` once it has its lock
   * @throws errors of the work before it has the lock
   */
  async start(what: string, work: (signal: AbortSignal, begun: () => void) => Promise<unknown>): Promise<void> {
    const stopping = new AbortController();
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const working = work(stopping.signal, begun);
    const done = working.then(
      () => this.logger.info({}, `${what} has ended`),
      (err: unknown) => {
        if (!stopping.signal.aborted) this.logger.error({ err }, `${what} has ended early`);
      },
    );
    const current = { stopping, done };
    this.running = current;
    void done.then(() => {
      if (this.running === current) this.running = null;
    });
    await Promise.race([beginning, working]);
  }

  /** Stops it between two steps. @returns whether one was running */
  async stop(): Promise<boolean> {
    const { running } = this;
    running?.stopping.abort();
    await running?.done;
    return running !== null;
  }
}
