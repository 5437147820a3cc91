import { createHash } from 'node:crypto';
import { NO_BRAND } from '@perktree/contracts/brand/brand';
import {
  PROJECTIONS_TABLE,
  READ_MODEL_SCHEMA,
  type ReadModelName,
  type ReadModelRow,
} from '@perktree/contracts/catalogue/read-models';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { projections } from '@perktree/projector/catalogue';
import { ensureNameCollation } from '@perktree/projector/engine/tables/name-collation';
import type { ColumnKind } from '@perktree/projector/engine/tables/read-model-table';
import type { Pool } from 'pg';

const SQL_TYPES: Partial<Record<ColumnKind, string>> = { timestamp: 'timestamptz', decimal: 'numeric(9,2)' };

/** Creates plain tables with the columns of the read models, because these specs test only reads. */
export async function createReadModels(pool: Pool): Promise<void> {
  const tables = projections.map(({ name, table: { columns } }) => {
    const list = Object.entries(columns).map(([column, type]) => {
      const kind = type.replace('?', '') as ColumnKind;
      return `${column} ${SQL_TYPES[kind] ?? kind}${type.endsWith('?') ? '' : ' NOT NULL'}`;
    });
    return `CREATE TABLE ${READ_MODEL_SCHEMA}.${name} (${list.join(', ')}, position bigint NOT NULL DEFAULT 0)`;
  });
  await pool.query(
    `CREATE SCHEMA ${READ_MODEL_SCHEMA}; ${tables.join(';')};
     CREATE TABLE ${PROJECTIONS_TABLE} (name text, version integer, status text, position bigint)`,
  );
  await ensureNameCollation(pool);
}

/** A UUID from a short name, the same in every run. */
export function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const NOW = '2026-03-10T12:00:00.000Z';
const YESTERDAY = '2026-03-09T12:00:00.000Z';
const TOMORROW = '2026-03-11T12:00:00.000Z';
const place = { site_id: uuid('site'), tenant_id: uuid('tenant') };
const benefit = {
  benefit_type: 'DISCOUNT_PERCENT',
  discount_percent: 20,
  discount_fixed_amount: null,
  text_reward: null,
};

