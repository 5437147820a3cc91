import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { MAX_REDEMPTIONS, OWNERS_PER_PATH } from './data/business.ts';
import type { LoadResult } from './load/order.ts';

/** Highest backlog of the projector when a load ends, in events: one batch. */
const MAX_BACKLOG = 500;
const CATCH_UP_MS = 30_000;

async function queryOne(pool: Pool, sql: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, string>>(sql);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

const HEAD = `SELECT coalesce(max(position), 0) AS head,
  (SELECT min(position) FROM read_models.projections WHERE status = 'live') AS projected FROM event_store.events`;

/** The number of events that the projector has not seen. Call it immediately when a load ends. */
export async function backlogOf(pool: Pool): Promise<number> {
  const { head = 0, projected = 0 } = await queryOne(pool, HEAD);
  // biome-ignore lint/plugin: of the Postgres store, which has no gaps
  return head - projected;
}

/** @returns why the figures of a load are invalid; null: all calls succeeded */
export function failureOf({ good, bad, firstBad }: LoadResult): string | null {
  if (bad > 0) return `${bad} of ${good + bad} calls failed, such as ${firstBad}`;
  return good === 0 ? 'no call was made' : null;
}

/** Commands of a mixed day are not counted, so this checks backlog and positions only. @returns the fault; null: none */
export async function faultInMixedDay(pool: Pool): Promise<string | null> {
  const backlog = await backlogOf(pool);
  if (backlog > MAX_BACKLOG) return `${backlog} events waited for the projector at the end`;
  return gapsIn(pool);
}

/** @returns the fault if positions have gaps; null: none */
export async function gapsIn(pool: Pool): Promise<string | null> {
  const { events, head } = await queryOne(
    pool,
    'SELECT count(*) AS events, max(position) AS head FROM event_store.events',
  );
  return events === head ? null : `positions have gaps: ${events} events up to ${head}`;
}

/** @param expected.good number of successful answers @returns the faults in stored events and read models; null: none */
export async function faultInProduct(
  pool: Pool,
  expected: { readonly good: number; readonly before: number; readonly backlog: number },
): Promise<string | null> {
  if (expected.backlog > MAX_BACKLOG) return `${expected.backlog} events waited for the projector at the end`;
  const deadline = performance.now() + CATCH_UP_MS;
  while ((await backlogOf(pool)) > 0) {
    if (performance.now() > deadline) return 'the projector did not catch up';
    await sleep(20);
  }
  const found = await queryOne(
    pool,
    `SELECT count(*) AS events, max(position) AS head,
       count(*) FILTER (WHERE type = 'BenefitRedeemed') AS redeemed,
       (SELECT count(*) FROM read_models.redemptions) AS redemptions,
       (SELECT count(*) FROM read_models.ledger_entries) AS entries,
       (SELECT max(period_redemptions) FROM read_models.qrs) AS most
     FROM event_store.events`,
  );
  return faultsOf(found, expected.good + expected.before, [
    ['positions have gaps', found.events === found.head],
    ['redemptions stored', found.redeemed === expected.good + expected.before],
  ]);
}

/** @returns the faults in an opponent's tables; null: none */
export async function faultInPlainTables(
  pool: Pool,
  expected: { readonly good: number; readonly before: number },
): Promise<string | null> {
  const found = await queryOne(
    pool,
    `SELECT count(*) AS redemptions, (SELECT count(*) FROM plain.ledger) AS entries,
       (SELECT sum(redemptions) FROM plain.qrs) AS counted, (SELECT max(redemptions) FROM plain.qrs) AS most,
       (SELECT count(*) FROM plain.scans WHERE redeemed_at IS NOT NULL) AS scans
     FROM plain.redemptions`,
  );
  const redeemed = expected.good + expected.before;
  return faultsOf(found, redeemed, [
    ['redemptions counted on QRs', found.counted === redeemed],
    ['scans redeemed', found.scans === redeemed],
  ]);
}

function faultsOf(
  found: Record<string, number>,
  redeemed: number,
  more: readonly (readonly [string, boolean])[],
): string | null {
  const checks: readonly (readonly [string, boolean])[] = [
    ['redemptions', found.redemptions === redeemed],
    ['ledger rows', found.entries === redeemed * OWNERS_PER_PATH],
    ['a limit was passed', (found.most ?? 0) <= MAX_REDEMPTIONS],
    ...more,
  ];
  const failed = checks.filter(([, holds]) => !holds).map(([name]) => name);
  return failed.length === 0 ? null : `${failed.join(', ')}: ${JSON.stringify({ redeemed, ...found })}`;
}
