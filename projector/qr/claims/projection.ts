import { defineProjection, type Moment } from '../../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

/** Claims and releases of QRs, by which a distributor's timeline finds their events: a row's position is that of its event. */
const claimsTable = readModelTable({
  name: 'claims',
  key: 'claim_id',
  columns: {
    /** `qrId:position`. */
    claim_id: 'text',
    qr_id: 'uuid',
    tenant_id: 'uuid',
    distributor_id: 'text',
    at: 'timestamp',
  },
  indexes: [{ name: 'distributor', on: 'distributor_id, at DESC' }, BY_POSITION],
});

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
