import { newSalt, saltedHash } from '@perktree/platform/salted-hash';
import type { Pool } from 'pg';
import { COMMAND_SERVICE_SCHEMA, PAYOUT_ACCOUNT_HASHES } from '../migrations.ts';

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

  /** The salted hash by which events know a payout account; null: none is stored. */
  async hashOf(userId: string): Promise<string | null> {
    // An account that an earlier version stored has no salt yet.
    const { rows } = await this.pool.query<{ account: string; salt: string }>(
      `UPDATE ${this.table} SET salt = coalesce(salt, $2) WHERE ${this.owner} = $1 RETURNING account, salt`,
      [userId, newSalt()],
    );
    const [kept] = rows;
    return kept ? saltedHash(kept.salt, kept.account) : null;
  }

  /** For the erasure of a person. */
  async forget(ownerId: string): Promise<void> {
    await this.pool.query(`DELETE FROM ${this.table} WHERE ${this.owner} = $1`, [ownerId]);
  }
}

type Hashes = (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Salted hashes of payout accounts by user, for logins that may read neither account nor salt. */
export function payoutAccountHashes(pool: Pool): Hashes {
  return async (userIds) => {
    const { rows } = await pool.query<{ user_id: string; hash: string }>(
      `SELECT user_id, hash FROM ${PAYOUT_ACCOUNT_HASHES}($1) WHERE hash IS NOT NULL`,
      [userIds],
    );
    return new Map(rows.map(({ user_id, hash }) => [user_id, hash]));
  };
}

/** The same, computed here from what is stored: it does not rely on a function in the database. */
export function computedAccountHashes(pool: Pool): Hashes {
  return async (userIds) => {
    const { rows } = await pool.query<{ user_id: string; account: string; salt: string }>(
      `SELECT user_id, account, salt FROM ${COMMAND_SERVICE_SCHEMA}.payout_accounts
       WHERE user_id = ANY ($1) AND salt IS NOT NULL`,
      [userIds],
    );
    return new Map(rows.map(({ user_id, account, salt }) => [user_id, saltedHash(salt, account)]));
  };
}
