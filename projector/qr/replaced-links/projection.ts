import { defineProjection } from '../../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

/** Tokens that links of QRs had before, so that their printed codes can say that they were replaced. */
const replacedLinksTable = readModelTable({
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

export const replacedLinks = defineProjection({
  table: replacedLinksTable,
  version: 1,
  on: {
    QrLinkReplaced: {
      createsRows: true,
      keys: ({ replacedToken }) => [replacedToken],
      evolve: (_row, { link, qrId, rootQrId, siteId, tenantId }, { at }, token) => ({
        token,
        link,
        qr_id: qrId,
        root_qr_id: rootQrId,
        site_id: siteId,
        tenant_id: tenantId,
        replaced_at: at,
      }),
    },
  },
});
