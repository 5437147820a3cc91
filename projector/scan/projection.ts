import { defineProjection, milliseconds } from '../engine/live/projection.ts';
import { benefitColumns } from '../qr/benefit-columns.ts';
import { scansTable } from './table.ts';

const scanKey = (data: { scanId: string }) => [data.scanId];

export const scans = defineProjection({
  table: scansTable,
  version: 2,
  on: {
    QrScanned: {
      createsRows: true,
      keys: scanKey,
      evolve: (_row, data, { at }) => ({
        scan_id: data.scanId,
        qr_id: data.qrId,
        root_qr_id: data.rootQrId,
        site_id: data.siteId,
        tenant_id: data.tenantId,
        period: data.period,
        customer_id: data.customerId,
        device_id: data.deviceId,
        qr_name: data.qrName,
        ...benefitColumns(data.benefit),
        redemption_code: data.redemptionCode,
        redemption_token: data.redemptionToken,
        scanned_at: at,
        expires_at: milliseconds(data.expiresAt),
        redeemed_at: null,
        redemption_id: null,
        awaiting_until: null,
      }),
    },
    /** A scan stays redeemed when its redemption is reversed, because the benefit was given. */
    BenefitRedeemed: {
      keys: scanKey,
      evolve: (row, { redemptionId, awaitsConfirmation }, { at }) =>
        row && {
          ...row,
          redeemed_at: at,
          redemption_id: redemptionId,
          awaiting_until: awaitsConfirmation && milliseconds(awaitsConfirmation.until),
        },
    },
    RedemptionConfirmed: { keys: scanKey, evolve: (row) => row && { ...row, awaiting_until: null } },
    RedemptionReversed: {
      keys: ({ endsWaiting }) => (endsWaiting ? scanKey(endsWaiting) : []),
      evolve: (row) => row && { ...row, awaiting_until: null },
    },
  },
});
