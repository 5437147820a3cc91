import type { Pool, PoolClient } from 'pg';
import type { Timers } from '../time/timers.ts';
import { keepHeartbeat } from './heartbeat.ts';

/**
 * Wakes a loop that waits for work: by a notification of Postgres, by a call, or when its wait is over. What comes while the
 * loop works counts for its next wait. Holds a connection of the pool while it listens.
 */
export class WakeUp {
  private rung = false;
  private wake: (() => void) | null = null;
  private listener: PoolClient | null = null;

  constructor(
    private readonly pool: Pool,
    private readonly channels: readonly string[],
    private readonly timers: Timers,
  ) {}

  /** Listens, where it does not yet or the connection was lost: call it before each look for work. */
  async listen(): Promise<void> {
    if (this.listener !== null) return;
    const client = await this.pool.connect();
    this.listener = client;
    const lost = (error: Error) => {
      if (this.listener !== client) return;
      this.listener = null;
      client.release(error);
    };
    client.on('error', lost);
    client.on('notification', () => this.ring());
    await client.query(this.channels.map((channel) => `LISTEN ${channel}`).join('; ')).catch((error) => {
      lost(error);
      throw error;
    });
    keepHeartbeat(client);
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

  /** Ends the connection. */
  close(): void {
    this.listener?.release(true);
    this.listener = null;
  }
}
