import { readModelTable } from '../../engine/tables/read-model-table.ts';

/** By QR and day (UTC): `qrId:YYYY-MM-DD`. */
export const dailyActivityTable = readModelTable({
  name: 'daily_activity',
  key: 'activity_id',
  columns: {
    activity_id: 'text',
    qr_id: 'uuid',
    root_qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    day: 'date',
    scans: 'integer',
    redemptions: 'integer',
    /** The pools of the day's redemptions, less what the day's reversals took back. */
    commission_minor: 'bigint',
    /** The amounts of sales that were redeemed or confirmed on the day, less what the day's reversals took back of sales. */
    sales_minor: 'bigint',
    /** Null on a day without redemptions and reversals. */
    currency: 'text?',
  },
  indexes: [
    { name: 'tenant', on: 'tenant_id, day' },
    { name: 'site', on: 'site_id, day' },
    { name: 'qr', on: 'qr_id, day' },
    { name: 'day', on: 'day' },
  ],
  asynchronous: true,
  // A QR's row changes with everything that happens to it on a day.
  fillFactor: 70,
});
