import { NOW, seed, uuid } from '@perktree/query-service/testing/read-models';
import type { Pool } from 'pg';

/** Numbers of objects of a customer. */
export interface Size {
  readonly sites: number;
  /** On one site, in trees of 40; the first tree has a fifth of all. */
  readonly qrs: number;
  readonly scans: number;
  readonly redemptions: number;
  readonly distributors: number;
  /** QRs that one distributor has claimed. */
  readonly claims: number;
  readonly staff: number;
  readonly payouts: number;
}

export const LARGE: Size = {
  ...{ sites: 300, qrs: 5_000, scans: 12_000, redemptions: 4_000, distributors: 200, claims: 1_000 },
  ...{ staff: 150, payouts: 2_000 },
};
export const SMALL: Size = {
  ...{ sites: 2, qrs: 10, scans: 40, redemptions: 12, distributors: 2, claims: 2, staff: 3, payouts: 2 },
};

/** Ids in the rows of a customer. */
export function idsOf(name: string) {
  return {
    tenant: uuid(`tenant of ${name}`),
    site: uuid(`${name} site 1`),
    qr: uuid(`${name} qr 1`),
    /** Has claimed many QRs. */
    claimer: uuid(`${name} distributor 1`),
    distributor: uuid(`${name} distributor 2`),
    customer: uuid(`${name} customer 1`),
    staff: uuid(`${name} staff 1`),
    customerToken: `${name}-c-1`,
    distributorToken: `${name}-d-1`,
    scan: uuid(`${name} scan 1`),
    redemption: uuid(`${name} redemption 1`),
  };
}

/** `id_of(text)` is `uuid(text)`. */
export const ID_FUNCTION = `CREATE FUNCTION id_of(name text) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT overlay(overlay(substr(encode(sha256(name::bytea), 'hex'), 1, 32) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid $$`;

