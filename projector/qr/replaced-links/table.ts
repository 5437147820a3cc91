import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

/** Tokens that links of QRs had before, so that their printed codes can say that they were replaced. */
export const replacedLinksTable = readModelTable({
  name: 'replaced_links',
  key: 'token',
  columns: {
    token: 'text',
    /** QR_LINKS */
    link: 'text',
    qr_id: 'uuid',
    root_qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    replaced_at: 'timestamp',
  },
  indexes: [BY_POSITION],
});
