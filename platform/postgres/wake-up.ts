import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Timers } from '../time/timers.ts';
import { ListeningConnection } from './listening-connection.ts';

/**
 * Wakes a loop that waits for work: by a notification of Postgres, by a call, or when its wait is over. What comes while the
 * loop works counts for its next wait.
 */
export class WakeUp {
  private rung = false;
  private wake: (() => void) | null = null;
  private readonly connection: ListeningConnection;
  readonly close: () => void;

  constructor(
    pool: Pool,
    channels: readonly string[],
    logger: Pick<FastifyBaseLogger, 'warn' | 'info'>,
    private readonly timers: Timers,
  ) {
    const ring = () => this.ring();
    this.connection = ListeningConnection.of(pool, logger, timers);
    this.close = this.connection.add({ channels, onBegin: ring, onNotification: ring, onLost: ring });
  }

  /** Listens, where it does not yet or the connection was lost: call it before each look for work. */
  listen(): void {
    this.connection.open();
  }

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((done) => {
        const endTimer = this.timers.after(ms, done);
        this.wake = () => {
          endTimer();
          done();
        };
      });
    }
    this.wake = null;
    this.rung = false;
  }
}
