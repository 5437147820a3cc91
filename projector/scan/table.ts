import { BY_POSITION_OFTEN_CHANGED, readModelTable } from '../engine/tables/read-model-table.ts';
import { BENEFIT_COLUMNS } from '../qr/benefit-columns.ts';

export const scansTable = readModelTable({
  name: 'scans',
  key: 'scan_id',
  columns: {
    scan_id: 'uuid',
    qr_id: 'uuid',
    root_qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    period: 'integer',
    /** Null for a visitor who was not signed in. */
    customer_id: 'text?',
    device_id: 'uuid?',
    qr_name: 'text',
    ...BENEFIT_COLUMNS,
    redemption_code: 'text?',
    redemption_token: 'text?',
    scanned_at: 'timestamp',
    expires_at: 'timestamp',
    redeemed_at: 'timestamp?',
    redemption_id: 'uuid?',
    /** Staff can confirm the redemption until then. Null: nothing to confirm. */
    awaiting_until: 'timestamp?',
  },
  indexes: [
    { name: 'customer', on: 'customer_id, scanned_at DESC, scan_id DESC', where: 'customer_id IS NOT NULL' },
    { name: 'tenant', on: 'tenant_id, scanned_at DESC, scan_id DESC' },
    { name: 'site', on: 'site_id, scanned_at DESC, scan_id DESC' },
    { name: 'qr', on: 'qr_id, scanned_at DESC, scan_id DESC' },
    { name: 'newest', on: 'scanned_at DESC, scan_id DESC' },
    { name: 'token', on: 'redemption_token', where: 'redemption_token IS NOT NULL' },
    { name: 'code', on: 'site_id, redemption_code', where: 'redemption_code IS NOT NULL' },
    BY_POSITION_OFTEN_CHANGED,
  ],
  // A scan is written again when it is redeemed.
  fillFactor: 60,
});
