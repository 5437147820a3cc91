import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import { wordsSql } from '@perktree/platform/postgres/searched-text';
import { BY_POSITION, readModelTable, WORDS_INDEX } from '../engine/tables/read-model-table.ts';

export const sitesTable = readModelTable({
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
