import type { Pool } from 'pg';
import { COMMAND_SERVICE_SCHEMA } from '../migrations.ts';

const KINDS = {
  /** Where the provider pays a distributor, by user. */
  payout: { table: 'payout_accounts', owner: 'user_id' },
  /** The customer at the provider who pays for a plan, by tenant. */
  billing: { table: 'billing_customers', owner: 'tenant_id' },
} as const;

/** Accounts at the payment provider. Personal data, so no event contains them. */
export class ProviderAccounts {
  private readonly table: string;
  private readonly owner: string;

  constructor(
    private readonly pool: Pool,
    kind: keyof typeof KINDS,
  ) {
    this.table = `${COMMAND_SERVICE_SCHEMA}.${KINDS[kind].table}`;
    this.owner = KINDS[kind].owner;
  }

  /** The provider's id of the account; null: unknown. */
  async of(ownerId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ account: string }>(
      `SELECT account FROM ${this.table} WHERE ${this.owner} = $1`,
      [ownerId],
    );
    return rows[0]?.account ?? null;
  }

  /** @returns the account that the owner has from now on: this one, or that of a concurrent call */
  async remember(ownerId: string, account: string): Promise<string> {
    await this.pool.query(`INSERT INTO ${this.table} (${this.owner}, account) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      ownerId,
      account,
    ]);
    return (await this.of(ownerId)) ?? account;
  }

  /** For the erasure of a person. */
  async forget(ownerId: string): Promise<void> {
    await this.pool.query(`DELETE FROM ${this.table} WHERE ${this.owner} = $1`, [ownerId]);
  }
}
