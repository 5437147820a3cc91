import type { EventData } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import { quarterHourOf } from '@perktree/contracts/kernel/time-zone';
import { commissionIn } from '@perktree/contracts/ledger/movements';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import { type RowOf, readModelTable } from '../../engine/tables/read-model-table.ts';

/** By QR and quarter of an hour: `qrId:quarter`. Sums of them are the days of any time zone. */
const dailyActivityTable = readModelTable({
  name: 'daily_activity',
  key: 'activity_id',
  columns: {
    activity_id: 'text',
    qr_id: 'uuid',
    root_qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    /** Its beginning. */
    quarter_hour: 'timestamp',
    scans: 'integer',
    redemptions: 'integer',
    /** The pools of its redemptions, less what its reversals took back. */
    commission_minor: 'bigint',
    /** The amounts of sales that were redeemed or confirmed in it, less what its reversals took back of sales. */
    sales_minor: 'bigint',
    /** Null without redemptions and reversals. */
    currency: 'text?',
  },
  indexes: [
    { name: 'tenant', on: 'tenant_id, quarter_hour' },
    { name: 'site', on: 'site_id, quarter_hour' },
    { name: 'qr', on: 'qr_id, quarter_hour' },
    { name: 'quarter', on: 'quarter_hour' },
  ],
  asynchronous: true,
  // A QR's row changes with everything that happens to it at a time.
  fillFactor: 70,
});

type ActivityRow = RowOf<typeof dailyActivityTable>;
type Where = { qrId: string; rootQrId: string; siteId: string; tenantId: string };
type Sold = EventData<'BenefitRedeemed' | 'RedemptionConfirmed' | 'RedemptionReversed'>;

/** A row after an event, which changes some of its figures. */
const counted =
  <Data extends Where>(figures: (row: ActivityRow, data: Data) => Partial<ActivityRow>) =>
  (row: ActivityRow | null, data: Data, { at }: Moment, key: string): ActivityRow => {
    const before = row ?? {
      activity_id: key,
      qr_id: data.qrId,
      root_qr_id: data.rootQrId,
      site_id: data.siteId,
      tenant_id: data.tenantId,
      quarter_hour: quarterHourOf(at),
      scans: 0,
      redemptions: 0,
      commission_minor: 0n,
      sales_minor: 0n,
      currency: null,
    };
    return { ...before, ...figures(before, data) };
  };

/** @param sale what the event adds to the sales, a decimal amount; null: nothing */
const sold = (row: ActivityRow, data: Sold, sale: string | null) => ({
  commission_minor: row.commission_minor + commissionIn(data),
  sales_minor: row.sales_minor + (sale === null ? 0n : toMinor(sale, data.currency)),
  currency: data.currency,
});

export const dailyActivity = defineProjection({
  table: dailyActivityTable,
  version: 4,
  keys: ({ qrId }: Where, { at }) => [`${qrId}:${quarterHourOf(at)}`],
  on: {
    QrScanned: counted(({ scans }) => ({ scans: scans + 1 })),
    BenefitRedeemed: counted((row, data: EventData<'BenefitRedeemed'>) => ({
      redemptions: row.redemptions + 1,
      // A sale that staff have to confirm counts when they do.
      ...sold(row, data, data.awaitsConfirmation ? null : data.saleAmount),
    })),
    /** Sale and commission count when they are confirmed. */
    RedemptionConfirmed: counted((row, data: EventData<'RedemptionConfirmed'>) => sold(row, data, data.saleAmount)),
    /** Takes sale and commission back when they are reversed; what happened at the redemption stays. */
    RedemptionReversed: counted((row, data: EventData<'RedemptionReversed'>) =>
      sold(row, data, data.endsWaiting ? null : `-${data.amount}`),
    ),
  },
});