/** A typical row of each read model; specs override fields. */
const USUAL: { readonly [N in ReadModelName]?: ReadModelRow<N> } = {
  sites: {
    ...place,
    owner_id: 'owner',
    name: 'Café',
    currency: 'EUR',
    is_active: true,
    configuration: JSON.stringify(DEFAULT_SITE_CONFIGURATION),
    created_at: YESTERDAY,
  },
  site_brands: { ...place, brand: JSON.stringify(NO_BRAND) },
  plans: { tenant_id: place.tenant_id, plan: 'free' },
  site_blocks: {
    ...place,
    ...{ block_id: 'block', distributor_id: 'dora', is_blocked: true, blocked_at: YESTERDAY, note_id: null },
  },
  site_staff: { ...place, staff_id: 'staff', user_id: 'sam', is_active: true, joined_at: YESTERDAY },
  qrs: {
    ...place,
    ...benefit,
    qr_id: uuid('qr'),
    root_qr_id: uuid('qr'),
    parent_qr_id: null,
    depth: 0,
    name: 'Spring sale',
    internal_name: 'till 3',
    commission_bp: 1000,
    max_redemptions: 3,
    external_url: null,
    customer_token: 'customer-token',
    distributor_token: 'distributor-token',
    created_by: null,
    approval: null,
    owner_id: null,
    claimed_at: null,
    is_active: true,
    renewal_policy: null,
    period: 1,
    expires_at: TOMORROW,
    total_scans: 0,
    total_redemptions: 0,
    period_redemptions: 0,
    created_at: YESTERDAY,
    made_order: 1n,
  },
  replaced_links: {
    ...place,
    ...{ token: 'replaced-token', link: 'customer', qr_id: uuid('qr'), root_qr_id: uuid('qr'), replaced_at: YESTERDAY },
  },
  scans: {
    ...place,
    ...benefit,
    scan_id: uuid('scan'),
    qr_id: uuid('qr'),
    root_qr_id: uuid('qr'),
    period: 1,
    customer_id: 'carla',
    device_id: null,
    qr_name: 'Spring sale',
    redemption_code: 'ABC-234',
    redemption_token: 'redemption-token',
    scanned_at: YESTERDAY,
    expires_at: TOMORROW,
    redeemed_at: null,
    redemption_id: null,
    awaiting_until: null,
  },
  redemptions: {
    ...place,
    ...benefit,
    redemption_id: uuid('redemption'),
    scan_id: uuid('scan'),
    qr_id: uuid('qr'),
    root_qr_id: uuid('qr'),
    period: 1,
    customer_id: 'carla',
    qr_name: 'Spring sale',
    sale_minor: 10_000n,
    pool_minor: 1_000n,
    currency: 'EUR',
    confirmed_by: 'sam',
    confirmed_via: 'code',
    reference: null,
    redeemed_position: 1n,
    redeemed_at: YESTERDAY,
    awaiting_until: null,
    confirmed_at: null,
    reversed_at: null,
    reversed_minor: 0n,
    is_wholly_reversed: false,
  },
  ledger_entries: {
    ...place,
    entry_id: uuid('entry'),
    redemption_id: uuid('redemption'),
    qr_id: uuid('qr'),
    source_qr_id: uuid('source'),
    distributor_id: 'dora',
    percent_bp: 600,
    amount_minor: 600n,
    awaiting_minor: null,
    awaiting_until: null,
    currency: 'EUR',
    matures_at: TOMORROW,
    created_at: YESTERDAY,
    reverses_entry_id: null,
    compensated_minor: 0n,
    reversed: false,
    payout_id: null,
    paid_at: null,
    written_off: false,
    combined_id: null,
  },
  combined_entries: {
    ...place,
    combined_id: uuid('combined'),
    distributor_id: 'dora',
    currency: 'EUR',
    amount_minor: 600n,
    entry_count: 2,
    created_at: YESTERDAY,
    payout_id: null,
    paid_at: null,
    written_off: false,
  },
  earnings: {
    ...place,
    earnings_id: 'earnings',
    distributor_id: 'dora',
    currency: 'EUR',
    month: '2026-03',
    earned_minor: 0n,
    paid_minor: 0n,
    written_off_minor: 0n,
  },
  daily_activity: {
    ...place,
    activity_id: 'activity',
    qr_id: uuid('qr'),
    root_qr_id: uuid('qr'),
    quarter_hour: '2026-03-10T00:00:00.000Z',
    scans: 0,
    redemptions: 0,
    commission_minor: 0n,
    sales_minor: 0n,
    currency: 'EUR',
  },
  notifications: {
    ...place,
    ...{ notification_id: '1', user_id: null, kind: 'qr_claimed', at: YESTERDAY, qr_id: null, person_id: null },
    ...{ count: 1, amount_minor: null, currency: null, period: null, expires_at: null },
  },
  payouts: {
    ...place,
    payout_id: uuid('payout'),
    distributor_id: 'dora',
    currency: 'EUR',
    amount_minor: 2_550n,
    entry_count: 2,
    settlement: 'by_hand',
    status: 'processing',
    reference: null,
    note_id: null,
    write_off_reason: null,
    ...{ funding: null, funding_id: null, failure: null, paid_at: null },
    created_at: YESTERDAY,
    settled_at: null,
  },
  flags: {
    ...place,
    flag_id: uuid('flag'),
    kind: 'staff_burst',
    staff_id: 'sam',
    customer_id: null,
    device_id: null,
    network_id: null,
    recent: '[]',
    evidence: '[]',
    redemptions: 10,
    first_seen_at: YESTERDAY,
    last_seen_at: YESTERDAY,
    ...{ reviewed_at: null, reviewed_by: null, review_note_id: null, reviewed_redemptions: null },
  },
  disputes: {
    ...place,
    redemption_id: uuid('redemption'),
    qr_id: uuid('qr'),
    state: 'open',
    opened_at: YESTERDAY,
    changed_at: YESTERDAY,
    notes: 1,
  },
};

/** Fills `activity_totals` with the sums of `daily_activity`. */
export async function sumActivity(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO ${READ_MODEL_SCHEMA}.activity_totals (total_id, scope, quarter_hour, scans, redemptions, commission_minor, currency)
     SELECT concat_ws(':', scope, quarter_hour, currency), scope, quarter_hour, sum(scans), sum(redemptions), sum(commission_minor), currency
     FROM ${READ_MODEL_SCHEMA}.daily_activity
       CROSS JOIN LATERAL (VALUES (site_id::text), (tenant_id::text), ('all')) AS scopes(scope)
     GROUP BY scope, quarter_hour, currency`,
  );
}

/** Inserts typical rows with overridden fields. */
export async function seed<N extends ReadModelName>(
  pool: Pool,
  name: N,
  ...rows: readonly Partial<ReadModelRow<N>>[]
): Promise<void> {
  for (const changes of rows) {
    const row = { ...USUAL[name], ...changes };
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    await pool.query(
      `INSERT INTO ${READ_MODEL_SCHEMA}.${name} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }
}
