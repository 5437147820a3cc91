import { DAY_MS } from '@perktree/contracts/durations';
import { reads, type Statement, writes } from './statement.ts';
import type { Row, Tables } from './tables.ts';

const KEYS = 'idempotency_keys';
const CHECKOUTS = 'offline_checkouts';
const REFUSALS = 'refusals';

const placeOf = ({ qr_id, root_qr_id, site_id, tenant_id }: Row): Row => ({
  ...{ qrId: qr_id, rootQrId: root_qr_id, siteId: site_id, tenantId: tenant_id },
});
const count = (rows: readonly unknown[], name: string): readonly Row[] => [{ [name]: rows.length }];

const least = (positions: readonly bigint[]): bigint | null =>
  positions.reduce<bigint | null>((a, b) => (a !== null && a < b ? a : b), null);

/** What the command service asks: look-ups by the read models. */
const LOOKUPS: readonly Statement[] = [
  reads(/^SELECT min\(position\) AS position FROM read_models\.projections WHERE status = 'live'$/, ({ tables }) => {
    const live = tables.all('projections').filter(({ status }) => status === 'live');
    return [{ position: least(live.map(({ position }) => position as bigint)) }];
  }),
  reads(/^SELECT CASE WHEN count\(DISTINCT name\) FILTER/, ({ tables, values: [names] }) => {
    const own = tables.all('projections').filter(({ name }) => names.includes(name));
    const live = own.filter(({ status }) => status === 'live').map(({ position }) => position as bigint);
    const paused = own.some(({ status }) => status === 'paused');
    return [{ position: live.length === names.length ? least(live) : null, paused }];
  }),
  reads(/^SELECT 'customer' AS kind, .* UNION ALL/, ({ tables, values: [token] }) =>
    (['customer', 'distributor'] as const).flatMap((kind) =>
      tables
        .all('qrs')
        .filter((row) => row[`${kind}_token`] === token)
        .map((row) => ({ kind, ...placeOf(row) })),
    ),
  ),
  reads(
    /^SELECT qr_id AS "qrId", root_qr_id .* FROM read_models\.qrs WHERE qr_id = \$1$/,
    ({ tables, values: [id] }) => {
      const row = tables.rows('qrs').get(id);
      return row ? [placeOf(row)] : [];
    },
  ),
  reads(/^SELECT qr_id AS "qrId", total_scans/, ({ tables, values: [ids] }) =>
    tables
      .all('qrs')
      .filter(({ qr_id }) => ids.includes(qr_id))
      .map(({ qr_id, total_scans, total_redemptions, created_by }) => ({
        ...{ qrId: qr_id, totalScans: total_scans, totalRedemptions: total_redemptions, createdBy: created_by },
      })),
  ),
  reads(/^SELECT q\.benefit_type, .* FROM read_models\.qrs q JOIN read_models\.qrs r/, ({ tables, values }) => {
    const [owner, site] = values;
    return tables
      .all('qrs')
      .filter((row) => row.owner_id === owner && row.site_id === site)
      .map((row) => {
        const root = tables.rows('qrs').get(String(row.root_qr_id));
        return { ...row, is_of_owner: (root?.created_by ?? null) === null };
      });
  }),
  reads(/^SELECT EXISTS \(SELECT 1 FROM read_models\.qrs WHERE owner_id/, ({ tables, values: [person, site] }) => {
    const claims = tables.all('qrs').some((row) => row.owner_id === person && row.site_id === site);
    const earned = tables.all('earnings').some((row) => row.distributor_id === person && row.site_id === site);
    return [{ known: claims || earned }];
  }),
  reads(/^SELECT site_id FROM read_models\.site_staff WHERE user_id = \$1 AND is_active$/, ({ tables, values: [id] }) =>
    tables.all('site_staff').filter((row) => row.user_id === id && row.is_active === true),
  ),
  reads(/^SELECT site_id AS "siteId" FROM read_models\.site_staff .* UNION/, ({ tables, values: [id] }) => {
    const staffed = tables.all('site_staff').filter((row) => row.user_id === id && row.is_active === true);
    const owned = tables.all('sites').filter((row) => row.owner_id === id);
    return [...new Set([...staffed, ...owned].map((row) => row.site_id))].map((siteId) => ({ siteId }));
  }),
  reads(/^SELECT site_id AS "siteId" FROM read_models\.sites WHERE tenant_id/, ({ tables, values: [id] }) =>
    tables
      .all('sites')
      .filter((row) => row.tenant_id === id)
      .map(({ site_id }) => ({ siteId: site_id })),
  ),
  reads(/^SELECT qr_id AS "qrId", .* AS "expiresAt" FROM read_models\.qrs JOIN/, ({ tables, values }) => {
    const [now, afterTime, afterId, without, limit] = values;
    const after = afterTime instanceof Date ? `${afterTime.toISOString()} ${afterId}` : '';
    const place = (row: Row) => `${row.expires_at} ${row.qr_id}`;
    const due = tables.all('qrs').filter((row) => {
      const site = tables.rows('sites').get(String(row.site_id));
      if (!row.is_active || !site?.is_active || without.includes(row.tenant_id)) return false;
      const { renewalPolicy } = JSON.parse(String(site.configuration)) as { renewalPolicy: string };
      return renewalPolicy === 'auto_reissue_on_expire' && String(row.expires_at) <= now && place(row) > after;
    });
    due.sort((a, b) => (place(a) < place(b) ? -1 : 1));
    return due.slice(0, limit).map((row) => ({ ...placeOf(row), expiresAt: new Date(String(row.expires_at)) }));
  }),
  reads(/^SELECT count\(\*\)::int AS count FROM read_models\.redemptions/, ({ tables, values: [tenant, from, to] }) => {
    const [first, end] = [Date.parse(from), Date.parse(to)];
    const isOfMonth = (at: number) => at >= first && at < end;
    const own = tables.all('redemptions').filter((row) => row.tenant_id === tenant);
    return count(
      own.filter((row) => isOfMonth(Date.parse(String(row.redeemed_at)))),
      'count',
    );
  }),
  reads(/^SELECT qr_id FROM read_models\.redemptions WHERE redemption_id/, ({ tables, values: [id] }) => {
    const row = tables.rows('redemptions').get(id);
    return row ? [row] : [];
  }),
];

const payoutOf = ({ payout_id, site_id, distributor_id }: Row): Row => ({
  ...{ payoutId: payout_id, siteId: site_id, distributorId: distributor_id },
});

const PAYOUTS: readonly Statement[] = [
  reads(/^SELECT DISTINCT owner_id FROM read_models\.qrs/, ({ tables }) => {
    const owners = new Set(tables.all('qrs').flatMap(({ owner_id }) => owner_id ?? []));
    return [...owners].map((owner_id) => ({ owner_id }));
  }),
  reads(/^WITH unsettled AS/, ({ tables, values: [site, maturedBy, distributor] }) =>
    payables(tables, site, Date.parse(maturedBy)).filter((row) => [null, row.distributor_id].includes(distributor)),
  ),
  reads(/^SELECT site_id AS "siteId", tenant_id AS "tenantId" FROM read_models\.ledger_entries/, ({ tables }) => {
    const sums = tables.all('combined_entries').filter(({ payout_id }) => payout_id === null);
    const unsettled = [...tables.all('ledger_entries').filter(isUnsettled), ...sums];
    const sites = new Map(unsettled.map(({ site_id, tenant_id }) => [site_id, tenant_id]));
    return [...sites].map(([siteId, tenantId]) => ({ siteId, tenantId }));
  }),
  reads(/^SELECT site_id AS "siteId", distributor_id .* WHERE payout_id = \$1$/, ({ tables, values: [id] }) => {
    const row = tables.rows('payouts').get(id);
    return row ? [payoutOf(row)] : [];
  }),
  reads(/^SELECT payout_id AS "payoutId", site_id .* WHERE status = 'processing'/, ({ tables }) =>
    tables
      .all('payouts')
      .filter(({ status, settlement }) => status === 'processing' && settlement === 'provider')
      .map(payoutOf),
  ),
  reads(/^SELECT payout_id AS "payoutId", distributor_id/, ({ tables, values: [site, since] }) =>
    tables
      .all('payouts')
      .filter((row) => row.site_id === site && Date.parse(String(row.created_at)) >= Date.parse(since))
      .map(payoutOf),
  ),
];

const isUnsettled = ({ payout_id, combined_id, amount_minor }: Row) =>
  payout_id === null && combined_id === null && BigInt(amount_minor as bigint) !== 0n;

/** What `findPayables` asks. */
function payables(tables: Tables, siteId: string, maturedBy: number): readonly Row[] {
  const all = tables.rows('ledger_entries');
  const unpaid = [...all.values()].filter((row) => row.site_id === siteId && isUnsettled(row));
  const originOf = (row: Row) => (row.reverses_entry_id === null ? undefined : all.get(String(row.reverses_entry_id)));
  const groupOf = (row: Row) => String(row.reverses_entry_id ?? row.entry_id);
  const isNothing = (row: Row) => {
    const group = unpaid.filter((each) => groupOf(each) === groupOf(row));
    const sum = group.reduce((cents, each) => cents + BigInt(each.amount_minor as bigint), 0n);
    return sum === 0n && group.some((each) => (originOf(each) ?? each).reversed === true);
  };
  const place = (row: Row) => [row.distributor_id, row.currency, row.created_at, row.entry_id].map(String).join(' ');
  const sums = tables.all('combined_entries').filter((row) => row.site_id === siteId && row.payout_id === null);
  const ofSums = sums.map(({ distributor_id, currency }) => ({
    distributor_id,
    currency,
    entry_id: null,
    amount_minor: 0n,
  }));
  const entries = unpaid
    .filter((row) => Date.parse(String((originOf(row) ?? row).matures_at)) <= maturedBy && !isNothing(row))
    .sort((a, b) => (place(a) < place(b) ? -1 : 1));
  return [...entries, ...ofSums];
}

const keyOf = (owner: string, key: string) => `${owner} ${key}`;

/** What the command service keeps itself: idempotency keys, and the checkouts of the built-in payment provider. */
const OWN_RECORDS: readonly Statement[] = [
  writes(/^INSERT INTO command_service\.idempotency_keys/, ({ tables, values, now }) => {
    const [owner, key, request_hash, attempt, seconds] = values;
    const kept = tables.rows(KEYS).get(keyOf(owner, key));
    const isAbandoned =
      kept?.status === null && kept.request_hash === request_hash && (kept.taken_at as number) < now - seconds * 1000;
    if (kept && !isAbandoned) return 0;
    const fresh = { owner, key, request_hash, status: null, body: null, headers: null };
    tables.put(KEYS, keyOf(owner, key), { ...(kept ?? fresh), attempt, taken_at: now });
    return 1;
  }),
  reads(/^SELECT request_hash, status, body, headers FROM/, ({ tables, values: [owner, key] }) => {
    const row = tables.rows(KEYS).get(keyOf(owner, key));
    return row ? [row] : [];
  }),
  writes(/^UPDATE command_service\.idempotency_keys SET status/, ({ tables, values }) => {
    const [owner, key, attempt, status, body, headers] = values;
    const row = tables.rows(KEYS).get(keyOf(owner, key));
    if (row?.attempt !== attempt) return 0;
    tables.put(KEYS, keyOf(owner, key), { ...row, status, body, headers });
    return 1;
  }),
  writes(/^UPDATE command_service\.idempotency_keys AS kept SET taken_at/, ({ tables, values, now }) => {
    const [owners, keys, attempts] = values;
    const held = new Map(attempts.map((attempt: string, n: number) => [keyOf(owners[n], keys[n]), attempt]));
    return tables.update(KEYS, (row) => {
      const isHeld = row.status === null && held.get(keyOf(String(row.owner), String(row.key))) === row.attempt;
      return isHeld ? { ...row, taken_at: now } : null;
    });
  }),
  writes(/^DELETE FROM command_service\.idempotency_keys WHERE owner/, ({ tables, values: [owner, key, attempt] }) => {
    const row = tables.rows(KEYS).get(keyOf(owner, key));
    if (row?.attempt !== attempt || row?.status !== null) return 0;
    tables.delete(KEYS, keyOf(owner, key));
    return 1;
  }),
  // Kept for 48 hours of the database's clock: longer than a seed lasts.
  writes(/^DELETE FROM command_service\.idempotency_keys WHERE taken_at/, () => 0),
  writes(/^INSERT INTO command_service\.offline_checkouts/, ({ tables, values: [sessionId, tenantId, plan] }) => {
    if (tables.rows(CHECKOUTS).has(sessionId)) return 0;
    tables.put(CHECKOUTS, sessionId, { sessionId, tenantId, plan, status: 'open' });
    return 1;
  }),
  reads(/^SELECT session_id AS "sessionId"/, ({ tables, values: [sessionId, tenantId] }) => {
    const row = tables.rows(CHECKOUTS).get(sessionId);
    return row?.tenantId === tenantId ? [row as Row] : [];
  }),
  writes(/^UPDATE command_service\.offline_checkouts SET confirmed_at/, ({ tables, values: [sessionId] }) =>
    tables.update(CHECKOUTS, (row) => (row.sessionId === sessionId ? { ...row, status: 'confirmed' } : null)),
  ),
  reads(/^SELECT account FROM command_service\.payout_accounts/, () => []),
];

/** @returns how many rows went */
function deleteRefusals(tables: Tables, isGone: (row: Row) => boolean): number {
  const gone = [...tables.rows(REFUSALS)].filter(([, row]) => isGone(row));
  for (const [refusalId] of gone) tables.delete(REFUSALS, refusalId);
  return gone.length;
}

const ATTEMPTS: readonly Statement[] = [
  writes(/^INSERT INTO command_service\.refusals/, ({ tables, values }) => {
    const [refusal_id, at, person_id, actor_id, site_id, qr_id, command, code, most] = values;
    const since = at.getTime() - DAY_MS;
    const own = tables.all(REFUSALS).filter((row) => row.person_id === person_id && (row.at as Date).getTime() > since);
    if (own.length >= most) return 0;
    tables.put(REFUSALS, refusal_id, { refusal_id, at, person_id, actor_id, site_id, qr_id, command, code });
    return 1;
  }),
  writes(/^DELETE FROM command_service\.refusals WHERE at </, ({ tables, values: [now, days] }) =>
    deleteRefusals(tables, ({ at }) => (at as Date).getTime() < now.getTime() - days * DAY_MS),
  ),
  writes(
    /^DELETE FROM command_service\.refusals WHERE person_id = \$1 OR actor_id = \$1$/,
    ({ tables, values: [id] }) => deleteRefusals(tables, (row) => row.person_id === id || row.actor_id === id),
  ),
];

export const COMMAND_STATEMENTS: readonly Statement[] = [...LOOKUPS, ...PAYOUTS, ...OWN_RECORDS, ...ATTEMPTS];
