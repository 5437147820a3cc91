import { readModelTable } from '../../engine/tables/read-model-table.ts';

/** By QR and quarter of an hour: `qrId:quarter`. Sums of them are the days of any time zone. */
export const dailyActivityTable = readModelTable({
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
