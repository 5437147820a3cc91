import type { Log } from '../engine/live/log.ts';

interface Running {
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/** Runs operations of operators in the background. Their lock lets one run at a time: a second one fails to begin. */
export class Background {
  private readonly running = new Set<Running>();

  constructor(private readonly logger: Log) {}

  /**
   * Starts some work. Resolves when it has its lock.
   * @param work calls `begun` once it has its lock
   * @throws errors of the work before it has the lock
   */
  async start(what: string, work: (signal: AbortSignal, begun: () => void) => Promise<unknown>): Promise<void> {
    const stopping = new AbortController();
    let hasBegun = false;
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = () => {
        hasBegun = true;
        resolve();
      };
    });
    const working = work(stopping.signal, begun);
    const done = working.then(
      () => this.logger.info({}, `${what} has ended`),
      (err: unknown) => {
        if (hasBegun && !stopping.signal.aborted) this.logger.error({ err }, `${what} has ended early`);
      },
    );
    const current = { stopping, done };
    this.running.add(current);
    void done.then(() => this.running.delete(current));
    await Promise.race([beginning, working]);
  }

  /** Stops them between two steps. @returns whether one was running */
  async stop(): Promise<boolean> {
    const running = [...this.running];
    for (const { stopping } of running) stopping.abort();
    await Promise.all(running.map(({ done }) => done));
    return running.length > 0;
  }
}
