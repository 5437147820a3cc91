import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import { claimsTable } from './table.ts';

interface Claim {
  readonly qrId: string;
  readonly tenantId: string;
  readonly distributorId: string;
}

const noted = {
  createsRows: true,
  keys: ({ qrId }: Claim, { position }: Moment) => [`${qrId}:${position}`],
  evolve: (_row: unknown, { qrId, tenantId, distributorId }: Claim, { at }: Moment, key: string) => ({
    claim_id: key,
    qr_id: qrId,
    tenant_id: tenantId,
    distributor_id: distributorId,
    at,
  }),
} as const;

export const claims = defineProjection({
  table: claimsTable,
  version: 1,
  on: { QrClaimed: noted, QrClaimReleased: noted },
});
