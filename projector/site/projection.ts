import { defineProjection } from '../engine/live/projection.ts';
import type { RowOf } from '../engine/tables/read-model-table.ts';
import { sitesTable } from './table.ts';

type SiteRow = RowOf<typeof sitesTable>;
const siteKey = (data: { siteId: string }) => [data.siteId];
const activity = (isActive: boolean) => ({
  keys: siteKey,
  evolve: (row: SiteRow | null) => row && { ...row, is_active: isActive },
});

export const sites = defineProjection({
  table: sitesTable,
  version: 5,
  on: {
    SiteCreated: {
      keys: siteKey,
      evolve: (_row, data, { at }) => ({
        site_id: data.siteId,
        tenant_id: data.tenantId,
        owner_id: data.ownerId,
        name: data.name,
        currency: data.currency,
        is_active: true,
        configuration: JSON.stringify(data.configuration),
        created_at: at,
      }),
    },
    SiteConfigured: {
      keys: siteKey,
      evolve: (row, data) => row && { ...row, name: data.name, configuration: JSON.stringify(data.configuration) },
    },
    SiteDeactivated: activity(false),
    SiteActivated: activity(true),
  },
});
