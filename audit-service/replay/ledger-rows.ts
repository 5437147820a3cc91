import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { fromMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { select } from '@perktree/platform/postgres/select';
import type { Pool } from 'pg';
import { isInSpan, type Span } from '../effective-clock.ts';
import { type AuditFilter, isWithinTime } from './audit-filter.ts';
import { type ComparedTable, compareTable, type RowComparison } from './compare-table.ts';
import { type Entry, redemptionOf } from './entry.ts';
import { Findings } from './finding.ts';

type Row = ReadModelRow<'ledger_entries'> & { readonly position: bigint };

const PAGE = 5_000;
const MIN_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Compares the ledger rows of the read model with the replayed entries.
 * @param span of the replay of one site: the events of the period. Undefined: all events were replayed, so the clock is exact.
 */
export function compareLedgerRows(
  comparison: RowComparison,
  entries: ReadonlyMap<string, Entry>,
  filter: AuditFilter,
  span: Span | undefined,
): Promise<ComparedTable> {
  return compareTable('ledger_entries', comparison, {
    rows: rowsOf(comparison.pool, filter),
    find: (row: Row) => entries.get(row.entry_id),
    compare(row, entry) {
      const findings = new Findings(rowPlace(row));
      if (entry === undefined) {
        findings.note('entry that the screens show', 'an entry of an event', row.entry_id, aboutRow(row));
      } else compareRow(entry, row, findings, span === undefined);
      return findings;
    },
    all: entries.values(),
    isWanted: (entry) => entryMatchesFilter(filter, entry, span),
    missing: missingRow,
  });
}

async function* rowsOf(pool: Pool, filter: AuditFilter): AsyncGenerator<Row> {
  for (let after = MIN_ID; ; ) {
    const rows = await select<Row>(
      pool,
      `SELECT * FROM read_models.ledger_entries
       WHERE entry_id > :after AND (:siteId::uuid IS NULL OR site_id = :siteId) AND (:distributorId::text IS NULL OR distributor_id = :distributorId)
         AND (:from::timestamptz IS NULL OR created_at >= :from) AND (:to::timestamptz IS NULL OR created_at < :to)
       ORDER BY entry_id LIMIT ${PAGE}`,
      {
        after,
        siteId: filter.siteId ?? null,
        distributorId: filter.distributorId ?? null,
        from: filter.from ?? null,
        to: filter.to ?? null,
      },
    );
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return;
    after = last.entry_id;
  }
}

/** @param isExact whether the replay's clock has seen all events; of one site it is at most the effective time */
function compareRow(entry: Entry, row: Row, findings: Findings, isExact: boolean): void {
  const redemption = redemptionOf(entry);
  const { currency } = redemption;
  const about = aboutRow(row);
  const equal = (what: string, expected: string | null, found: string | null) =>
    findings.equal(`${what}, as the screens show it`, expected, found, about);
  const money = (minor: number | bigint) => fromMinor(BigInt(minor), currency);
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const effective = (least: number | null, shown: string | null) =>
    isExact || least === null || shown === null ? least : Math.max(least, Date.parse(shown));
  equal('redemption of an entry', redemption.redemptionId, row.redemption_id);
  equal('QR of an entry', entry.qrId, row.qr_id);
  equal('redeemed QR', redemption.qrId, row.source_qr_id);
  equal('site of an entry', redemption.siteId, row.site_id);
  equal('owner of an entry', entry.ownerId, row.distributor_id);
  equal('percent of an entry', fromBasisPoints(entry.points), fromBasisPoints(row.percent_bp));
  equal('amount of an entry', money(entry.amount), money(row.amount_minor));
  const awaiting = (minor: number | bigint | null) => (minor === null ? null : money(minor));
  equal('amount that awaits confirmation', awaiting(entry.awaiting?.amount ?? null), awaiting(row.awaiting_minor));
  equal('end of the time to confirm', time(entry.awaiting?.until ?? null), row.awaiting_until);
  equal('currency of an entry', currency, row.currency);
  equal('end of the hold', time(entry.writtenIn.maturesAt), row.matures_at);
  equal('time of an entry', time(effective(entry.writtenIn.at, row.created_at)), row.created_at);
  equal('entry that is taken back', entry.origin?.entryId ?? null, row.reverses_entry_id);
  const isReversed = redemption.isWhollyReversed && entry.origin === null;
  equal('entry that is wholly reversed', `${isReversed}`, `${row.reversed}`);
  equal('sum that was taken back', money(entry.compensated), money(row.compensated_minor));
  equal('payout of an entry', entry.payout?.payoutId ?? null, row.payout_id);
  equal('sum that stands for an entry', entry.combinedId, row.combined_id);
  equal('entry that was written off', `${entry.payout?.status === 'written_off'}`, `${row.written_off}`);
  equal('time of payment', time(effective(entry.paidAt, row.paid_at)), row.paid_at);
  equal('position of an entry', `${entry.changedAt}`, `${row.position}`);
}

function entryMatchesFilter(filter: AuditFilter, entry: Entry, span: Span | undefined): boolean {
  if (filter.siteId !== undefined && redemptionOf(entry).siteId !== filter.siteId) return false;
  if (filter.distributorId !== undefined && entry.ownerId !== filter.distributorId) return false;
  const { at, position } = entry.writtenIn;
  return span ? isInSpan(span, { position: BigInt(position) }) : isWithinTime(filter, new Date(at).toISOString());
}

function missingRow(entry: Entry): Findings {
  const { position, at } = entry.writtenIn;
  const findings = new Findings({
    eventId: null,
    position: BigInt(position),
    recordedAt: new Date(at).toISOString(),
    stream: 'read_models.ledger_entries',
    siteId: redemptionOf(entry).siteId,
  });
  const { entryId, qrId, ownerId: distributorId } = entry;
  findings.note('entry that the screens show', entryId, null, { entryId, qrId, distributorId });
  return findings;
}

const rowPlace = (row: Row) => ({
  eventId: null,
  position: row.position,
  recordedAt: row.created_at,
  stream: 'read_models.ledger_entries',
  siteId: row.site_id,
});

const aboutRow = (row: Row) => ({ distributorId: row.distributor_id, qrId: row.qr_id, entryId: row.entry_id });
