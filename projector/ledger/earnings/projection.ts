import type { EventData } from '@perktree/contracts/catalogue/events';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { earningsTable } from './table.ts';

type EarningsRow = RowOf<typeof earningsTable>;
type Redemption = EventData<'BenefitRedeemed' | 'RedemptionConfirmed' | 'RedemptionReversed'>;
type Payee = { siteId: string; tenantId: string; currency: Currency };

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

/** Shares of a redemption, at once or when it is confirmed, or their negative counterparts of a reversal. One owner may have several of them. */
const shares = {
  keys: (data: Redemption, moment: Moment) => data.shares.map(({ ownerId }) => keyOf(data, ownerId, moment)),
  evolve: (row: EarningsRow | null, data: Redemption, moment: Moment, key: string): EarningsRow | null => {
    const mine = data.shares.filter(({ ownerId }) => keyOf(data, ownerId, moment) === key);
    const [first] = mine;
    if (first === undefined) return row;
    const before = row ?? emptyMonth(data, first.ownerId, moment, key);
    const sum = mine.reduce((total, share) => total + toMinor(share.amount, data.currency), 0n);
    return { ...before, earned_minor: before.earned_minor + sum };
  },
};

export const earnings = defineProjection({
  table: earningsTable,
  version: 3,
  on: {
    BenefitRedeemed: shares,
    RedemptionConfirmed: shares,
    RedemptionReversed: shares,
    PayoutPaid: {
      keys: (data, moment) => [keyOf(data, data.distributorId, moment)],
      evolve: (row, data, moment, key) => {
        const before = row ?? emptyMonth(data, data.distributorId, moment, key);
        return { ...before, paid_minor: before.paid_minor + toMinor(data.amount, data.currency) };
      },
    },
    PayoutReturned: {
      keys: (data, moment) => [keyOf(data, data.distributorId, moment)],
      evolve: (row, data, moment, key) => {
        const before = row ?? emptyMonth(data, data.distributorId, moment, key);
        return { ...before, paid_minor: before.paid_minor - toMinor(data.amount, data.currency) };
      },
    },
    BalanceWrittenOff: {
      keys: (data, moment) => [keyOf(data, data.distributorId, moment)],
      evolve: (row, data, moment, key) => {
        const before = row ?? emptyMonth(data, data.distributorId, moment, key);
        const writtenOff = toMinor(data.amount, data.currency);
        return { ...before, written_off_minor: before.written_off_minor + writtenOff };
      },
    },
  },
});
