import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

/** Claims and releases of QRs, by which a distributor's timeline finds their events: a row's position is that of its event. */
export const claimsTable = readModelTable({
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
