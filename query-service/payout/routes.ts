import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import {
  type FundingState,
  PAYOUT_STATUSES,
  type PayoutAnswer,
  type PayoutFailure,
  payoutCalls,
} from '@perktree/contracts/payout/calls';
import { PAYOUT_FAILURE_WORDS, PAYOUT_STATUS_WORDS, WRITE_OFF_WORDS } from '@perktree/contracts/payout/csv-words';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { ListPaper } from '../engine/listing/list-paper.ts';
import { amountOrder, byTime, hundredthsSql, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { namesAndNotes, personAndNoteSql } from '../engine/listing/names-and-notes.ts';
import { ofReadableSite } from '../engine/scope.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { earningsScope, ledgerRole, listScope } from '../ledger/query.ts';

const SETTLEMENTS: Readonly<Record<PayoutAnswer['settlement'], ColumnWords>> = {
  by_hand: ['Business', 'Negocio'],
  provider: ['Payment provider', 'Proveedor de pagos'],
};

export type PayoutRow = ReadModelRow<'payouts'> & {
  readonly combined: number;
  readonly site_name: string;
  readonly site_time_zone: string;
  readonly position: bigint;
};

const isWriteOff = ({ status }: PayoutAnswer) => status === 'written_off';

const PAYOUTS_PAPER: ListPaper<PayoutAnswer> = {
  title: ['Payouts', 'Pagos'],
  currency: 'p.currency',
  filters: PAYOUT_STATUS_WORDS,
  totals: [
    [['Paid', 'Pagado'], ({ status, amount }) => (status === 'paid' ? amount : null)],
    [['Processing', 'En proceso'], ({ status, amount }) => (status === 'processing' ? amount : null)],
    [['Written off', 'Dado de baja'], ({ status, amount }) => (status === 'written_off' ? amount : null)],
  ],
};

/** Write-offs have a column of their own, so that each column sums. */
const payoutsCsv = csvColumns<
  PayoutAnswer & Partial<Pick<PayoutRow, 'site_name' | 'paid_at' | 'settled_at' | 'position' | 'write_off_reason'>>
>([
  ['Payout', 'Pago', (payout) => payout.id],
  ['Site ID', 'ID del sitio', (payout) => payout.siteId],
  ['Site', 'Sitio', (payout) => payout.site_name ?? null],
  ['Distributor ID', 'ID del distribuidor', (payout) => payout.distributorId],
  ['Distributor', 'Distribuidor', (payout, _, language) => personName(payout.name, language)],
  ['Amount', 'Importe', (payout) => (isWriteOff(payout) ? null : payout.amount), 'number'],
  ['Written off', 'Dado de baja', (payout) => (isWriteOff(payout) ? payout.amount : null), 'number'],
  ['Currency', 'Moneda', (payout) => payout.currency],
  ['Entries', 'Apuntes', (payout) => payout.entries],
  ['State', 'Estado', (payout, inLanguage) => inLanguage(PAYOUT_STATUS_WORDS[payout.status])],
  ['Reference', 'Referencia', (payout) => payout.reference],
  [
    ...(['Reason', 'Motivo'] as const),
    ({ status, failure, write_off_reason: code, reason }, inLanguage) => {
      const why =
        status === 'failed' && failure
          ? PAYOUT_FAILURE_WORDS[failure]
          : WRITE_OFF_WORDS[code as keyof typeof WRITE_OFF_WORDS];
      return [...(why ? [inLanguage(why)] : []), ...(reason ? [reason] : [])].join(': ') || null;
    },
  ],
  ['Created', 'Creado', siteTime((payout) => payout.createdAt), 'time'],
  ['Paid', 'Pagado el', siteTime((payout) => payout.paid_at ?? null), 'time'],
  ['Settled', 'Liquidado el', siteTime((payout) => payout.settled_at ?? null), 'time'],
  ['Paid by', 'Pagado por', (payout, inLanguage) => inLanguage(SETTLEMENTS[payout.settlement])],
  [
    'Changed at position',
    'Cambiado en la posición',
    (payout) => (payout.position === undefined ? null : String(payout.position)),
  ],
]);

export const PAYOUTS: Listing<PayoutRow> = {
  columns: `p.*, (SELECT coalesce(sum(c.entry_count - 1), 0)::int FROM read_models.combined_entries c
    WHERE c.payout_id = p.payout_id) AS combined,
    (SELECT s.name FROM read_models.sites s WHERE s.site_id = p.site_id) AS site_name,
    ${siteZoneColumn('p.site_id')}`,
  from: 'read_models.payouts p',
  id: 'p.payout_id',
  idOf: (row) => row.payout_id,
  text: `concat_ws(E'\\n', p.payout_id, p.reference, ${hundredthsSql('p.amount_minor')})`,
  // A distributor does not find what the owner noted on a write-off.
  textIds: personAndNoteSql(
    'p.distributor_id',
    `CASE WHEN p.status = 'written_off' AND p.distributor_id = :scope::text THEN NULL ELSE p.note_id END`,
  ),
  filters: Object.fromEntries(PAYOUT_STATUSES.map((status) => [status, `p.status = '${status}'`])),
  sorts: {
    ...byTime('p.created_at', (row: PayoutRow) => row.created_at),
    amount: amountOrder('p.currency', 'p.amount_minor', (row) => row.amount_minor),
  },
};

export function mountPayouts(app: FastifyInstance, deps: QueryServiceDeps): void {
  const shown = {
    listing: PAYOUTS,
    itemsOf: (rows: readonly PayoutRow[], _now: string, session: Session) =>
      payoutAnswers(deps, rows, ledgerRole(session) === 'distributor' ? session.userId : null),
    csv: payoutsCsv,
    paper: PAYOUTS_PAPER,
    // A search finds a payout by the distributor's name, and by what the owner wrote on settling it.
    textsOf: (ids: readonly string[]) => namesAndNotes(deps, ids),
  };
  mountListing(app, deps, payoutCalls.sitePayouts, { ...shown, scopeOf: ofReadableSite(deps.pool, 'p.site_id') });
  mountListing(app, deps, payoutCalls.ownPayouts, {
    ...shown,
    scopeOf: async ({ session }) => listScope(earningsScope(session), 'p'),
  });
}

/** @param payeeId a distributor who reads them: what the owner noted on a write-off is not for them; null: the owner's side */
export async function payoutAnswers(
  deps: Pick<QueryServiceDeps, 'accounts'>,
  rows: readonly PayoutRow[],
  payeeId: string | null,
): Promise<PayoutAnswer[]> {
  const noteOf = ({ status, distributor_id, note_id }: PayoutRow) =>
    status === 'written_off' && distributor_id === payeeId ? null : note_id;
  const [names, texts] = await Promise.all([
    deps.accounts.displayNames([...new Set(rows.map((row) => row.distributor_id))]),
    deps.accounts.noteTexts(rows.flatMap((row) => noteOf(row) ?? [])),
  ]);
  const textOf = (row: PayoutRow) => texts.get(noteOf(row) ?? '') ?? null;
  return rows.map((row) => ({
    id: row.payout_id,
    siteId: row.site_id,
    distributorId: row.distributor_id,
    name: names.get(row.distributor_id) ?? DELETED_USER,
    amount: fromMinor(row.amount_minor, row.currency as Currency),
    currency: row.currency as Currency,
    status: row.status as (typeof PAYOUT_STATUSES)[number],
    entries: row.entry_count + row.combined,
    reference: row.reference ?? (row.status === 'paid' ? textOf(row) : null),
    reason: row.status === 'paid' ? null : textOf(row),
    settlement: row.settlement as PayoutAnswer['settlement'],
    funding: row.funding as FundingState | null,
    failure: row.failure as PayoutFailure | null,
    createdAt: row.created_at,
    siteTimeZone: row.site_time_zone,
  }));
}
