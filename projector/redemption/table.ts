import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';
import { BENEFIT_COLUMNS } from '../qr/benefit-columns.ts';

export const redemptionsTable = readModelTable({
  name: 'redemptions',
  key: 'redemption_id',
  columns: {
    redemption_id: 'uuid',
    scan_id: 'uuid',
    qr_id: 'uuid',
    root_qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    period: 'integer',
    customer_id: 'text',
    qr_name: 'text',
    ...BENEFIT_COLUMNS,
    /** Of the site's default sale amount while it awaits confirmation. */
    sale_minor: 'bigint',
    /** What is earned: 0 while it awaits confirmation. */
    pool_minor: 'bigint',
    currency: 'text',
    confirmed_by: 'text',
    /** `self`, `code` or `token`. */
    confirmed_via: 'text',
    /** The reference of the till that redeemed or confirmed it. */
    reference: 'text?',
    /** Of the event that redeemed it, or by which staff or a till confirmed it. */
    redeemed_position: 'bigint',
    redeemed_at: 'timestamp',
    /** Staff can confirm it until then. Null: nothing to confirm. */
    awaiting_until: 'timestamp?',
    /** When staff confirmed it. */
    confirmed_at: 'timestamp?',
    /** Of the newest reversal, partial ones included. */
    reversed_at: 'timestamp?',
    /** The sum of all reversals. */
    reversed_minor: 'bigint',
    is_wholly_reversed: 'boolean',
  },
  indexes: [
    { name: 'site', on: 'site_id, redeemed_at DESC, redemption_id DESC' },
    { name: 'tenant', on: 'tenant_id, redeemed_at DESC, redemption_id DESC' },
    // Recent validations: newest confirmation first.
    { name: 'confirmed_by', on: 'confirmed_by, (coalesce(confirmed_at, redeemed_at)) DESC, redemption_id DESC' },
    { name: 'confirmed', on: 'tenant_id, (coalesce(confirmed_at, redeemed_at)) DESC, redemption_id DESC' },
    { name: 'customer', on: 'customer_id, redeemed_at DESC, redemption_id DESC' },
    { name: 'qr', on: 'qr_id, redeemed_at DESC, redemption_id DESC' },
    // For the search of support: by the amount of the sale, by day, and by the reference of a till.
    { name: 'sale', on: 'sale_minor, redeemed_at DESC' },
    { name: 'newest', on: 'redeemed_at DESC, redemption_id DESC' },
    { name: 'reference', on: 'reference', where: 'reference IS NOT NULL' },
    BY_POSITION,
  ],
});
