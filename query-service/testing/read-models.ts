import { NO_BRAND } from '@perktree/contracts/brand/brand';
import {
  PROJECTIONS_TABLE,
  READ_MODEL_SCHEMA,
  type ReadModelName,
  type ReadModelRow,
} from '@perktree/contracts/catalogue/read-models';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { projections } from '@perktree/projector/catalogue';
import { ensureNameCollation } from '@perktree/projector/engine/tables/name-collation';
import type { ColumnKind } from '@perktree/projector/engine/tables/read-model-table';
import { uuid } from '@perktree/projector/testing/events';
import type { Pool } from 'pg';

export { uuid };

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

export const NOW = '2026-03-10T12:00:00.000Z';
const YESTERDAY = '2026-03-09T12:00:00.000Z';
const TOMORROW = '2026-03-11T12:00:00.000Z';

/** What a column has in a typical row: nothing where it may, an id after the column's name, a time of yesterday. */
function usualOf(column: string, type: string): unknown {
  if (type.endsWith('?')) return null;
  const id = column.replace(/_id$/, '');
  const values: Record<ColumnKind, unknown> = {
    ...{ uuid: uuid(id), text: id, integer: 0, bigint: 0n, decimal: 0, boolean: false },
    ...{ timestamp: YESTERDAY, date: YESTERDAY.slice(0, 10) },
  };
  return values[type as ColumnKind];
}
const benefit = { benefit_type: 'DISCOUNT_PERCENT', discount_percent: 20 };
const ofQr = { root_qr_id: uuid('qr'), period: 1 };
const offered = { ...benefit, ...ofQr, customer_id: 'carla', qr_name: 'Spring sale' };

/** What else typical rows have; specs override fields. */
const USUAL: { readonly [N in ReadModelName]?: Partial<ReadModelRow<N>> } = {
  sites: {
    ...{ owner_id: 'owner', name: 'Café', currency: 'EUR', is_active: true },
    configuration: JSON.stringify(DEFAULT_SITE_CONFIGURATION),
  },
  site_brands: { brand: JSON.stringify(NO_BRAND) },
  plans: { plan: 'free' },
  site_blocks: { distributor_id: 'dora', is_blocked: true },
  site_staff: { user_id: 'sam', is_active: true },
  qrs: {
    ...{ ...benefit, ...ofQr, name: 'Spring sale', internal_name: 'till 3', commission_bp: 1000, max_redemptions: 3 },
    ...{ customer_token: 'customer-token', distributor_token: 'distributor-token', is_active: true },
    ...{ expires_at: TOMORROW, made_order: 1n },
  },
  replaced_links: { token: 'replaced-token', link: 'customer', root_qr_id: uuid('qr') },
  scans: {
    ...{ ...offered, redemption_code: 'ABC-234', redemption_token: 'redemption-token', expires_at: TOMORROW },
  },
  redemptions: {
    ...{ ...offered, sale_minor: 10_000n, pool_minor: 1_000n, currency: 'EUR', confirmed_by: 'sam' },
    ...{ confirmed_via: 'code', redeemed_position: 1n },
  },
  ledger_entries: {
    ...{ source_qr_id: uuid('source'), distributor_id: 'dora', percent_bp: 600, amount_minor: 600n, currency: 'EUR' },
    matures_at: TOMORROW,
  },
  combined_entries: { distributor_id: 'dora', currency: 'EUR', amount_minor: 600n, entry_count: 2 },
  earnings: { distributor_id: 'dora', currency: 'EUR', month: '2026-03' },
  daily_activity: { root_qr_id: uuid('qr'), quarter_hour: '2026-03-10T00:00:00.000Z', currency: 'EUR' },
  notifications: { notification_id: '1', kind: 'qr_claimed', count: 1 },
  payouts: {
    ...{ distributor_id: 'dora', currency: 'EUR', amount_minor: 2_550n, entry_count: 2 },
    ...{ settlement: 'by_hand', status: 'processing' },
  },
  flags: {
    ...{ kind: 'staff_burst', staff_id: 'sam', recent: '[]', evidence: '[]', redemptions: 10 },
    ...{ site_id: uuid('site'), tenant_id: uuid('tenant'), first_seen_at: YESTERDAY, last_seen_at: YESTERDAY },
  },
  disputes: { state: 'open', notes: 1 },
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
  const table = projections.find((projection) => projection.name === name)?.table;
  const usual = Object.fromEntries(
    Object.entries(table?.columns ?? {}).map(([column, type]) => [column, usualOf(column, type)]),
  );
  for (const changes of rows) {
    const row = { ...usual, ...USUAL[name], ...changes };
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    await pool.query(
      `INSERT INTO ${READ_MODEL_SCHEMA}.${name} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }
}
