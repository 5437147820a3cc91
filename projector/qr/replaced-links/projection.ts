import { defineProjection } from '../../engine/live/projection.ts';
import { replacedLinksTable } from './table.ts';

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
