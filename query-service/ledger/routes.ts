import { type ColumnWords, csvColumns } from '@perktree/contracts/kernel/csv-columns';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { monthIn, startOfMonth, timeIn } from '@perktree/contracts/kernel/time-zone';
import {
  type DistributorBalanceAnswer,
  earningsCalls,
  type LedgerEntryAnswer,
  type SiteBalancesAnswer,
} from '@perktree/contracts/ledger/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { ListPaper } from '../engine/listing/list-paper.ts';
import { listAnswers, mountListing } from '../engine/listing/mount-listing.ts';
import { readableSite, type SiteRow } from '../engine/scope.ts';
import { zoneOf } from '../engine/time-zones.ts';
import { configurationOf } from '../site/configuration-of.ts';
import {
  type BalanceMoment,
  balanceAnswer,
  balancesOf,
  type DistributorBalanceRow,
  distributorsOf,
  momentOf,
  openBalancesOf,
  SITE_BALANCES,
  siteBalancesScope,
  siteEarnings,
} from './balances.ts';
import {
  type CurrencyTotals,
  earningsScope,
  LEDGER,
  type LedgerRow,
  type LedgerState,
  ledgerRole,
  listScope,
  totalsOf,
} from './query.ts';

const STATES: Readonly<Record<LedgerState, ColumnWords>> = {
  pending: ['Pending', 'Pendiente'],
  payable: ['Payable', 'Por pagar'],
  in_payout: ['In payout', 'En pago'],
  paid: ['Paid', 'Pagado'],
  reversed: ['Reversed', 'Anulado'],
  awaiting_confirmation: ['Awaiting confirmation', 'Por confirmar'],
  lapsed: ['Lapsed', 'Caducado'],
  written_off: ['Written off', 'Dado de baja'],
};

/** Not earned: the share awaits confirmation, has lapsed, or was reversed before it was confirmed. */
const isExpected = ({ awaitingUntil, earnedAmount, commissionAmount }: LedgerEntryAnswer) =>
  awaitingUntil !== null || earnedAmount !== commissionAmount;

const LEDGER_PAPER: ListPaper<LedgerEntryAnswer> = {
  title: ['Commission entries', 'Apuntes de comisión'],
  currency: 'e.currency',
  filters: STATES,
  totals: [[['Commission', 'Comisión'], ({ earnedAmount }) => earnedAmount]],
};

/** Times are those of the entry’s site, with their distance from UTC. */
const ledgerCsv = csvColumns<LedgerEntryAnswer & { readonly position?: bigint }>([
  ['Entry', 'Apunte', (entry) => entry.id],
  ['Site ID', 'ID del sitio', (entry) => entry.siteId],
  ['Site', 'Sitio', (entry) => entry.siteName],
  ['Distributor ID', 'ID del distribuidor', (entry) => entry.distributorId],
  ['Distributor', 'Distribuidor', (entry, _, language) => personName(entry.distributorName, language)],
  ['Redemption', 'Canje', (entry) => entry.redemptionId],
  ['Reverses entry', 'Anula el apunte', (entry) => entry.reversesEntryId],
  ['QR', 'QR', (entry) => entry.qrId],
  ['Redeemed QR', 'QR canjeado', (entry) => entry.sourceQrId],
  ['Commission (%)', 'Comisión (%)', (entry) => entry.commissionPercent, 'number'],
  // The column sums to what was earned, less what was reversed.
  ['Commission', 'Comisión', (entry) => entry.earnedAmount, 'number'],
  [
    'Expected commission',
    'Comisión prevista',
    (entry) => (isExpected(entry) ? entry.commissionAmount : null),
    'number',
  ],
  ['Currency', 'Moneda', (entry) => entry.currency],
  ['State', 'Estado', (entry, inLanguage) => inLanguage(STATES[entry.state])],
  ['Payout', 'Pago', (entry) => entry.payoutId],
  ['Paid', 'Pagado el', (entry) => entry.paidAt && timeIn(entry.siteTimeZone, entry.paidAt), 'time'],
  ['Created', 'Creado', (entry) => timeIn(entry.siteTimeZone, entry.createdAt), 'time'],
  ['Payable from', 'Pagadero desde', (entry) => timeIn(entry.siteTimeZone, entry.maturesAt), 'time'],
  [
    'Changed at position',
    'Cambiado en la posición',
    (entry) => (entry.position === undefined ? null : String(entry.position)),
  ],
]);

