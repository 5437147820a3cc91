import { run, sql } from '@perktree/platform/postgres/sql';
import { newSalt, saltedHash } from '@perktree/platform/salted-hash';
import type { Pool } from 'pg';
import { COMMAND_SERVICE_SCHEMA, PAYOUT_ACCOUNT_HASHES } from '../migrations.ts';

const KINDS = {
  /** Where the provider pays a distributor, by user. */
  payout: { table: `${COMMAND_SERVICE_SCHEMA}.payout_accounts`, owner: 'user_id' },
  /** The customer at the provider who pays for a plan, by tenant. */
  billing: { table: `${COMMAND_SERVICE_SCHEMA}.billing_customers`, owner: 'tenant_id' },
} as const;

/** Accounts at the payment provider. Personal data, so no event contains them. */
export class ProviderAccounts {
  private readonly kind: (typeof KINDS)[keyof typeof KINDS];

  constructor(
    private readonly pool: Pool,
    kind: keyof typeof KINDS,
  ) {
    this.kind = KINDS[kind];
  }

  /** The provider's id of the account; null: unknown. */
  async of(ownerId: string): Promise<string | null> {
    const { rows } = await run<{ account: string }>(this.pool, this.rowOf(ownerId).select('account'));
    return rows[0]?.account ?? null;
  }

  /** @returns the account that the owner has from now on: this one, or that of a concurrent call */
  async remember(ownerId: string, account: string): Promise<string> {
    const { table, owner } = this.kind;
    await run(
      this.pool,
      sql(table)
        .insert({ [owner]: ownerId, account })
        .onConflict()
        .ignore(),
    );
    return (await this.of(ownerId)) ?? account;
  }

  /** The salted hash by which events know a payout account; null: none is stored. */
  async hashOf(userId: string): Promise<string | null> {
    // An account that an earlier version stored has no salt yet.
    const salted = this.rowOf(userId).update({ salt: sql.raw('coalesce(salt, ?)', [newSalt()]) });
    const { rows } = await run<{ account: string; salt: string }>(this.pool, salted.returning(['account', 'salt']));
    const [kept] = rows;
    return kept ? saltedHash(kept.salt, kept.account) : null;
  }

  /** For the erasure of a person. */
  async forget(ownerId: string): Promise<void> {
    await run(this.pool, this.rowOf(ownerId).delete());
  }

  private rowOf(ownerId: string) {
    return sql(this.kind.table).where(this.kind.owner, ownerId);
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
