import type { EventData } from '@perktree/contracts/catalogue/events';
import type { Currency } from '@perktree/contracts/kernel/money';
import { type MoneyFact, movementsOf } from '@perktree/contracts/ledger/movements';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import { type RowOf, readModelTable } from '../../engine/tables/read-model-table.ts';

/** By site, distributor, currency and calendar month (UTC): `siteId:distributorId:currency:YYYY-MM`. */
const earningsTable = readModelTable({
  name: 'earnings',
  key: 'earnings_id',
  columns: {
    earnings_id: 'text',
    site_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    currency: 'text',
    /** YYYY-MM. */
    month: 'text',
    /** Shares earned less what was taken back, each in the month in which it happened. */
    earned_minor: 'bigint',
    paid_minor: 'bigint',
    /** Balances written off: negative where the distributor owed them. */
    written_off_minor: 'bigint',
  },
  indexes: [
    { name: 'distributor', on: 'distributor_id' },
    { name: 'tenant', on: 'tenant_id' },
    { name: 'site', on: 'site_id' },
  ],
  asynchronous: true,
  // Every redemption of a month adds to the same rows.
  fillFactor: 50,
});

type EarningsRow = RowOf<typeof earningsTable>;
type Moved<Type extends MoneyFact['type']> = EventData<Type> & Payee;
type Payee = { siteId: string; tenantId: string; currency: Currency };

/** What is taken back lowers what is earned. */
const COLUMNS = {
  earned: 'earned_minor',
  takenBack: 'earned_minor',
  paidOut: 'paid_minor',
  writtenOff: 'written_off_minor',
} as const;

/** The calendar month in UTC. */
const monthOf = ({ at }: Moment) => at.slice(0, 7);
const keyOf = (payee: Payee, distributorId: string, moment: Moment) =>
  `${payee.siteId}:${distributorId}:${payee.currency}:${monthOf(moment)}`;

function emptyMonth(payee: Payee, distributorId: string, moment: Moment, key: string): EarningsRow {
  return {
    earnings_id: key,
    site_id: payee.siteId,
    tenant_id: payee.tenantId,
    distributor_id: distributorId,
    currency: payee.currency,
    month: monthOf(moment),
    earned_minor: 0n,
    paid_minor: 0n,
    written_off_minor: 0n,
  };
}

/** Adds what an event moves. One owner may have several shares of a redemption. */
const moved = <Type extends MoneyFact['type']>(type: Type) => ({
  keys: (data: Moved<Type>, moment: Moment) =>
    movementsOf({ type, data } as MoneyFact).map(({ distributorId }) => keyOf(data, distributorId, moment)),
  evolve: (row: EarningsRow | null, data: Moved<Type>, moment: Moment, key: string): EarningsRow | null =>
    movementsOf({ type, data } as MoneyFact)
      .filter(({ distributorId }) => keyOf(data, distributorId, moment) === key)
      .reduce<EarningsRow | null>((before, { distributorId, sum, minor }) => {
        const month = before ?? emptyMonth(data, distributorId, moment, key);
        return { ...month, [COLUMNS[sum]]: month[COLUMNS[sum]] + minor };
      }, row),
});

export const earnings = defineProjection({
  table: earningsTable,
  version: 3,
  on: {
    BenefitRedeemed: moved('BenefitRedeemed'),
    RedemptionConfirmed: moved('RedemptionConfirmed'),
    RedemptionReversed: moved('RedemptionReversed'),
    PayoutPaid: moved('PayoutPaid'),
    PayoutReturned: moved('PayoutReturned'),
    BalanceWrittenOff: moved('BalanceWrittenOff'),
  },
});
