import { earningsCalls, type LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/money';
import { fromBasisPoints } from '@perktree/contracts/percent';
import { DELETED_USER } from '@perktree/contracts/person-name';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { configurationOf } from '../configuration-of.ts';
import type { QueryServiceDeps } from '../deps.ts';
import { mountListing } from '../listing/mount-listing.ts';
import { readableSite, signedIn } from '../scope.ts';
import { balanceAnswer, balancesOf, momentOf, siteBalancesOf } from './balances.ts';
import { ledgerCsv } from './csv.ts';
import { type CurrencyTotals, earningsScope, LEDGER, listScope, totalsOf } from './query.ts';
import type { LedgerRow } from './state.ts';

/** Shown while nothing was earned in any currency. */
const NOTHING: CurrencyTotals = { currency: 'EUR', earned: 0n, paid: 0n, written_off: 0n, this_month: 0n };

export function mountLedger(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, clock } = deps;

  mountListing(app, deps, earningsCalls.ledger, {
    listing: LEDGER,
    scopeOf: async ({ session }) => listScope(earningsScope(signedIn(session)), 'e'),
    itemsOf: async (rows) => rows.map(entryAnswer),
    csv: ledgerCsv,
  });

  mountCall(app, authenticate, earningsCalls.pastBalances, async ({ query, session }) => {
    const asOf = momentOf(query.asOf, clock());
    const totals = await balancesOf(pool, earningsScope(signedIn(session)), asOf);
    return { answer: { asOf, totals: totals.map(balanceAnswer) } };
  });

  mountCall(app, authenticate, earningsCalls.openBalance, async ({ session }) => {
    const { userId } = signedIn(session);
    const own = { condition: (alias: string) => `${alias}.distributor_id = $1`, value: userId };
    const totals = (await balancesOf(pool, own, clock().toISOString())).map(balanceAnswer);
    const open = totals.filter(({ currency, owed }) => toMinor(owed, currency) !== 0n);
    return { answer: { totals: open.map(({ currency, owed }) => ({ currency, owed })) } };
  });

  mountCall(app, authenticate, earningsCalls.siteBalances, async ({ params, query, session }) => {
    const asOf = momentOf(query.asOf, clock());
    const site = await readableSite(pool, signedIn(session), params.siteId);
    const [totals, rows] = await siteBalancesOf(pool, site.site_id, asOf);
    const ids = rows.map((row) => row.distributor_id);
    const [names, erased] = await Promise.all([deps.accounts.displayNames(ids), deps.accounts.erasedAmong(ids)]);
    const distributors = rows.map(({ distributor_id, ...row }) => ({
      ...{ distributorId: distributor_id, name: names.get(distributor_id) ?? DELETED_USER },
      isErased: erased.has(distributor_id),
      ...balanceAnswer(row),
    }));
    const { minimumPayout } = configurationOf(site.configuration);
    const minimum = { minimumPayout, currency: site.currency as Currency };
    return { answer: { asOf, totals: totals.map(balanceAnswer), ...minimum, distributors } };
  });

  mountCall(app, authenticate, earningsCalls.payoutStats, async ({ session }) => {
    const month = clock().toISOString().slice(0, 7);
    const totals = await totalsOf(pool, earningsScope(signedIn(session)), month);
    const byCurrency = totals.map(statsOf);
    return { answer: { ...(byCurrency[0] ?? statsOf(NOTHING)), byCurrency } };
  });
}

function entryAnswer(row: LedgerRow): LedgerEntryAnswer {
  const currency = row.currency as Currency;
  return {
    id: row.entry_id,
    qrId: row.qr_id,
    sourceQrId: row.source_qr_id,
    redemptionId: row.redemption_id,
    commissionPercent: fromBasisPoints(row.percent_bp),
    commissionAmount: fromMinor(row.awaiting_minor ?? row.amount_minor, currency),
    currency,
    state: row.state,
    maturesAt: row.matures_at,
    createdAt: row.created_at,
    awaitingUntil: row.awaiting_until,
  };
}

function statsOf({ currency, earned, paid, written_off, this_month }: CurrencyTotals) {
  const amount = (minor: bigint) => fromMinor(minor, currency as Currency);
  return {
    currency: currency as Currency,
    totalPaid: amount(paid),
    pending: amount(earned - paid - written_off),
    thisMonth: amount(this_month),
  };
}
