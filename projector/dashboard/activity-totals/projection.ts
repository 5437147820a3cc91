import type { EventData } from '@perktree/contracts/catalogue/events';
import type { Currency } from '@perktree/contracts/kernel/money';
import { quarterHourOf } from '@perktree/contracts/kernel/time-zone';
import { commissionIn } from '@perktree/contracts/ledger/movements';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import { type RowOf, readModelTable } from '../../engine/tables/read-model-table.ts';

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
interface Sold extends Place {
  readonly currency: Currency;
}

const currencyOf = (data: Place | Sold) => ('currency' in data ? data.currency : null);

/** A row after an event, which changes some of its figures. Scans have no currency. */
const counted =
  <Data extends Place | Sold>(figures: (row: TotalRow, data: Data) => Partial<TotalRow>) =>
  (row: TotalRow | null, data: Data, { at }: Moment, key: string): TotalRow => {
    const scope = key.slice(0, key.indexOf(':'));
    const nothing = { scans: 0, redemptions: 0, commission_minor: 0n, currency: currencyOf(data) };
    const total = row ?? { total_id: key, scope, quarter_hour: quarterHourOf(at), ...nothing };
    return { ...total, ...figures(total, data) };
  };

const withCommission = (row: TotalRow, data: Parameters<typeof commissionIn>[0]) => ({
  commission_minor: row.commission_minor + commissionIn(data),
});

export const activityTotals = defineProjection({
  table: activityTotalsTable,
  version: 2,
  keys: (data: Place | Sold, { at }) =>
    [data.siteId, data.tenantId, 'all'].map((scope) => `${scope}:${quarterHourOf(at)}:${currencyOf(data) ?? ''}`),
  on: {
    QrScanned: counted(({ scans }) => ({ scans: scans + 1 })),
    BenefitRedeemed: counted((row, data: EventData<'BenefitRedeemed'>) => ({
      redemptions: row.redemptions + 1,
      ...withCommission(row, data),
    })),
    /** The commission counts when it is earned. */
    RedemptionConfirmed: counted(withCommission),
    /** Takes the commission back when it is reversed; what happened at the redemption stays. */
    RedemptionReversed: counted(withCommission),
  },
});
