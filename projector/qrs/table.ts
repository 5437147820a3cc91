import { BY_POSITION_OFTEN_CHANGED, readModelTable } from '../read-model-table.ts';

export const qrsTable = readModelTable(
  'qrs',
  [
    { name: 'customer_token', on: 'customer_token', unique: true },
    { name: 'distributor_token', on: 'distributor_token', unique: true },
    { name: 'site', on: 'site_id, created_at DESC, qr_id DESC' },
    { name: 'tenant', on: 'tenant_id' },
    { name: 'parent', on: 'parent_qr_id', where: 'parent_qr_id IS NOT NULL' },
    { name: 'root', on: 'root_qr_id' },
    { name: 'maker', on: 'created_by', where: 'created_by IS NOT NULL' },
    { name: 'owner', on: 'owner_id', where: 'owner_id IS NOT NULL' },
    // What the job that reissues expired QRs looks for.
    { name: 'expiry', on: 'expires_at' },
    BY_POSITION_OFTEN_CHANGED,
  ],
  // Every scan and every redemption of a QR changes its counters.
  { fillFactor: 70 },
);
