import type { Pool } from 'pg';
import { COMMAND_SERVICE_SCHEMA } from '../migrations.ts';

const TABLE = `${COMMAND_SERVICE_SCHEMA}.payout_accounts`;

/** Where the payment provider pays people: an address of payment, so it is here and in no event (domain.md 2). */
export class PayoutAccounts {
  constructor(private readonly pool: Pool) {}

  /** The provider's id of somebody's account; null: none is known. */
  async of(userId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ account: string }>(`SELECT account FROM ${TABLE} WHERE user_id = $1`, [
      userId,
    ]);
    return rows[0]?.account ?? null;
  }

  /** The first one stays. */
  async remember(userId: string, account: string): Promise<void> {
    await this.pool.query(`INSERT INTO ${TABLE} (user_id, account) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      userId,
      account,
    ]);
  }

  /** For the erasure of a person. */
  async forget(userId: string): Promise<void> {
    await this.pool.query(`DELETE FROM ${TABLE} WHERE user_id = $1`, [userId]);
  }
}
