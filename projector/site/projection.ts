import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import { currentVersion } from '@perktree/contracts/catalogue/upcasters';
import { wordsSql } from '@perktree/platform/postgres/searched-text';
import { defineProjection } from '../engine/live/projection.ts';
import { BY_POSITION, type RowOf, readModelTable, WORDS_INDEX } from '../engine/tables/read-model-table.ts';

const sitesTable = readModelTable({
  name: 'sites',
  key: 'site_id',
  columns: {
    site_id: 'uuid',
    tenant_id: 'uuid',
    owner_id: 'text',
    name: 'text',
    currency: 'text',
    is_active: 'boolean',
    /** JSON of siteConfigurationSchema. */
    configuration: 'text',
    created_at: 'timestamp',
  },
  indexes: [
    { name: 'tenant', on: 'tenant_id, created_at DESC, site_id DESC' },
    { name: 'newest', on: 'created_at DESC, site_id DESC' },
    { name: 'tenant_names', on: `tenant_id, name COLLATE ${NAME_COLLATION}` },
    { name: 'names', on: `name COLLATE ${NAME_COLLATION}` },
    // For the search of support.
    { name: 'words', on: wordsSql('name'), method: WORDS_INDEX },
    BY_POSITION,
  ],
});

type SiteRow = RowOf<typeof sitesTable>;
const activity = (isActive: boolean) => (row: SiteRow | null) => row && { ...row, is_active: isActive };

export const sites = defineProjection({
  table: sitesTable,
  // Rows hold the configuration whole, so a version of it with more settings makes them anew.
  version: currentVersion('SiteConfigured'),
  keys: (data: { siteId: string }) => [data.siteId],
  on: {
    SiteCreated: (_row, data, { at }) => ({
      site_id: data.siteId,
      tenant_id: data.tenantId,
      owner_id: data.ownerId,
      name: data.name,
      currency: data.currency,
      is_active: true,
      configuration: JSON.stringify(data.configuration),
      created_at: at,
    }),
    SiteConfigured: (row, data) =>
      row && { ...row, name: data.name, configuration: JSON.stringify(data.configuration) },
    SiteDeactivated: activity(false),
    SiteActivated: activity(true),
  },
});
