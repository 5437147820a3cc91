import type { ReadModelName } from '@perktree/contracts/catalogue/read-models';
import type { Currency } from '@perktree/contracts/kernel/money';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import type { Span } from '../effective-clock.ts';
import { projectedUpTo } from './own-streams.ts';
import type { StatementAsked } from './statement.ts';

/** The read models do not have all events from before the period yet. */
export class BalancesBehind extends Error {
  override readonly name = 'BalancesBehind';
}

/** What a site owes a distributor in a currency, in minor units. */
export interface Opening {
  readonly siteId: string;
  readonly distributorId: string;
  readonly currency: Currency;
  readonly minor: bigint;
}

const READ: readonly ReadModelName[] = ['ledger_entries', 'payouts'];

/** What was owed when the period began, by site, distributor and currency; nothing where it was 0. */
export type OpeningBalances = (asked: StatementAsked, span: Span) => Promise<readonly Opening[]>;

/** What the screens owe before a moment, by site, payee and currency: all entries less all that was paid or written off. */
export const owedSql = (whose: string, moment: string) => `
  SELECT site_id, distributor_id, currency, sum(minor) AS minor FROM (
    SELECT site_id, distributor_id, currency, amount_minor AS minor FROM read_models.ledger_entries
    WHERE ${whose} AND (${moment} IS NULL OR created_at < ${moment})
    UNION ALL
    SELECT site_id, distributor_id, currency, -amount_minor FROM read_models.payouts
    WHERE ${whose} AND (status = 'written_off' AND (${moment} IS NULL OR settled_at < ${moment})
      OR paid_at IS NOT NULL AND (${moment} IS NULL OR paid_at < ${moment})
        AND (status <> 'returned' OR ${moment} IS NOT NULL AND settled_at >= ${moment}))
  ) AS movements GROUP BY site_id, distributor_id, currency HAVING sum(minor) <> 0`;

/** From the read models, whose rows carry effective times, so they divide at the beginning as the events do. @throws BalancesBehind */
export const projectedBalances =
  (pool: Pool): OpeningBalances =>
  async ({ about, from }, { after }) => {
    if (after === 0n) return [];
    if ((await projectedUpTo(pool, READ)) < after) {
      throw new BalancesBehind('The read models are behind: ask again in a moment.');
    }
    const whose = about.kind === 'site' ? 'site_id = :id::uuid' : 'distributor_id = :id';
    const { rows } = await run<Omit<Opening, 'minor'> & { readonly minor: string }>(
      pool,
      `SELECT site_id AS "siteId", distributor_id AS "distributorId", currency, minor::text
       FROM (${owedSql(whose, ':from::timestamptz')}) AS owed`,
      { id: about.id, from },
    );
    return rows.map((row) => ({ ...row, minor: BigInt(row.minor) }));
  };