/** Writes the read models of a customer, about 50,000 rows for `LARGE`, in some seconds. */
export async function fill(pool: Pool, name: string, size: Size): Promise<void> {
  const idSql = (kind: string, n: string) => `id_of('${name} ${kind} ' || (${n})::bigint)`;
  const ids = idsOf(name);
  const { site, tenant, qr, redemption, claimer } = ids;
  const place = { site_id: site, tenant_id: tenant };
  const run = (sql: string) => pool.query(sql);
  /** Copies of the first row of this customer, each with other values. */
  const copies = (table: string, count: number, values: string) =>
    run(`INSERT INTO read_models.${table} SELECT copy.* FROM (SELECT t AS row FROM read_models.${table} t WHERE tenant_id = '${tenant}' LIMIT 1) first,
      generate_series(2, ${count}) n, jsonb_populate_record(first.row, jsonb_build_object(${values})) copy`);
  /** The last half-year, the newest first. */
  const time = (n: string, of: number) => `('${NOW}'::timestamptz - (${n}) * (interval '180 days' / ${of}))`;

  await seed(pool, 'sites', { ...place, name: `${name} 1`, owner_id: `owner of ${name}` });
  await copies(
    'sites',
    size.sites,
    `'site_id', ${idSql('site', 'n')}, 'name', '${name} ' || n, 'created_at', ${time('n', size.sites)}`,
  );

  await seed(pool, 'site_staff', { ...place, staff_id: `${site}:1`, user_id: ids.staff });
  await copies('site_staff', size.staff, `'staff_id', '${site}:' || n, 'user_id', ${idSql('staff', 'n')}`);
  await seed(pool, 'site_blocks', { ...place, block_id: `${site}:1`, distributor_id: ids.distributor });
  await copies(
    'site_blocks',
    size.distributors,
    `'block_id', '${site}:' || n, 'distributor_id', ${idSql('distributor', 'n')}`,
  );

  await seed(pool, 'qrs', {
    ...{ ...place, qr_id: qr, root_qr_id: qr, owner_id: claimer, made_order: 1n },
    ...{ customer_token: `${name}-c-1`, distributor_token: `${name}-d-1` },
  });
  // Three children each: QR n hangs below QR (n + 1) / 3 of its tree.
  const first = Math.floor(size.qrs / 5);
  const start = `CASE WHEN n <= ${first} THEN 1 ELSE n - (n - ${first} - 1) % 40 END`;
  const within = `(n - (${start}) + 1)`;
  await copies(
    'qrs',
    size.qrs,
    `'qr_id', ${idSql('qr', 'n')}, 'root_qr_id', ${idSql('qr', start)}, 'name', 'Offer ' || n, 'made_order', n,
     'parent_qr_id', CASE WHEN ${within} > 1 THEN ${idSql('qr', `${start} + (${within} + 1) / 3 - 1`)} END,
     'depth', CASE WHEN ${within} > 1 THEN 1 ELSE 0 END, 'total_scans', n % 50,
     'customer_token', '${name}-c-' || n, 'distributor_token', '${name}-d-' || n,
     'owner_id', CASE WHEN n % 5 = 0 AND n / 5 <= ${size.claims} THEN ${idSql('distributor', '1')} WHEN n % 5 < 3
       THEN ${idSql('distributor', `2 + n % ${size.distributors - 1}`)} END`,
  );

  const scanned = `${idSql('qr', `1 + n % ${size.qrs}`)}`;
  // A thirtieth of all scans are one customer's.
  const customer = `${idSql('customer', `CASE WHEN n % 30 = 0 THEN 1 ELSE 1 + n % ${Math.ceil(size.scans / 20)} END`)}`;
  const isRedeemed = `n % ${Math.floor(size.scans / size.redemptions)} = 0`;
  const firstScan = { scan_id: ids.scan, qr_id: qr, root_qr_id: qr, customer_id: ids.customer };
  await seed(pool, 'scans', { ...place, ...firstScan, redemption_code: null, redemption_token: null });
  await copies(
    'scans',
    size.scans,
    `'scan_id', ${idSql('scan', 'n')}, 'qr_id', ${scanned}, 'customer_id', ${customer}, 'scanned_at', ${time('n', size.scans)},
     'redeemed_at', CASE WHEN ${isRedeemed} THEN ${time('n', size.scans)} END`,
  );
  await seed(pool, 'redemptions', {
    ...place,
    redemption_id: redemption,
    qr_id: qr,
    customer_id: ids.customer,
  });
  await copies(
    'redemptions',
    size.redemptions,
    `'redemption_id', ${idSql('redemption', 'n')}, 'scan_id', ${idSql('scan', 'n * 3')}, 'qr_id', ${scanned}, 'customer_id', ${customer},
     'confirmed_by', ${idSql('staff', `1 + n % ${size.staff}`)}, 'redeemed_at', ${time('n', size.redemptions)}`,
  );

  const entries = Math.floor(size.redemptions * 2.5);
  const earner = idSql('distributor', `CASE WHEN n % 5 = 0 THEN 1 ELSE 2 + n % ${size.distributors - 1} END`);
  await seed(pool, 'ledger_entries', {
    ...place,
    entry_id: uuid(`${name} entry 1`),
    distributor_id: claimer,
    qr_id: qr,
  });
  await copies(
    'ledger_entries',
    entries,
    `'entry_id', ${idSql('entry', 'n')}, 'redemption_id', ${idSql('redemption', `1 + n % ${size.redemptions}`)},
     'qr_id', ${scanned}, 'source_qr_id', ${scanned}, 'distributor_id', ${earner}, 'amount_minor', 100 + n % 900,
     'created_at', ${time('n', entries)}, 'matures_at', ${time('n', entries)} + interval '14 days'`,
  );
  await seed(pool, 'payouts', { ...place, payout_id: uuid(`${name} payout 1`), distributor_id: claimer });
  await copies(
    'payouts',
    size.payouts,
    `'payout_id', ${idSql('payout', 'n')}, 'distributor_id', ${earner}, 'created_at', ${time('n', size.payouts)}, 'status', 'paid'`,
  );
  await run(`INSERT INTO read_models.earnings (earnings_id, site_id, tenant_id, distributor_id, currency, month, earned_minor, paid_minor, written_off_minor)
    SELECT '${site}:' || distributor_id || to_char(created_at, ':YYYY-MM'), '${site}', '${tenant}', distributor_id, 'EUR', to_char(created_at, 'YYYY-MM'), sum(amount_minor), 0, 0
    FROM read_models.ledger_entries WHERE tenant_id = '${tenant}' GROUP BY distributor_id, to_char(created_at, ':YYYY-MM'), to_char(created_at, 'YYYY-MM')`);
  const quarter = `date_bin('15 minutes', scanned_at, 'epoch')`;
  await run(`INSERT INTO read_models.daily_activity (activity_id, qr_id, root_qr_id, site_id, tenant_id, quarter_hour, scans, redemptions, commission_minor, sales_minor, currency)
    SELECT qr_id || ':' || ${quarter}, qr_id, qr_id, '${site}', '${tenant}', ${quarter}, count(*),
      count(redeemed_at), 10 * count(redeemed_at), 100 * count(redeemed_at), 'EUR'
    FROM read_models.scans WHERE tenant_id = '${tenant}' GROUP BY qr_id, ${quarter}`);

  await seed(pool, 'disputes', { ...place, redemption_id: redemption, qr_id: qr });
  await copies(
    'disputes',
    Math.ceil(size.redemptions / 50),
    `'redemption_id', ${idSql('redemption', 'n')},
    'state', CASE WHEN n % 3 = 0 THEN 'closed' ELSE 'open' END, 'changed_at', ${time('n', size.redemptions)}`,
  );
  await seed(pool, 'flags', { ...place, flag_id: uuid(`${name} flag 1`), staff_id: ids.staff });
  await copies(
    'flags',
    Math.ceil(size.redemptions / 50),
    `'flag_id', ${idSql('flag', 'n')}, 'last_seen_at', ${time('n', size.redemptions)}`,
  );
  await run(`INSERT INTO command_service.refusals SELECT ${idSql('refusal', 'n')}, ${time('n', size.scans)}, ${customer}, ${customer}, '${site}',
    ${scanned}, 'scan', 'EXPIRED' FROM generate_series(1, ${Math.ceil(size.scans / 10)}) n`);
}
