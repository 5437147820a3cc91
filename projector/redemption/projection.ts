import { toMinor } from '@perktree/contracts/kernel/money';
import { canonicalTime, defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../engine/tables/read-model-table.ts';
import { BENEFIT_COLUMNS, benefitColumns } from '../qr/benefit-columns.ts';

const redemptionsTable = readModelTable({
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
    // The counter's list: newest confirmation first.
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

export const redemptions = defineProjection({
  table: redemptionsTable,
  version: 4,
  keys: (data: { redemptionId: string }) => [data.redemptionId],
  on: {
    BenefitRedeemed: {
      createsRows: true,
      evolve: (_row, data, { at, position }) => ({
        redemption_id: data.redemptionId,
        scan_id: data.scanId,
        qr_id: data.qrId,
        root_qr_id: data.rootQrId,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        period: data.period,
        customer_id: data.customerId,
        qr_name: data.qrName,
        ...benefitColumns(data.benefit),
        sale_minor: toMinor(data.saleAmount, data.currency),
        pool_minor: toMinor(data.pool, data.currency),
        currency: data.currency,
        confirmed_by: data.confirmedBy,
        confirmed_via: data.confirmedVia,
        reference: data.reference,
        redeemed_position: position,
        redeemed_at: at,
        awaiting_until: data.awaitsConfirmation && canonicalTime(data.awaitsConfirmation.until),
        confirmed_at: null,
        reversed_at: null,
        reversed_minor: 0n,
        is_wholly_reversed: false,
      }),
    },
    RedemptionConfirmed: (row, data, { at, position }) =>
      row && {
        ...row,
        sale_minor: toMinor(data.saleAmount, data.currency),
        pool_minor: toMinor(data.pool, data.currency),
        confirmed_by: data.confirmedBy,
        confirmed_via: data.confirmedVia,
        reference: data.reference,
        redeemed_position: position,
        awaiting_until: null,
        confirmed_at: at,
      },
    RedemptionReversed: (row, data, { at }) =>
      row && {
        ...row,
        awaiting_until: null,
        reversed_at: at,
        reversed_minor: row.reversed_minor + toMinor(data.amount, data.currency),
        is_wholly_reversed: row.is_wholly_reversed || data.whole,
      },
  },
});
