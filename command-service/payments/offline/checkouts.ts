import type { PlanId } from '@perktree/contracts/plans';
import { UUID } from '@perktree/contracts/uuid';
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
    await this.pool.query(
      `INSERT INTO ${TABLE} (session_id, tenant_id, plan) VALUES ($1, $2, $3) ON CONFLICT (session_id) DO NOTHING`,
      [session.sessionId, session.tenantId, session.plan],
    );
  }

  /** A session of the tenant; null: it has no such session. */
  async find(sessionId: string, tenantId: string): Promise<OfflineCheckout | null> {
    if (!UUID.test(sessionId)) return null;
    const { rows } = await this.pool.query<OfflineCheckout>(
      `SELECT session_id AS "sessionId", tenant_id AS "tenantId", plan,
              CASE WHEN confirmed_at IS NULL THEN 'open' ELSE 'confirmed' END AS status
       FROM ${TABLE} WHERE session_id = $1 AND tenant_id = $2`,
      [sessionId, tenantId],
    );
    return rows[0] ?? null;
  }

  /** Whether one of these sessions was opened after this one. */
  async isOlderThan(sessionId: string, others: readonly string[]): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `SELECT 1 FROM ${TABLE} AS this JOIN ${TABLE} AS other ON other.opened_at > this.opened_at
       WHERE this.session_id = $1 AND other.session_id = ANY($2::uuid[]) LIMIT 1`,
      [sessionId, others],
    );
    return rowCount === 1;
  }

  async confirm(sessionId: string): Promise<void> {
    await this.pool.query(
      `UPDATE ${TABLE} SET confirmed_at = clock_timestamp() WHERE session_id = $1 AND confirmed_at IS NULL`,
      [sessionId],
    );
  }
}
