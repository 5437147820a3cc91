import { streams } from '@perktree/contracts/catalogue/events';
import { PROJECTIONS_TABLE, type ReadModelName } from '@perktree/contracts/catalogue/read-models';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import type { Span } from '../effective-clock.ts';
import type { StatementAsked } from './statement.ts';

/**
 * The streams with all events that a statement may stand on; others may be among them. Events behind `completeUpTo` may be in
 * further streams.
 */
export type FindOwnStreams = (
  asked: StatementAsked,
  period: Pick<Span, 'after'>,
) => Promise<{ readonly names: readonly string[]; readonly completeUpTo: bigint }>;

/** From the read models, whose rows carry effective times. */
export const projectedStreams =
  (pool: Pool): FindOwnStreams =>
  async ({ about, from, to }, { after }) => {
    // The position comes first: the rows are at least as new.
    const completeUpTo = await projectedUpTo(pool, READ);
    const { kind, id } = about;
    const { rows } = await run<{ qr_id: string | null; other: string }>(pool, OWN[kind], { id, from, to, after });
    const payouts = (other: string) => (kind === 'site' ? streams.payouts(id, other) : streams.payouts(other, id));
    const names = rows.map(({ qr_id, other }) => (qr_id === null ? payouts(other) : streams.redemptions(qr_id)));
    return { names, completeUpTo };
  };

const READ: readonly ReadModelName[] = ['redemptions', 'ledger_entries', 'payouts'];

/** Position up to which all of these read models have the events; 0 if one of them is missing or not live. */
export async function projectedUpTo(pool: Pool, names: readonly ReadModelName[]): Promise<bigint> {
  const { rows } = await pool.query<{ position: string | null }>(
    `SELECT CASE WHEN count(*) = cardinality($1::text[]) THEN min(position) END::text AS position
     FROM ${PROJECTIONS_TABLE} WHERE serving AND status = 'live' AND name = ANY($1)`,
    [names],
  );
  return BigInt(rows[0]?.position ?? 0);
}

/**
 * A stream of redemptions by its QR, or a stream of payouts by the other party of it. The latter by the position of their last
 * change: a corrected reference changes none of their times.
 */
const OWN = {
  site: `SELECT DISTINCT qr_id, NULL AS other FROM read_models.redemptions
     WHERE site_id = :id::uuid AND redeemed_at < :to AND greatest(redeemed_at, confirmed_at, reversed_at) >= :from
     UNION ALL
     SELECT DISTINCT NULL::uuid, distributor_id FROM read_models.payouts
     WHERE site_id = :id::uuid AND created_at < :to AND position > :after::bigint`,
  distributor: `SELECT DISTINCT source_qr_id AS qr_id, NULL::uuid AS other FROM read_models.ledger_entries
     WHERE distributor_id = :id AND created_at >= :from AND created_at < :to
     UNION ALL
     SELECT DISTINCT NULL::uuid, site_id FROM read_models.payouts
     WHERE distributor_id = :id AND created_at < :to AND position > :after::bigint`,
} as const;
