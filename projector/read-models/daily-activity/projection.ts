import { toMinor } from '@perktree/contracts/money';
import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { dailyActivityTable } from './table.ts';

type ActivityRow = RowOf<typeof dailyActivityTable>;
type Where = { qrId: string; rootQrId: string; siteId: string; tenantId: string };

/** The day in UTC. */
const dayOf = ({ at }: Moment) => at.slice(0, 10);
const dayKey = (data: Where, moment: Moment) => [`${data.qrId}:${dayOf(moment)}`];

function dayRow(row: ActivityRow | null, where: Where, moment: Moment, key: string): ActivityRow {
  return (
    row ?? {
      activity_id: key,
      qr_id: where.qrId,
      root_qr_id: where.rootQrId,
      site_id: where.siteId,
      tenant_id: where.tenantId,
      day: dayOf(moment),
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
  version: 3,
  on: {
    QrScanned: {
      keys: dayKey,
      evolve: (row, data, moment, key) => {
        const day = dayRow(row, data, moment, key);
        return { ...day, scans: day.scans + 1 };
      },
    },
    BenefitRedeemed: {
      keys: dayKey,
      evolve: (row, data, moment, key) => {
        const day = dayRow(row, data, moment, key);
        const pool = toMinor(data.pool, data.currency);
        return {
          ...day,
          redemptions: day.redemptions + 1,
          commission_minor: day.commission_minor + pool,
          // A sale that staff have to confirm counts when they do.
          sales_minor: day.sales_minor + (data.awaitsConfirmation ? 0n : toMinor(data.saleAmount, data.currency)),
          currency: data.currency,
        };
      },
    },
    /** Sale and commission count on the day on which they are confirmed. */
    RedemptionConfirmed: {
      keys: dayKey,
      evolve: (row, data, moment, key) => {
        const day = dayRow(row, data, moment, key);
        const pool = toMinor(data.pool, data.currency);
        const sales_minor = day.sales_minor + toMinor(data.saleAmount, data.currency);
        return { ...day, sales_minor, commission_minor: day.commission_minor + pool, currency: data.currency };
      },
    },
    /** Takes sale and commission back on the day of the reversal; what happened on the day of the redemption stays. */
    RedemptionReversed: {
      keys: dayKey,
      evolve: (row, data, moment, key) => {
        const day = dayRow(row, data, moment, key);
        const back = data.shares.reduce((sum, share) => sum + toMinor(share.amount, data.currency), 0n);
        const unsold = data.endsWaiting ? 0n : toMinor(data.amount, data.currency);
        return {
          ...day,
          commission_minor: day.commission_minor + back,
          sales_minor: day.sales_minor - unsold,
          currency: data.currency,
        };
      },
    },
  },
});
