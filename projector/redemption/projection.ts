import { toMinor } from '@perktree/contracts/kernel/money';
import { defineProjection, milliseconds } from '../engine/live/projection.ts';
import { benefitColumns } from '../qr/benefit-columns.ts';
import { redemptionsTable } from './table.ts';

const redemptionKey = (data: { redemptionId: string }) => [data.redemptionId];

export const redemptions = defineProjection({
  table: redemptionsTable,
  version: 4,
  on: {
    BenefitRedeemed: {
      createsRows: true,
      keys: redemptionKey,
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
        awaiting_until: data.awaitsConfirmation && milliseconds(data.awaitsConfirmation.until),
        confirmed_at: null,
        reversed_at: null,
        reversed_minor: 0n,
        is_wholly_reversed: false,
      }),
    },
    RedemptionConfirmed: {
      keys: redemptionKey,
      evolve: (row, data, { at, position }) =>
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
    },
    RedemptionReversed: {
      keys: redemptionKey,
      evolve: (row, data, { at }) =>
        row && {
          ...row,
          awaiting_until: null,
          reversed_at: at,
          reversed_minor: row.reversed_minor + toMinor(data.amount, data.currency),
          is_wholly_reversed: row.is_wholly_reversed || data.whole,
        },
    },
  },
});