const BALANCES_PAPER: ListPaper<DistributorBalanceAnswer> = {
  title: ['Balance on a date', 'Saldo en una fecha'],
  currency: 'b.currency',
  site: '(:scope::text[])[1]::uuid',
  filters: { unpayable: ['What cannot be paid', 'Lo que no se puede pagar'] },
  totals: [
    [['Earned', 'Ganado'], ({ earned }) => earned],
    [['Reversed', 'Anulado'], ({ takenBack }) => takenBack],
    [['Paid out', 'Pagado'], ({ paidOut }) => paidOut],
    [['Written off', 'Dado de baja'], ({ writtenOff }) => writtenOff],
    [['Owed', 'Pendiente'], ({ owed }) => owed],
    [['In open payouts', 'En pagos en curso'], ({ inPayout }) => inPayout],
    [['Payable', 'Por pagar'], ({ payable }) => payable],
  ],
};

const balancesCsv = csvColumns<DistributorBalanceAnswer>([
  ['Distributor ID', 'ID del distribuidor', ({ distributorId }) => distributorId],
  ['Distributor', 'Distribuidor', ({ name }, _, language) => personName(name, language)],
  ['Currency', 'Moneda', ({ currency }) => currency],
  ['Earned', 'Ganado', ({ earned }) => earned, 'number'],
  ['Reversed', 'Anulado', ({ takenBack }) => takenBack, 'number'],
  ['Paid out', 'Pagado', ({ paidOut }) => paidOut, 'number'],
  ['Written off', 'Dado de baja', ({ writtenOff }) => writtenOff, 'number'],
  ['Owed', 'Pendiente', ({ owed }) => owed, 'number'],
  ['In open payouts', 'En pagos en curso', ({ inPayout }) => inPayout, 'number'],
  ['Payable', 'Por pagar', ({ payable }) => payable, 'number'],
]);

/** The currency shown before the first earning. */
const NOTHING: CurrencyTotals = { currency: 'EUR', earned: 0n, paid: 0n, written_off: 0n, this_month: 0n };

export function mountLedger(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts, clock } = deps;

  mountListing(app, deps, earningsCalls.ledger, {
    listing: LEDGER,
    scopeOf: async ({ session }) => listScope(earningsScope(session), 'e'),
    itemsOf: (rows) => entryAnswers(deps, rows),
    csv: ledgerCsv,
    paper: LEDGER_PAPER,
  });

  mountCall(app, authenticate, earningsCalls.pastBalances, async ({ query, session }) => {
    const moment = momentOf(query.asOf, clock());
    const totals = await balancesOf(pool, earningsScope(session), moment);
    return { answer: { asOf: moment.asOf, totals: totals.map(balanceAnswer) } };
  });

  mountCall(app, authenticate, earningsCalls.openBalance, async ({ session }) => {
    const own = { condition: (alias: string) => `${alias}.distributor_id = :scope`, value: session.userId };
    const [totals, keptUntil] = await Promise.all([
      openBalancesOf(pool, own),
      accounts.keptAfterErasure(session.userId),
    ]);
    return { answer: { totals: [...totals], keptUntil } };
  });

  const balancesList = listAnswers(deps, {
    listing: SITE_BALANCES,
    itemsOf: (rows: readonly DistributorBalanceRow[]) => distributorBalances(deps, rows),
    csv: balancesCsv,
    paper: BALANCES_PAPER,
  });

  mountCall(app, authenticate, earningsCalls.siteBalances, async ({ params, query, session, request, reply }) => {
    const moment = momentOf(query.asOf, clock());
    const site = await readableSite(pool, session, params.siteId);
    const { site_id } = site;
    const erased =
      query.show === 'unpayable' ? await accounts.erasedAmong(await distributorsOf(pool, site_id)) : undefined;
    const list = await balancesList(
      { request, reply, session },
      { ...query, asOf: moment.asOf },
      siteBalancesScope(site_id, moment, erased),
    );
    if ('stream' in list) return list;
    return { answer: { ...(await siteTotals(pool, site, moment)), distributors: [...list.items] } };
  });

  mountCall(app, authenticate, earningsCalls.payoutStats, async ({ session }) => {
    const timeZone = await zoneOf(pool, { ...session, role: ledgerRole(session) });
    const month = startOfMonth(timeZone, monthIn(timeZone, clock().getTime()));
    const totals = await totalsOf(pool, earningsScope(session), new Date(month).toISOString());
    const byCurrency = totals.map(statsOf);
    return { answer: { ...(byCurrency[0] ?? statsOf(NOTHING)), timeZone, byCurrency } };
  });
}

