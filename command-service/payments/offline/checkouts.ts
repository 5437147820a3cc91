import { UUID } from '@perktree/contracts/kernel/uuid';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { COMMAND_SERVICE_SCHEMA } from '../../migrations.ts';

interface OfflineCheckout {
  readonly sessionId: string;
  readonly tenantId: string;
  readonly plan: PlanId;
  readonly status: 'open' | 'confirmed';
}

const TABLE = `${COMMAND_SERVICE_SCHEMA}.offline_checkouts`;

/** The checkout sessions of the built-in provider. Other providers store theirs themselves. */
export class OfflineCheckouts {
  constructor(private readonly pool: Pool) {}

  /** Idempotent. */
  async open(session: Omit<OfflineCheckout, 'status'>): Promise<void> {
    const row = { session_id: session.sessionId, tenant_id: session.tenantId, plan: session.plan };
    await run(this.pool, sql(TABLE).insert(row).onConflict('session_id').ignore());
  }

  async find(sessionId: string, tenantId: string): Promise<OfflineCheckout | null> {
    if (!UUID.test(sessionId)) return null;
    const query = sql(TABLE)
      .where({ session_id: sessionId, tenant_id: tenantId })
      .select('plan', { sessionId: 'session_id', tenantId: 'tenant_id' })
      .select(sql.raw("CASE WHEN confirmed_at IS NULL THEN 'open' ELSE 'confirmed' END AS status"));
    return (await run<OfflineCheckout>(this.pool, query)).rows[0] ?? null;
  }

  /** Whether one of these sessions was opened after this one. Ids that are none of ours, such as the demo's, were never opened. */
  async isOlderThan(sessionId: string, others: readonly string[]): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `SELECT 1 FROM ${TABLE} AS this JOIN ${TABLE} AS other ON other.opened_at > this.opened_at
       WHERE this.session_id = $1 AND other.session_id = ANY($2::uuid[]) LIMIT 1`,
      [sessionId, others.filter((other) => UUID.test(other))],
    );
    return rowCount === 1;
  }

  async confirm(sessionId: string): Promise<void> {
    const open = sql(TABLE).where({ session_id: sessionId, confirmed_at: null });
    await run(this.pool, open.update({ confirmed_at: sql.raw('clock_timestamp()') }));
  }
}
