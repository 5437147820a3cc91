import type pg from 'pg';

/**
 * Knows when the server behind an address was replaced, by a failover, or restarted, such as for a restore. A server and its
 * life are known by the instant at which it was started. No server goes back without ending its connections.
 */
export class ServerLife {
  private readonly known = new WeakSet<pg.ClientBase>();
  private startedAt: string | undefined;
  private replacedAt = Number.NEGATIVE_INFINITY;
  private isReported = true;

  /** Asks a connection that is new. To be called before each use. */
  async noteConnection(client: pg.ClientBase): Promise<void> {
    if (this.known.has(client)) return;
    const { rows } = await client.query<{ started: string }>('SELECT pg_postmaster_start_time()::text AS started');
    const started = rows[0]?.started;
    if (this.startedAt !== undefined && this.startedAt !== started) {
      this.replacedAt = Date.now();
      this.isReported = false;
    }
    this.startedAt = started;
    this.known.add(client);
  }

  /**
   * Call it just before reporting ServerReplaced. Work that began since the replacement was first seen may rest on what
   * the process drops only now; what begins after this call does not.
   */
  replacementReported(): void {
    if (!this.isReported) this.replacedAt = Date.now();
    this.isReported = true;
  }

  /** Whether it was before the present server was first met. */
  isReplacedSince(moment: number | undefined): boolean {
    return moment !== undefined && moment <= this.replacedAt;
  }
}
