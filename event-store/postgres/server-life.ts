import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type pg from 'pg';

/**
 * Detects that the server behind an address was replaced by a failover, or restarted, for example for a restore. The start
 * time identifies a run of a server. A server that loses events also ends its connections, so checking new ones is enough.
 */
export class ServerLife {
  private readonly known = new WeakSet<pg.ClientBase>();
  private startedAt: string | undefined;
  private replacedAt = Number.NEGATIVE_INFINITY;
  private isReported = true;

  constructor(private readonly timers: Timers = systemTimers) {}

  /** Checks the server of a new connection. Call it before each use of a connection. */
  async noteConnection(client: pg.ClientBase): Promise<void> {
    if (this.known.has(client)) return;
    const { rows } = await client.query<{ started: string }>('SELECT pg_postmaster_start_time()::text AS started');
    const started = rows[0]?.started;
    if (this.startedAt !== undefined && this.startedAt !== started) {
      this.replacedAt = this.timers.now();
      this.isReported = false;
    }
    this.startedAt = started;
    this.known.add(client);
  }

  /**
   * Call it just before reporting ServerReplaced. Until then, work may still use cached states of the old server, which the
   * process drops only on that error. Work that begins after this call does not.
   */
  replacementReported(): void {
    if (!this.isReported) this.replacedAt = this.timers.now();
    this.isReported = true;
  }

  /** Whether the server was replaced at or after a moment, `timers.now()`. False for an undefined moment. */
  isReplacedSince(moment: number | undefined): boolean {
    return moment !== undefined && moment <= this.replacedAt;
  }
}
