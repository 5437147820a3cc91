import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import { DEFAULT_PAGE_SIZE, HEADERS, isoTime } from '@perktree/contracts/kernel/call';
import { csvColumns } from '@perktree/contracts/kernel/csv-columns';
import { fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { timeIn } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { PAYOUT_STATUS_WORDS } from '@perktree/contracts/payout/csv-words';
import {
  type PayoutEntryAnswer,
  type PayoutHistoryAnswer,
  payoutEntryCalls,
} from '@perktree/contracts/payout/entry-calls';
import type { payoutEvents } from '@perktree/contracts/payout/events';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import { listFileOf } from '@perktree/platform/http/list-file';
import { mountCall } from '@perktree/platform/http/mount-call';
import { readsTenant, type Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import { named, sql } from '@perktree/platform/postgres/sql';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import { type EntryRow, entryAnswerOf, sumOfEntries } from '../explanation/entry-row.ts';
import { sumsIn } from '../explanation/payouts-of-entry.ts';
import { actorOf, peopleFor } from '../explanation/people.ts';
import { STATUS_AFTER } from '../replay/entry.ts';
import { rowsFile } from '../rows-file.ts';

type PayoutEvent = RecordedEvent<keyof typeof payoutEvents>;

/** A payout, or a write-off, as its events record it. */
interface PayoutHistory {
  /** The event that made it. */
  readonly made: RecordedEvent<'PayoutGenerated' | 'BalanceWrittenOff'>;
  /** All events about it, oldest first. */
  readonly events: readonly PayoutEvent[];
  readonly status: PayoutHistoryAnswer['status'];
  /** Ids of the ledger entries, also of those that a sum stands for. */
  readonly entryIds: readonly string[];
}

/** Null: no event made it. @throws UndecodableEvent */
async function payoutHistory(
  { store }: Pick<AuditServiceDeps, 'store'>,
  { siteId, distributorId, payoutId }: Readonly<Record<'siteId' | 'distributorId' | 'payoutId', string>>,
): Promise<PayoutHistory | null> {
  const stored = await store.readStream(streams.payouts(siteId, distributorId));
  const all = stored.map((event) => decodeEvent(event) as PayoutEvent);
  const events = all.filter(({ fact }) => idOf(fact) === payoutId);
  const made = events.find(
    (event): event is PayoutHistory['made'] =>
      event.fact.type === 'PayoutGenerated' || event.fact.type === 'BalanceWrittenOff',
  );
  if (made === undefined) return null;
  const sums = sumsIn(stored);
  const entryIds = made.fact.data.entryIds.flatMap((id) => sums.get(id) ?? [id]);
  return { made, events, status: statusOf(events), entryIds };
}

const idOf = ({ data }: PayoutEvent['fact']): string | null =>
  'payoutId' in data ? data.payoutId : 'writeOffId' in data ? data.writeOffId : null;

/** A corrected reference changes none. */
const statusOf = (events: readonly PayoutEvent[]): PayoutHistory['status'] =>
  events.reduce<PayoutHistory['status']>(
    (status, { fact: { type } }) =>
      type === 'PayoutReferenceCorrected' || type === 'EntriesCombined' ? status : STATUS_AFTER[type],
    'processing',
  );

/** The place of an entry in a list by time. */
type EntryPlace = readonly [createdAt: string, entryId: string];

/** Rows of the ledger with these ids, by time. @param max null: all */
async function entriesOf(
  pool: Pool,
  entryIds: readonly string[],
  page: { readonly newestFirst: boolean; readonly after: EntryPlace | null; readonly max: number | null },
): Promise<readonly PayoutEntryAnswer[]> {
  const { newestFirst, after, max } = page;
  const [order, beyond] = newestFirst ? ['DESC', '<'] : ['ASC', '>'];
  const query = sql('read_models.ledger_entries')
    .where(named('entry_id = ANY(:entryIds::uuid[])', { entryIds }))
    .orderByRaw(`created_at ${order}, entry_id ${order}`);
  if (after !== null) query.whereRaw(`(created_at, entry_id) ${beyond} (?::timestamptz, ?::uuid)`, [...after]);
  if (max !== null) query.limit(max);
  const rows = await select<EntryRow>(pool, query);
  return rows.map((row) => entryAnswerOf(row));
}

const cursorSchema = z.tuple([isoTime, z.uuid()]);

/** A payout and the entries that it pays, from its events. */
export function mountPayoutReports(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { pool, accounts, authenticate } = deps;

  mountCall(app, authenticate, payoutEntryCalls.payout, async ({ params, session }) => {
    const { place, history } = await ownPayout(deps, params.payoutId, session);
    const { made, events, status, entryIds } = history;
    const { siteId, distributorId, currency, amount } = made.fact.data;
    const noteIds = events.flatMap(({ fact: { data } }) => ('noteId' in data ? (data.noteId ?? []) : []));
    const [names, texts, sum] = await Promise.all([
      accounts.displayNames([...new Set([distributorId, ...events.map(({ metadata }) => metadata.actor.id)])]),
      accounts.noteTexts(noteIds),
      sumOfEntries(pool, entryIds),
    ]);
    const people = peopleFor({ userId: session.userId, seesAll: readsTenant(session, made.fact.data.tenantId) }, names);
    return {
      answer: {
        id: params.payoutId,
        siteId,
        siteName: place.siteName,
        siteTimeZone: place.timeZone,
        currency,
        amount,
        status,
        entries: entryIds.length,
        distributor: people.person(distributorId),
        settlement: made.fact.type === 'PayoutGenerated' ? made.fact.data.settlement : null,
        sum: sum === null ? null : fromMinor(sum, currency),
        events: events.map(({ fact, metadata, position }) => ({
          type: fact.type,
          at: metadata.recordedAt,
          position: position.toString(),
          actor: actorOf(metadata, people.person),
          note: noteOf(fact, texts, people.all),
          reasonCode: 'reason' in fact.data ? fact.data.reason : null,
        })),
      },
    };
  });

  mountCall(app, authenticate, payoutEntryCalls.payoutEntries, async ({ params, query, session, request, reply }) => {
    const { place, history } = await ownPayout(deps, params.payoutId, session);
    const newestFirst = query.sort !== 'oldest';
    reply.header('Vary', 'Accept, Accept-Language');
    if (listFileOf(request)) {
      const entries = await entriesOf(pool, history.entryIds, { newestFirst, after: null, max: null });
      const { siteId, siteName, timeZone, distributorId } = place;
      const names = await accounts.displayNames([distributorId]);
      return rowsFile(deps, { request, reply, session }, entries, {
        columns: entryColumns(
          params.payoutId,
          { ...place, distributor: names.get(distributorId) ?? DELETED_USER },
          history,
        ),
        title: ['Entries of a payout', 'Apuntes de un pago'],
        timeZone,
        sites: [{ id: siteId, name: siteName }],
        currencies: [history.made.fact.data.currency],
        filter: [[['Payout', 'Pago'], params.payoutId]],
        position: `${history.events.at(-1)?.position ?? history.made.position}`,
        result: [`Entries: ${entries.length}`, `Apuntes: ${entries.length}`],
      });
    }
    const after = parseCursor(query, cursorSchema);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const found = await entriesOf(pool, history.entryIds, { newestFirst, after, max: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    if (after === null) reply.header(HEADERS.totalCount, String(history.entryIds.length));
    if (found.length > limit && last) reply.header(HEADERS.nextCursor, encodeCursor([last.createdAt, last.id]));
    return { answer: page };
  });
}

interface Place {
  readonly siteId: string;
  readonly distributorId: string;
  readonly siteName: string;
  readonly timeZone: string;
}

/** @throws Refused PAYOUT_NOT_FOUND also for callers who may not read it */
async function ownPayout(
  { pool, store }: Pick<AuditServiceDeps, 'pool' | 'store'>,
  payoutId: string,
  session: Session,
): Promise<{ readonly place: Place; readonly history: PayoutHistory }> {
  const { rows } = await pool.query<Place & { tenantId: string }>(
    `SELECT p.site_id AS "siteId", p.distributor_id AS "distributorId", p.tenant_id AS "tenantId", s.name AS "siteName",
       coalesce(s.configuration::json->>'timeZone', '${UTC}') AS "timeZone"
     FROM read_models.payouts p JOIN read_models.sites s USING (site_id) WHERE p.payout_id = $1`,
    [payoutId],
  );
  const [place] = rows;
  const isOwn = place && session.allRoles.includes('distributor') && place.distributorId === session.userId;
  if (place === undefined || !(isOwn || readsTenant(session, place.tenantId))) throw new Refused('PAYOUT_NOT_FOUND');
  const history = await payoutHistory({ store }, { ...place, payoutId });
  if (history === null) throw new Refused('PAYOUT_NOT_FOUND');
  return { place, history };
}

/** @param seesAll whether the caller may read what the owner noted on a write-off */
function noteOf(
  { type, data }: PayoutHistory['events'][number]['fact'],
  texts: ReadonlyMap<string, string>,
  seesAll: boolean,
): string | null {
  if ('reference' in data && data.reference !== null) return data.reference;
  if (!('noteId' in data) || (type === 'BalanceWrittenOff' && !seesAll)) return null;
  return texts.get(data.noteId ?? '') ?? null;
}

const entryColumns = (
  payoutId: string,
  { siteId, distributorId, distributor, siteName, timeZone }: Place & { readonly distributor: string },
  { status }: PayoutHistory,
) =>
  csvColumns<PayoutEntryAnswer>([
    ['Entry', 'Apunte', ({ id }) => id],
    ['Payout', 'Pago', () => payoutId],
    ['Site ID', 'ID del sitio', () => siteId],
    ['Site', 'Sitio', () => siteName],
    ['Distributor ID', 'ID del distribuidor', () => distributorId],
    ['Redemption', 'Canje', ({ redemptionId }) => redemptionId],
    ['Reverses entry', 'Anula el apunte', ({ reversesEntryId }) => reversesEntryId],
    ['QR', 'QR', ({ qrId }) => qrId],
    ['Redeemed QR', 'QR canjeado', ({ sourceQrId }) => sourceQrId],
    ['Commission (%)', 'Comisión (%)', ({ commissionPercent }) => commissionPercent, 'number'],
    ['Commission', 'Comisión', ({ amount }) => amount, 'number'],
    ['Currency', 'Moneda', ({ currency }) => currency],
    ['Created', 'Creado', ({ createdAt }) => timeIn(timeZone, createdAt), 'time'],
    ['Payable from', 'Pagadero desde', ({ maturesAt }) => timeIn(timeZone, maturesAt), 'time'],
    ['State of the payout', 'Estado del pago', (_, inLanguage) => inLanguage(PAYOUT_STATUS_WORDS[status])],
    ['Distributor', 'Distribuidor', (_, __, language) => personName(distributor, language)],
  ]);
