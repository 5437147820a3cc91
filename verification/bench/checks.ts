import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { MAX_REDEMPTIONS, OWNERS_OF_A_PATH } from './data/business.ts';

/** Events that may wait for the projector when a load ends: one batch of its own. */
const MOST_BACKLOG = 500;
const CATCH_UP_MS = 30_000;

async function one(pool: Pool, sql: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, string>>(sql);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

const HEAD = `SELECT coalesce(max(position), 0) AS head,
  (SELECT min(position) FROM read_models.projections WHERE status = 'live') AS projected FROM event_store.events`;

/** The number of events that the projector has not seen. Call it immediately when a load ends. */
export async function backlogOf(pool: Pool): Promise<number> {
  const { head = 0, projected = 0 } = await one(pool, HEAD);
  return head - projected;
}

/** Positions that are missing, or events that wait at the end; null: neither. What was done is not known in detail. */
export async function wrongInMixedDay(pool: Pool): Promise<string | null> {
  const backlog = await backlogOf(pool);
  if (backlog > MOST_BACKLOG) return `${backlog} events waited for the projector at the end`;
  const { events, head } = await one(pool, 'SELECT count(*) AS events, max(position) AS head FROM event_store.events');
  return events === head ? null : `positions have gaps: ${events} events up to ${head}`;
}

/** The first fault in the stored events and read models; null: none. @param good number of successful answers */
export async function wrongInProduct(
  pool: Pool,
  expected: { readonly good: number; readonly before: number; readonly backlog: number },
): Promise<string | null> {
  if (expected.backlog > MOST_BACKLOG) return `${expected.backlog} events waited for the projector at the end`;
  const deadline = performance.now() + CATCH_UP_MS;
  while ((await backlogOf(pool)) > 0) {
    if (performance.now() > deadline) return 'the projector did not catch up';
    await sleep(20);
  }
  const found = await one(
    pool,
    `SELECT count(*) AS events, max(position) AS head,
       count(*) FILTER (WHERE type = 'BenefitRedeemed') AS redeemed,
       (SELECT count(*) FROM read_models.redemptions) AS redemptions,
       (SELECT count(*) FROM read_models.ledger_entries) AS entries,
       (SELECT max(period_redemptions) FROM read_models.qrs) AS most
     FROM event_store.events`,
  );
  return wrong(found, expected.good + expected.before, [
    ['positions have gaps', found.events === found.head],
    ['redemptions stored', found.redeemed === expected.good + expected.before],
  ]);
}

/** The same for an opponent's tables. */
export async function wrongInPlainTables(
  pool: Pool,
  expected: { readonly good: number; readonly before: number },
): Promise<string | null> {
  const found = await one(
    pool,
    `SELECT count(*) AS redemptions, (SELECT count(*) FROM plain.ledger) AS entries,
       (SELECT sum(redemptions) FROM plain.qrs) AS counted, (SELECT max(redemptions) FROM plain.qrs) AS most,
       (SELECT count(*) FROM plain.scans WHERE redeemed_at IS NOT NULL) AS scans
     FROM plain.redemptions`,
  );
  const redeemed = expected.good + expected.before;
  return wrong(found, redeemed, [
    ['redemptions counted on QRs', found.counted === redeemed],
    ['scans redeemed', found.scans === redeemed],
  ]);
}

function wrong(
  found: Record<string, number>,
  redeemed: number,
  more: readonly (readonly [string, boolean])[],
): string | null {
  const checks: readonly (readonly [string, boolean])[] = [
    ['redemptions', found.redemptions === redeemed],
    ['ledger rows', found.entries === redeemed * OWNERS_OF_A_PATH],
    ['a limit was passed', (found.most ?? 0) <= MAX_REDEMPTIONS],
    ...more,
  ];
  const failed = checks.filter(([, holds]) => !holds).map(([name]) => name);
  return failed.length === 0 ? null : `${failed.join(', ')}: ${JSON.stringify({ redeemed, ...found })}`;
}
