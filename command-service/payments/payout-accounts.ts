import type { Pool } from 'pg';
import { COMMAND_SERVICE_SCHEMA } from '../migrations.ts';

const TABLE = `${COMMAND_SERVICE_SCHEMA}.payout_accounts`;

/** Distributors' accounts at the payment provider. Personal data, so no event contains it. */
export class PayoutAccounts {
  constructor(private readonly pool: Pool) {}

  /** The provider's account id; null: unknown. */
  async of(userId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ account: string }>(`SELECT account FROM ${TABLE} WHERE user_id = $1`, [
      userId,
    ]);
    return rows[0]?.account ?? null;
  }

  /** @returns the account that the user has from now on: this one, or that of a concurrent call */
  async remember(userId: string, account: string): Promise<string> {
    await this.pool.query(`INSERT INTO ${TABLE} (user_id, account) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      userId,
      account,
    ]);
    return (await this.of(userId)) ?? account;
  }

  /** For the erasure of a person. */
  async forget(userId: string): Promise<void> {
    await this.pool.query(`DELETE FROM ${TABLE} WHERE user_id = $1`, [userId]);
  }
}
