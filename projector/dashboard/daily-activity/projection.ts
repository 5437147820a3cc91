import { toMinor } from '@perktree/contracts/kernel/money';
import { quarterHourOf } from '@perktree/contracts/kernel/time-zone';
import { commissionIn } from '@perktree/contracts/ledger/movements';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { readModelTable } from '../../engine/tables/read-model-table.ts';

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

const keysOf = ({ qrId }: Where, { at }: Moment) => [`${qrId}:${quarterHourOf(at)}`];

function rowOf(row: ActivityRow | null, where: Where, moment: Moment, key: string): ActivityRow {
  return (
    row ?? {
      activity_id: key,
      qr_id: where.qrId,
      root_qr_id: where.rootQrId,
      site_id: where.siteId,
      tenant_id: where.tenantId,
      quarter_hour: quarterHourOf(moment.at),
      scans: 0,
      redemptions: 0,
      commission_minor: 0n,
      sales_minor: 0n,
      currency: null,
    }
  );
}

export const dailyActivity = defineProjection({
  table: dailyActivityTable,
  version: 4,
  on: {
    QrScanned: {
      keys: keysOf,
      evolve: (row, data, moment, key) => {
        const before = rowOf(row, data, moment, key);
        return { ...before, scans: before.scans + 1 };
      },
    },
    BenefitRedeemed: {
      keys: keysOf,
      evolve: (row, data, moment, key) => {
        const before = rowOf(row, data, moment, key);
        return {
          ...before,
          redemptions: before.redemptions + 1,
          commission_minor: before.commission_minor + commissionIn(data),
          // A sale that staff have to confirm counts when they do.
          sales_minor: before.sales_minor + (data.awaitsConfirmation ? 0n : toMinor(data.saleAmount, data.currency)),
          currency: data.currency,
        };
      },
    },
    /** Sale and commission count when they are confirmed. */
    RedemptionConfirmed: {
      keys: keysOf,
      evolve: (row, data, moment, key) => {
        const before = rowOf(row, data, moment, key);
        const sales_minor = before.sales_minor + toMinor(data.saleAmount, data.currency);
        return {
          ...before,
          sales_minor,
          commission_minor: before.commission_minor + commissionIn(data),
          currency: data.currency,
        };
      },
    },
    /** Takes sale and commission back when they are reversed; what happened at the redemption stays. */
    RedemptionReversed: {
      keys: keysOf,
      evolve: (row, data, moment, key) => {
        const before = rowOf(row, data, moment, key);
        const unsold = data.endsWaiting ? 0n : toMinor(data.amount, data.currency);
        return {
          ...before,
          commission_minor: before.commission_minor + commissionIn(data),
          sales_minor: before.sales_minor - unsold,
          currency: data.currency,
        };
      },
    },
  },
});
