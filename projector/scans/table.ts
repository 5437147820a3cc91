import { BY_POSITION_OFTEN_CHANGED, readModelTable } from '../read-model-table.ts';

export const scansTable = readModelTable(
  'scans',
  [
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
  { fillFactor: 60 },
);
