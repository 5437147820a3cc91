import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import { wordsSql } from '@perktree/platform/postgres/searched-text';
import { BY_POSITION_OFTEN_CHANGED, readModelTable, WORDS_INDEX } from '../../engine/tables/read-model-table.ts';
import { BENEFIT_COLUMNS } from '../benefit-columns.ts';

export const qrsTable = readModelTable({
  name: 'qrs',
  key: 'qr_id',
  columns: {
    qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    root_qr_id: 'uuid',
    parent_qr_id: 'uuid?',
    /** 0 for a root. */
    depth: 'integer',
    name: 'text',
    internal_name: 'text?',
    ...BENEFIT_COLUMNS,
    commission_bp: 'integer',
    /** Of one issue period; null is unlimited. */
    max_redemptions: 'integer?',
    external_url: 'text?',
    customer_token: 'text',
    distributor_token: 'text',
    /** The distributor who created it. Null: the site owner. */
    created_by: 'text?',
    /** `waiting` or `declined` (QR_APPROVALS); null: it needs no approval, or has it. */
    approval: 'text?',
    owner_id: 'text?',
    claimed_at: 'timestamp?',
    is_active: 'boolean',
    /** Of a root: the policy chosen for its campaign. Null: the site's counts; of other QRs the root's. */
    renewal_policy: 'text?',
    period: 'integer',
    expires_at: 'timestamp',
    /** Totals continue over all issue periods. */
    total_scans: 'integer',
    total_redemptions: 'integer',
    /** What counts towards max_redemptions: redemptions of the current period whose slot was not freed. */
    period_redemptions: 'integer',
    created_at: 'timestamp',
    /** The order in which QRs were made, unique: that of the events, and within a split that of its children. */
    made_order: 'bigint',
  },
  indexes: [
    { name: 'customer_token', on: 'customer_token', unique: true },
    { name: 'distributor_token', on: 'distributor_token', unique: true },
    { name: 'site', on: 'site_id, made_order' },
    { name: 'site_roots', on: 'site_id, made_order', where: 'parent_qr_id IS NULL' },
    { name: 'site_names', on: `site_id, name COLLATE ${NAME_COLLATION}` },
    // For a search by the name of an owner.
    { name: 'site_owners', on: 'site_id, owner_id', where: 'owner_id IS NOT NULL' },
    { name: 'tenant', on: 'tenant_id' },
    { name: 'parent', on: 'parent_qr_id, made_order', where: 'parent_qr_id IS NOT NULL' },
    { name: 'root', on: 'root_qr_id' },
    { name: 'maker', on: 'created_by, made_order', where: 'created_by IS NOT NULL' },
    { name: 'owner', on: 'owner_id, made_order', where: 'owner_id IS NOT NULL' },
    // For the job that reissues expired QRs.
    { name: 'expiry', on: 'expires_at' },
    // For the search of support.
    { name: 'words', on: wordsSql("(name || ' ' || coalesce(internal_name, ''))"), method: WORDS_INDEX },
    BY_POSITION_OFTEN_CHANGED,
  ],
  // Every scan and every redemption of a QR changes its counters.
  fillFactor: 70,
});
