import { defineProjection } from '../../engine/live/projection.ts';
import { BY_POSITION, readModelTable } from '../../engine/tables/read-model-table.ts';

/** Designs of QR codes: of a campaign under the id of its root, of a site under the site's id. */
const qrDesignsTable = readModelTable({
  name: 'qr_designs',
  key: 'subject_id',
  columns: {
    subject_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    /** JSON of qrDesignSchema; null after it was removed. */
    design: 'text?',
  },
  indexes: [BY_POSITION],
});

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
