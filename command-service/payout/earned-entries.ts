import { type RedemptionEvent, streams } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { entriesIn } from '@perktree/contracts/ledger/movements';
import type { EventStore } from '@perktree/event-store/port';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { CommandHandler } from '../engine/command-handler.ts';
import { decode } from '../engine/event-codec.ts';
import { redemptionsFold, revisionsOf } from '../redemption/decisions/state.ts';
import type { PayableEntry } from './decisions/settle-balance.ts';

/** The Postgres store answers concurrent reads in one query. With pages of 200 events this holds some 20 MB at most. */
const STREAMS_AT_ONCE = 32;
const EVENTS_OF_A_PAGE = 200;

/** A row of the ledger that looks payable, and where its events are. */
export interface PayableRow extends PayableEntry {
  /** The entry that this one reverses; of any other, its own id. */
  readonly originId: string;
  readonly redemptionId: string;
  readonly redeemedQrId: string;
}

export interface Payee {
  readonly siteId: string;
  readonly distributorId: string;
  readonly currency: Currency;
}

interface EarnedEntry extends PayableRow, Payee {
  /** ISO 8601 UTC; a reversal has its own, and counts as soon as the entry that it reverses. */
  readonly maturesAt: string;
}

/** By the id of the origin: an earned entry, followed by its reversals. */
export type EarnedEntries = ReadonlyMap<string, readonly EarnedEntry[]>;

/**
 * Reads the entries that some rows name, and all reversals of them, from the events of their redemptions. A redemption that
 * awaits confirmation has earned none.
 */
export async function readEarnedEntries(
  deps: { readonly handler: Pick<CommandHandler, 'run'>; readonly store: Pick<EventStore, 'readStream'> },
  rows: readonly PayableRow[],
): Promise<EarnedEntries> {
  const redemptionsByQr = new Map<string, Set<string>>();
  for (const { redeemedQrId, redemptionId } of rows) {
    const redemptions = redemptionsByQr.get(redeemedQrId) ?? new Set();
    redemptionsByQr.set(redeemedQrId, redemptions.add(redemptionId));
  }
  const wanted = new Set(rows.map(({ originId }) => originId));
  const byOrigin = new Map<string, EarnedEntry[]>();
  // All streams share a question for what was stored before.
  await deps.handler.run((handler) =>
    pLimit(STREAMS_AT_ONCE).map([...redemptionsByQr], async ([qrId, redemptionIds]) => {
      for await (const event of eventsOf({ handler, store: deps.store }, { qrId, redemptionIds })) {
        for (const entry of earnedEntriesIn(event)) {
          if (!wanted.has(entry.originId)) continue;
          byOrigin.set(entry.originId, [...(byOrigin.get(entry.originId) ?? []), entry]);
        }
      }
    }),
  );
  return byOrigin;
}

/** The state of a QR says where the events of its redemptions are, so the rest of a long stream is not read. */
async function* eventsOf(
  { handler, store }: Pick<Parameters<typeof readEarnedEntries>[0], 'store'> & { readonly handler: CommandHandler },
  of: { readonly qrId: string; readonly redemptionIds: ReadonlySet<string> },
): AsyncGenerator<RedemptionEvent> {
  const stream = streams.redemptions(of.qrId);
  const { state } = await handler.loadUncompared(stream, redemptionsFold);
  const revisions = [...of.redemptionIds].flatMap((id) => revisionsOf(state, id)).sort((a, b) => a - b);
  for (const { first, last } of pagesOf(revisions)) {
    for (const stored of await store.readStream(stream, first, last)) yield decode<RedemptionEvent>(stored).event;
  }
}

function* pagesOf(revisions: readonly number[]): Generator<{ readonly first: number; readonly last: number }> {
  let page: { first: number; last: number } | undefined;
  for (const revision of revisions) {
    if (page !== undefined && revision < page.first + EVENTS_OF_A_PAGE) page.last = revision;
    else {
      if (page !== undefined) yield page;
      page = { first: revision, last: revision };
    }
  }
  if (page !== undefined) yield page;
}

function earnedEntriesIn({ data }: RedemptionEvent): readonly EarnedEntry[] {
  const { redemptionId, qrId: redeemedQrId, siteId, currency, maturesAt } = data;
  return entriesIn(data).map(({ entryId, reversesEntryId, minor, distributorId }) => ({
    entryId,
    originId: reversesEntryId ?? entryId,
    amountMinor: minor,
    distributorId,
    redemptionId,
    redeemedQrId,
    siteId,
    currency,
    maturesAt,
  }));
}

/**
 * The entries of a payee as the events record them. A reversal that the rows lack is included.
 * @param maturedBy ISO 8601 UTC
 * @throws Refused LEDGER_DIFFERS if a row differs from its event; it is logged for the operator
 */
export function earnedBy(
  earned: EarnedEntries,
  payee: Payee & { readonly rows: readonly PayableRow[]; readonly maturedBy: string },
  logger: Pick<FastifyBaseLogger, 'error'>,
): readonly PayableEntry[] {
  const { siteId, distributorId, currency, rows, maturedBy } = payee;
  const isOwn = (entry: EarnedEntry) =>
    entry.siteId === siteId && entry.distributorId === distributorId && entry.currency === currency;
  for (const row of rows) {
    const { entryId, originId, amountMinor } = row;
    const group = earned.get(originId) ?? [];
    const entry = group.find((one) => one.entryId === entryId);
    const origin = group.find((one) => one.entryId === originId);
    const isMatured = origin !== undefined && Date.parse(origin.maturesAt) <= Date.parse(maturedBy);
    const isRecorded =
      entry?.amountMinor === amountMinor &&
      entry.redemptionId === row.redemptionId &&
      entry.redeemedQrId === row.redeemedQrId;
    if (isRecorded && isOwn(entry) && isMatured) continue;
    const shown = fromMinor(amountMinor, currency);
    const recorded = entry ? fromMinor(entry.amountMinor, entry.currency) : null;
    logger.error(
      { siteId, distributorId, entryId, shown, recorded, earnedBy: entry?.distributorId },
      'a ledger row differs from its event, so it is not settled: audit the history and rebuild ledger_entries',
    );
    throw new Refused('LEDGER_DIFFERS');
  }
  return [...new Set(rows.map(({ originId }) => originId))].flatMap((id) => (earned.get(id) ?? []).filter(isOwn));
}
