import type { Currency } from '@perktree/contracts/kernel/money';
import { quarterHourOf } from '@perktree/contracts/kernel/time-zone';
import { commissionIn } from '@perktree/contracts/ledger/movements';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { readModelTable } from '../../engine/tables/read-model-table.ts';

/**
 * Activity by quarter of an hour of each site, each tenant and the whole installation, so that a dashboard costs the same with any
 * number of QRs: `scope:quarter:currency`. Sums of them are the days of any time zone.
 */
const activityTotalsTable = readModelTable({
  name: 'activity_totals',
  key: 'total_id',
  columns: {
    total_id: 'text',
    /** A site's or a tenant's id, or `all`. */
    scope: 'text',
    /** Its beginning. */
    quarter_hour: 'timestamp',
    scans: 'integer',
    redemptions: 'integer',
    /** The pools of its redemptions, less what its reversals took back. */
    commission_minor: 'bigint',
    /** Null: scans, which have none. */
    currency: 'text?',
  },
  indexes: [{ name: 'scope', on: 'scope, quarter_hour' }],
  asynchronous: true,
  // Everything that happens in a quarter of an hour changes the same rows.
  fillFactor: 50,
});

type TotalRow = RowOf<typeof activityTotalsTable>;
interface Place {
  readonly siteId: string;
  readonly tenantId: string;
}

const keysOf = ({ siteId, tenantId }: Place, { at }: Moment, currency: Currency | null) =>
  [siteId, tenantId, 'all'].map((scope) => `${scope}:${quarterHourOf(at)}:${currency ?? ''}`);

function totalRow(row: TotalRow | null, key: string, { at }: Moment, currency: Currency | null): TotalRow {
  const scope = key.slice(0, key.indexOf(':'));
  const nothing = { scans: 0, redemptions: 0, commission_minor: 0n };
  return row ?? { total_id: key, scope, quarter_hour: quarterHourOf(at), ...nothing, currency };
}

const withMoney = (data: Place & { readonly currency: Currency }, moment: Moment) =>
  keysOf(data, moment, data.currency);

export const activityTotals = defineProjection({
  table: activityTotalsTable,
  version: 2,
  on: {
    QrScanned: {
      keys: (data, moment) => keysOf(data, moment, null),
      evolve: (row, _data, moment, key) => {
        const total = totalRow(row, key, moment, null);
        return { ...total, scans: total.scans + 1 };
      },
    },
    BenefitRedeemed: {
      keys: withMoney,
      evolve: (row, data, moment, key) => {
        const total = totalRow(row, key, moment, data.currency);
        const commission_minor = total.commission_minor + commissionIn(data);
        return { ...total, redemptions: total.redemptions + 1, commission_minor };
      },
    },
    /** The commission counts when it is earned. */
    RedemptionConfirmed: {
      keys: withMoney,
      evolve: (row, data, moment, key) => {
        const total = totalRow(row, key, moment, data.currency);
        return { ...total, commission_minor: total.commission_minor + commissionIn(data) };
      },
    },
    /** Takes the commission back when it is reversed; what happened at the redemption stays. */
    RedemptionReversed: {
      keys: withMoney,
      evolve: (row, data, moment, key) => {
        const total = totalRow(row, key, moment, data.currency);
        return { ...total, commission_minor: total.commission_minor + commissionIn(data) };
      },
    },
  },
});
