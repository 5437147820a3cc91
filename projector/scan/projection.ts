import { canonicalTime, defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION_OFTEN_CHANGED, readModelTable } from '../engine/tables/read-model-table.ts';
import { BENEFIT_COLUMNS, benefitColumns } from '../qr/benefit-columns.ts';

const scansTable = readModelTable({
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

export const scans = defineProjection({
  table: scansTable,
  version: 2,
  keys: (data: { scanId: string }) => [data.scanId],
  on: {
    QrScanned: {
      createsRows: true,
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
        expires_at: canonicalTime(data.expiresAt),
        redeemed_at: null,
        redemption_id: null,
        awaiting_until: null,
      }),
    },
    /** A scan stays redeemed when its redemption is reversed, because the benefit was given. */
    BenefitRedeemed: (row, { redemptionId, awaitsConfirmation }, { at }) =>
      row && {
        ...row,
        redeemed_at: at,
        redemption_id: redemptionId,
        awaiting_until: awaitsConfirmation && canonicalTime(awaitsConfirmation.until),
      },
    RedemptionConfirmed: (row) => row && { ...row, awaiting_until: null },
    RedemptionReversed: {
      keys: ({ endsWaiting }) => (endsWaiting ? [endsWaiting.scanId] : []),
      evolve: (row) => row && { ...row, awaiting_until: null },
    },
  },
});
