import { type Currency, toMinor } from '@perktree/contracts/money';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { activityTotalsTable } from './table.ts';

type TotalRow = RowOf<typeof activityTotalsTable>;
interface Place {
  readonly siteId: string;
  readonly tenantId: string;
}

const keysOf = ({ siteId, tenantId }: Place, { at }: Moment, currency: Currency | null) =>
  [siteId, tenantId, 'all'].map((scope) => `${scope}:${at.slice(0, 10)}:${currency ?? ''}`);

function totalRow(row: TotalRow | null, key: string): TotalRow {
  const [scope = '', day = '', currency = ''] = key.split(':');
  const nothing = { scans: 0, redemptions: 0, commission_minor: 0n };
  return row ?? { total_id: key, scope, day, ...nothing, currency: currency === '' ? null : currency };
}

const withMoney = (data: Place & { readonly currency: Currency }, moment: Moment) =>
  keysOf(data, moment, data.currency);

export const activityTotals = defineProjection({
  table: activityTotalsTable,
  version: 1,
  on: {
    QrScanned: {
      keys: (data, moment) => keysOf(data, moment, null),
      evolve: (row, _data, _moment, key) => {
        const total = totalRow(row, key);
        return { ...total, scans: total.scans + 1 };
      },
    },
    BenefitRedeemed: {
      keys: withMoney,
      evolve: (row, data, _moment, key) => {
        const total = totalRow(row, key);
        const commission_minor = total.commission_minor + toMinor(data.pool, data.currency);
        return { ...total, redemptions: total.redemptions + 1, commission_minor };
      },
    },
    /** The commission counts on the day on which it is earned. */
    RedemptionConfirmed: {
      keys: withMoney,
      evolve: (row, data, _moment, key) => {
        const total = totalRow(row, key);
        return { ...total, commission_minor: total.commission_minor + toMinor(data.pool, data.currency) };
      },
    },
    /** Takes the commission back on the day of the reversal; what happened on the day of the redemption stays. */
    RedemptionReversed: {
      keys: withMoney,
      evolve: (row, data, _moment, key) => {
        const total = totalRow(row, key);
        const back = data.shares.reduce((sum, share) => sum + toMinor(share.amount, data.currency), 0n);
        return { ...total, commission_minor: total.commission_minor + back };
      },
    },
  },
});
