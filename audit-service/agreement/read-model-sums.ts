import type { AuditReportAnswer } from '@perktree/contracts/audit/check-calls';
import { CLOSED_FIGURES } from '@perktree/contracts/audit/report-calls';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import type { ClosedSums } from '../month-close/close-month.ts';
import { owedSql } from '../statement/opening-balances.ts';

type Figure = AuditReportAnswer['differences'][number]['figure'];
export type SourceName = AuditReportAnswer['sources'][number]['name'];
/** Figures in minor units, or counts. */
type Sums = ReadonlyMap<Figure, bigint>;
/** By payee and currency (`keyOf`). */
export type SumsByPayee = ReadonlyMap<string, Sums>;

export interface Disagreement {
  readonly source: SourceName;
  readonly distributorId: string;
  readonly currency: Currency;
  readonly figure: Figure;
  /** By the events. Decimal strings, or counts. */
  readonly expected: string;
  readonly found: string;
}

const COUNTS: readonly Figure[] = ['entries', 'reversals', 'payouts'];
const FIGURES: Readonly<Record<SourceName, readonly Figure[]>> = {
  close: CLOSED_FIGURES,
  ledger: ['entries', 'earned', 'reversals', 'takenBack'],
  payouts: ['payouts', 'paidOut', 'writtenOff'],
  balances: ['opening', 'closing'],
  statement: ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'],
};

const keyOf = (distributorId: string, currency: Currency): string => `${currency} ${distributorId}`;

/** The sums of a ledger that was folded from events, as a source or as what sources are held against. */
export const sumsOf = (
  rows: readonly (Partial<ClosedSums> & { readonly distributorId: string; readonly currency: Currency })[],
): SumsByPayee => {
  const minor = (value: string | number, currency: Currency) =>
    typeof value === 'number' ? BigInt(value) : toMinor(value, currency);
  return new Map(
    rows.map((row) => {
      const figures = FIGURES.close.flatMap((figure) => {
        const value = row[figure];
        return value === undefined ? [] : [[figure, minor(value, row.currency)] as const];
      });
      return [keyOf(row.distributorId, row.currency), new Map(figures)];
    }),
  );
};

/** Holds the figures of a source against those of the events; a payee that one of them does not have counts as 0. */
export function compareSource(
  source: SourceName,
  expected: SumsByPayee,
  found: SumsByPayee,
): { readonly compared: number; readonly differences: readonly Disagreement[] } {
  const keys = [...new Set([...expected.keys(), ...found.keys()])].sort();
  const differences = keys.flatMap((key) => {
    const at = key.indexOf(' ');
    const [currency, distributorId] = [key.slice(0, at) as Currency, key.slice(at + 1)];
    return FIGURES[source].flatMap((figure) => {
      const ours = expected.get(key)?.get(figure) ?? 0n;
      const theirs = found.get(key)?.get(figure) ?? 0n;
      if (ours === theirs) return [];
      const text = (value: bigint) => (COUNTS.includes(figure) ? `${value}` : fromMinor(value, currency));
      return [{ source, distributorId, currency, figure, expected: text(ours), found: text(theirs) }];
    });
  });
  return { compared: keys.length * FIGURES[source].length, differences };
}

interface Period {
  readonly siteId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const within = (time: string) =>
  `(:from::timestamptz IS NULL OR ${time} >= :from) AND (:to::timestamptz IS NULL OR ${time} < :to)`;

/** Entries of the ledger that were written down in the period. Shares that wait for a confirmation are not earned yet. */
const LEDGER = `SELECT distributor_id, currency, json_build_object(
    'entries', (count(*) FILTER (WHERE reverses_entry_id IS NULL))::text,
    'earned', coalesce(sum(amount_minor) FILTER (WHERE reverses_entry_id IS NULL), 0)::text,
    'reversals', (count(*) FILTER (WHERE reverses_entry_id IS NOT NULL))::text,
    'takenBack', coalesce(sum(amount_minor) FILTER (WHERE reverses_entry_id IS NOT NULL), 0)::text) AS figures
  FROM read_models.ledger_entries
  WHERE site_id = :siteId AND awaiting_minor IS NULL AND ${within('created_at')}
  GROUP BY distributor_id, currency`;

/** Payouts that were paid in the period, less those that came back in it, and balances that were written off. */
const PAYOUTS = `SELECT distributor_id, currency, json_build_object(
    'payouts', (count(*) FILTER (WHERE is_paid) - count(*) FILTER (WHERE is_returned))::text,
    'paidOut', (coalesce(sum(amount_minor) FILTER (WHERE is_paid), 0)
      - coalesce(sum(amount_minor) FILTER (WHERE is_returned), 0))::text,
    'writtenOff', coalesce(sum(amount_minor) FILTER (WHERE is_written_off), 0)::text) AS figures
  FROM (SELECT distributor_id, currency, amount_minor,
      paid_at IS NOT NULL AND ${within('paid_at')} AS is_paid,
      status = 'returned' AND ${within('settled_at')} AS is_returned,
      status = 'written_off' AND ${within('settled_at')} AS is_written_off
    FROM read_models.payouts WHERE site_id = :siteId) AS p
  GROUP BY distributor_id, currency`;

const owedBefore = (moment: string) => owedSql('site_id = :siteId', moment);

const BALANCES = `SELECT distributor_id, currency,
    json_build_object('opening', coalesce(o.minor, 0)::text, 'closing', coalesce(c.minor, 0)::text) AS figures
  FROM (SELECT * FROM (${owedBefore(':from::timestamptz')}) AS o WHERE :from::timestamptz IS NOT NULL) AS o
  FULL JOIN (${owedBefore(':to::timestamptz')}) AS c USING (distributor_id, currency)`;

const SQL = { ledger: LEDGER, payouts: PAYOUTS, balances: BALANCES } as const;
export const READ_MODEL_SOURCES = ['ledger', 'payouts', 'balances'] as const;

/** The figures of a period as the screens have them, in minor units or counts. */
export async function readModelSums(
  pool: Pool,
  source: (typeof READ_MODEL_SOURCES)[number],
  { siteId, from, to }: Period,
): Promise<SumsByPayee> {
  const { rows } = await run<{ distributor_id: string; currency: Currency; figures: Partial<Record<Figure, string>> }>(
    pool,
    SQL[source],
    { siteId, from: from ?? null, to: to ?? null },
  );
  return new Map(
    rows.map(({ distributor_id, currency, figures }) => [
      keyOf(distributor_id, currency),
      new Map(Object.entries(figures).map(([figure, value]) => [figure as Figure, BigInt(value)])),
    ]),
  );
}