/** What a site owes in total, and its minimum payout. */
export async function siteTotals(
  pool: Pool,
  { site_id, configuration, currency }: SiteRow,
  moment: BalanceMoment,
): Promise<Omit<SiteBalancesAnswer, 'distributors'>> {
  const totals = await balancesOf(pool, siteEarnings(site_id), moment);
  const minimum = { minimumPayout: configurationOf(configuration).minimumPayout, currency: currency as Currency };
  return { asOf: moment.asOf, totals: totals.map(balanceAnswer), ...minimum };
}

export async function distributorBalances(
  { accounts }: Pick<QueryServiceDeps, 'accounts'>,
  rows: readonly DistributorBalanceRow[],
): Promise<DistributorBalanceAnswer[]> {
  const ids = rows.map((row) => row.distributor_id);
  const [names, erased] = await Promise.all([accounts.displayNames(ids), accounts.erasedAmong(ids)]);
  return rows.map((row) => ({
    distributorId: row.distributor_id,
    name: names.get(row.distributor_id) ?? DELETED_USER,
    isErased: erased.has(row.distributor_id),
    ...balanceAnswer(row),
  }));
}

export async function entryAnswers(
  { accounts }: Pick<QueryServiceDeps, 'accounts'>,
  rows: readonly LedgerRow[],
): Promise<LedgerEntryAnswer[]> {
  const names = await accounts.displayNames([...new Set(rows.map((row) => row.distributor_id))]);
  return rows.map((row) => entryAnswer(row, names));
}

function entryAnswer(row: LedgerRow, names: ReadonlyMap<string, string>): LedgerEntryAnswer {
  const currency = row.currency as Currency;
  return {
    id: row.entry_id,
    qrId: row.qr_id,
    sourceQrId: row.source_qr_id,
    redemptionId: row.redemption_id,
    commissionPercent: fromBasisPoints(row.percent_bp),
    commissionAmount: fromMinor(row.awaiting_minor ?? row.amount_minor, currency),
    earnedAmount: fromMinor(row.amount_minor, currency),
    siteId: row.site_id,
    siteName: row.site_name,
    siteTimeZone: row.site_time_zone,
    distributorId: row.distributor_id,
    distributorName: names.get(row.distributor_id) ?? DELETED_USER,
    currency,
    state: row.state,
    maturesAt: row.matures_at,
    createdAt: row.created_at,
    awaitingUntil: row.awaiting_until,
    reversesEntryId: row.reverses_entry_id,
    payoutId: row.in_payout,
    paidAt: row.payout_paid_at,
  };
}

function statsOf({ currency, earned, paid, written_off, this_month }: CurrencyTotals) {
  const amount = (minor: bigint) => fromMinor(minor, currency as Currency);
  return {
    currency: currency as Currency,
    totalEarned: amount(earned),
    totalPaid: amount(paid),
    pending: amount(earned - paid - written_off),
    writtenOff: amount(written_off),
    thisMonth: amount(this_month),
  };
}
