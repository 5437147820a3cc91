import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

/** The issue periods that owners were warned of. */
export const expiryWarningsTable = readModelTable({
  name: 'expiry_warnings',
  key: 'warning_id',
  columns: {
    /** `qrId:period`. */
    warning_id: 'text',
    qr_id: 'uuid',
    period: 'integer',
    tenant_id: 'uuid',
    expires_at: 'timestamp',
  },
  indexes: [{ name: 'tenant', on: 'tenant_id, expires_at DESC, qr_id' }, BY_POSITION],
});
