import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { isInSpan, type Span } from '../effective-clock.ts';
import { type AuditFilter, isWithinTime } from './audit-filter.ts';
import { type Entry, redemptionOf } from './entry.ts';
import { type Finding, Findings } from './finding.ts';
import { type ComparedTable, projectedPosition, RowCounts } from './row-counts.ts';

interface Row {
  readonly entry_id: string;
  readonly redemption_id: string;
  readonly qr_id: string;
  readonly source_qr_id: string;
  readonly site_id: string;
  readonly distributor_id: string;
  readonly percent_bp: number;
  readonly amount_minor: string;
  readonly awaiting_minor: string | null;
  readonly awaiting_until: Date | null;
  readonly currency: Currency;
  readonly matures_at: Date;
  readonly created_at: Date;
  readonly reverses_entry_id: string | null;
  readonly compensated_minor: string;
  readonly reversed: boolean;
  readonly payout_id: string | null;
  readonly paid_at: Date | null;
  readonly written_off: boolean;
  readonly combined_id: string | null;
  readonly position: string;
}

const PAGE = 5_000;
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Compares the ledger rows of the read model with the replayed entries. The projector may be ahead of the replay or behind
 * it, so only entries that both have seen are compared. A row beyond the head of the store is compared, because no event can
 * have changed it.
 * @param upTo position of the last replayed event
 */
export async function compareLedgerRows(options: {
  readonly pool: Pool;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly upTo: bigint;
  readonly head: () => Promise<bigint>;
  readonly filter: AuditFilter;
  /** Of the walk of one site: the events of the period. Absent: all events were walked, so the walk's clock is exact. */
  readonly span?: Span | undefined;
  readonly onFinding: (finding: Finding) => void;
}): Promise<ComparedTable> {
  const { pool, entries, upTo, filter, span, onFinding } = options;
  const projected = await projectedPosition(pool, 'ledger_entries');
  const counts = new RowCounts('ledger_entries');
  const beyond: Row[] = [];
  const findingsOf = (row: Row, entry: Entry | undefined) => {
    const findings = new Findings(rowPlace(row));
    if (entry === undefined) {
      findings.note('entry that the screens show', 'an entry of an event', row.entry_id, aboutRow(row));
    } else compareRow(entry, row, findings, span === undefined);
    return findings;
  };
  for await (const row of rowsOf(pool, filter)) {
    const entry = entries.get(row.entry_id);
    // Also a row that has changed since: its entry is not missing on the screens.
    if (entry !== undefined) entry.isSeen = true;
    if (BigInt(row.position) > upTo) beyond.push(row);
    else if (entry !== undefined && BigInt(entry.changedAt) > projected) counts.behind += 1;
    else counts.compare(findingsOf(row, entry), onFinding);
  }
  await counts.compareBeyond(beyond, options, (row) => findingsOf(row, entries.get(row.entry_id)));
  for (const entry of entries.values()) {
    if (entry.isSeen || !entryMatchesFilter(filter, entry, span)) continue;
    if (BigInt(entry.changedAt) > projected) counts.behind += 1;
    else counts.miss(missingRow(entry), onFinding);
  }
  return counts.table();
}

async function* rowsOf(pool: Pool, filter: AuditFilter): AsyncGenerator<Row> {
  for (let after = LEAST_ID; ; ) {
    const { rows } = await run<Row>(
      pool,
      `SELECT entry_id, redemption_id, qr_id, source_qr_id, site_id, distributor_id, percent_bp, amount_minor, awaiting_minor,
         awaiting_until, currency, matures_at, created_at, reverses_entry_id, compensated_minor, reversed, payout_id,
         paid_at, written_off, combined_id, position
       FROM read_models.ledger_entries
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

/** @param isExact whether the walk's clock has seen all events; of one site it is at most the effective time */
function compareRow(entry: Entry, row: Row, findings: Findings, isExact: boolean): void {
  const redemption = redemptionOf(entry);
  const { currency } = redemption;
  const about = aboutRow(row);
  const equal = (what: string, expected: string | null, found: string | null) =>
    findings.equal(`${what}, as the screens show it`, expected, found, about);
  const money = (minor: number | string) => fromMinor(BigInt(minor), currency);
  const time = (at: number | Date | null) => (at === null ? null : new Date(at).toISOString());
  const effective = (least: number | null, shown: Date | null) =>
    isExact || least === null || shown === null ? least : Math.max(least, shown.getTime());
  equal('redemption of an entry', redemption.redemptionId, row.redemption_id);
  equal('QR of an entry', entry.qrId, row.qr_id);
  equal('redeemed QR', redemption.qrId, row.source_qr_id);
  equal('site of an entry', redemption.siteId, row.site_id);
  equal('owner of an entry', entry.ownerId, row.distributor_id);
  equal('percent of an entry', fromBasisPoints(entry.points), fromBasisPoints(row.percent_bp));
  equal('amount of an entry', money(entry.amount), money(row.amount_minor));
  const awaiting = (minor: number | string | null) => (minor === null ? null : money(minor));
  equal('amount that awaits confirmation', awaiting(entry.awaiting?.amount ?? null), awaiting(row.awaiting_minor));
  equal('end of the time to confirm', time(entry.awaiting?.until ?? null), time(row.awaiting_until));
  equal('currency of an entry', currency, row.currency);
  equal('end of the hold', time(entry.writtenIn.maturesAt), time(row.matures_at));
  equal('time of an entry', time(effective(entry.writtenIn.at, row.created_at)), time(row.created_at));
  equal('entry that is taken back', entry.origin?.entryId ?? null, row.reverses_entry_id);
  const isReversed = redemption.isWhollyReversed && entry.origin === null;
  equal('entry that is wholly reversed', `${isReversed}`, `${row.reversed}`);
  equal('sum that was taken back', money(entry.compensated), money(row.compensated_minor));
  equal('payout of an entry', entry.payout?.payoutId ?? null, row.payout_id);
  equal('sum that stands for an entry', entry.combinedId, row.combined_id);
  equal('entry that was written off', `${entry.payout?.status === 'written_off'}`, `${row.written_off}`);
  equal('time of payment', time(effective(entry.paidAt, row.paid_at)), time(row.paid_at));
  equal('position of an entry', `${entry.changedAt}`, row.position);
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
  position: BigInt(row.position),
  recordedAt: row.created_at.toISOString(),
  stream: 'read_models.ledger_entries',
  siteId: row.site_id,
});

const aboutRow = (row: Row) => ({ distributorId: row.distributor_id, qrId: row.qr_id, entryId: row.entry_id });
