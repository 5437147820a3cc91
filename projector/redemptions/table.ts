import { BY_POSITION, readModelTable } from '../read-model-table.ts';

export const redemptionsTable = readModelTable('redemptions', [
  { name: 'site', on: 'site_id, redeemed_at DESC, redemption_id DESC' },
  { name: 'tenant', on: 'tenant_id, redeemed_at DESC, redemption_id DESC' },
  { name: 'confirmed_by', on: 'confirmed_by, redeemed_at DESC, redemption_id DESC' },
  { name: 'customer', on: 'customer_id, redeemed_at DESC, redemption_id DESC' },
  BY_POSITION,
]);
