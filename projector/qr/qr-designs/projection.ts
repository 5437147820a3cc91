import { defineProjection } from '../../engine/live/projection.ts';
import { qrDesignsTable } from './table.ts';

export const qrDesigns = defineProjection({
  table: qrDesignsTable,
  version: 1,
  on: {
    QrDesigned: {
      keys: ({ rootQrId, siteId }) => [rootQrId ?? siteId],
      evolve: (_row, { siteId, tenantId, design }, _at, key) => ({
        subject_id: key,
        site_id: siteId,
        tenant_id: tenantId,
        design: design && JSON.stringify(design),
      }),
    },
  },
});
