import { limitByKey } from '@perktree/platform/limit-by-key';
import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import type { Pool, QueryConfig } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import { createSqlLookups } from './sql-lookups.ts';

let head: bigint;
let queries: number;
/** Of these, those that look a token up. */
let lookUps: number;

/** The columns that the look-ups read (contracts/catalogue/read-models.ts). */
const READ_MODELS = `
  CREATE SCHEMA read_models;
  CREATE TABLE read_models.projections (name text, version int, status text, position bigint);
  CREATE TABLE read_models.site_staff (user_id text, site_id uuid, is_active boolean);
  CREATE TABLE read_models.qrs (
    qr_id uuid, root_qr_id uuid, site_id uuid, tenant_id uuid, customer_token text, distributor_token text,
    owner_id text, total_scans int, total_redemptions int, created_by text, benefit_type text, discount_percent numeric,
    discount_fixed_amount numeric, text_reward text, max_redemptions int, commission_bp int);
  CREATE TABLE read_models.replaced_links (token text, link text, qr_id uuid, root_qr_id uuid, site_id uuid, tenant_id uuid);
  CREATE TABLE read_models.claims (distributor_id text, qr_id uuid)`;

const { pool } = await useTestPool(undefined, 10);
await pool.query(READ_MODELS);
beforeEach(async () => {
  await pool.query(
    'TRUNCATE read_models.qrs, read_models.replaced_links, read_models.projections, read_models.site_staff',
  );
  await pool.query(
    `INSERT INTO read_models.projections VALUES ('qrs', 1, 'live', 10), ('site_staff', 1, 'live', 10), ('replaced_links', 1, 'live', 10), ('qrs', 2, 'filling', 3)`,
  );
  head = 10n;
  [queries, lookUps] = [0, 0];
});

const id = (name: string) => deriveUuid('lookup', name);
const place = { qrId: id('qr'), rootQrId: id('root'), siteId: id('site'), tenantId: id('tenant') };
const CUSTOMER = 'c'.repeat(22);
const DISTRIBUTOR = 'd'.repeat(22);

async function project(ownerId: string | null = null): Promise<void> {
  const { qrId, rootQrId, siteId, tenantId } = place;
  const row = [qrId, rootQrId, siteId, tenantId, CUSTOMER, DISTRIBUTOR, ownerId];
  await pool.query(
    'INSERT INTO read_models.qrs VALUES ($1, $2, $3, $4, $5, $6, $7, 7, 2, $8, $9, 20, NULL, NULL, 3, 1000)',
    [...row, ...[null, 'DISCOUNT_PERCENT']],
  );
}
async function reach(position: bigint): Promise<void> {
  await pool.query(`UPDATE read_models.projections SET position = $1 WHERE status = 'live'`, [position]);
}
/** As many at once as the pool has connections: it refuses a query that waits 5 s for one, as hundreds may on a busy machine. */
const inTurn = limitByKey(8);
function lookups(waitMs = 30_000) {
  const counting = {
    query: (query: string | QueryConfig, values?: unknown[]) => {
      queries += 1;
      if (typeof query !== 'string' && query.name !== undefined) lookUps += 1;
      return inTurn('pool', () => pool.query(query, values));
    },
  };
  return createSqlLookups({ pool: counting as unknown as Pool, store: { head: async () => head }, waitMs });
}

describe('a look-up', () => {
  it('resolves a token, and caches the result', async () => {
    await project();
    const found = lookups();
    expect(await found.byToken(CUSTOMER)).toEqual({ kind: 'customer', ...place });
    expect(await found.byToken(DISTRIBUTOR)).toEqual({ kind: 'distributor', ...place });
    expect(await found.byQrId(place.qrId)).toEqual(place);
    await found.byToken(CUSTOMER);
    expect(queries).toBe(2);
  });

  it('runs no query for what cannot be a token or an id', async () => {
    const found = lookups();
    for (const token of ['', 'x', 'c'.repeat(21), `${'c'.repeat(21)}/`, 'c'.repeat(23)]) {
      expect(await found.byToken(token)).toBeNull();
    }
    expect(await found.byQrId("' OR 1=1")).toBeNull();
    expect(queries).toBe(0);
  });

  it('returns null only when the read model has every stored event', async () => {
    head = 11n;
    const asked = lookups().byToken(CUSTOMER);
    // It has looked in vain.
    await expect.poll(() => queries).toBeGreaterThan(1);
    await project();
    await reach(11n);
    expect(await asked).toMatchObject({ kind: 'customer' });
    await expect(lookups(50).byQrId(id('other'))).resolves.toBeNull();
    head = 12n;
    await expect(lookups(50).byQrId(id('other'))).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
  });

  it.each([
    ['has failed', 'failed', 50],
    ['is paused, at once', 'paused', 600_000],
  ])('refuses while the read model %s', async (_, status, waitMs) => {
    await pool.query(`UPDATE read_models.projections SET status = $1 WHERE version = 1 AND name = 'qrs'`, [status]);
    await expect(lookups(waitMs).byToken(CUSTOMER)).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
  });

  it('finds what this process has just stored, before the read model does', async () => {
    const found = lookups();
    found.remember(place, { customerToken: CUSTOMER, distributorToken: DISTRIBUTOR });
    expect(await found.byToken(DISTRIBUTOR)).toEqual({ kind: 'distributor', ...place });
    expect(await found.byQrId(place.qrId)).toEqual(place);
    expect(queries).toBe(0);
  });

  it('counts: totals with zeros for the unknown, claims of a distributor, sites of staff', async () => {
    await project('dora');
    await pool.query(`INSERT INTO read_models.site_staff VALUES ('ann', $1, true), ('ann', $2, false)`, [
      place.siteId,
      id('left'),
    ]);
    const found = lookups();
    expect(await found.counters([place.qrId, id('new')])).toEqual(
      new Map([
        [place.qrId, { totalScans: 7, totalRedemptions: 2, createdBy: null }],
        [id('new'), { totalScans: 0, totalRedemptions: 0, createdBy: null }],
      ]),
    );
    expect(await found.sitesStaffedBy('ann')).toEqual([place.siteId]);
  });

  it('lists what a distributor has claimed on a site, and whether the owner created it', async () => {
    await project('dora');
    await pool.query('UPDATE read_models.qrs SET root_qr_id = qr_id');
    const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null };
    const offer = { benefit, maxRedemptions: 3, commissionPercent: '10.00', isOfOwner: true };
    expect(await lookups().claimedOffers('dora', place.siteId)).toEqual([offer]);
    expect(await lookups().claimedOffers('emil', place.siteId)).toEqual([]);
    await pool.query(`UPDATE read_models.qrs SET created_by = 'dora'`);
    expect(await lookups().claimedOffers('dora', place.siteId)).toEqual([{ ...offer, isOfOwner: false }]);
  });

  it('finds out who has ever claimed a QR of a site', async () => {
    await pool.query(`INSERT INTO read_models.projections VALUES ('claims', 1, 'live', 10)`);
    await project();
    await pool.query(`INSERT INTO read_models.claims VALUES ('dora', $1), ('emil', $2)`, [place.qrId, id('other')]);
    const has = (person: string) => lookups().hasWorkedOn(person, place.siteId);
    expect([await has('dora'), await has('emil')]).toEqual([true, false]);
  });

  it('finds the QR of a token that was replaced', async () => {
    await project();
    const { qrId, rootQrId, siteId, tenantId } = place;
    const old = 'o'.repeat(22);
    await pool.query('INSERT INTO read_models.replaced_links VALUES ($1, $2, $3, $4, $5, $6)', [
      ...[old, 'distributor', qrId, rootQrId, siteId, tenantId],
    ]);
    expect(await lookups().byToken(old)).toEqual({ ...place, kind: 'distributor' });
  });

  it('costs two queries for each of 50 made-up tokens', async () => {
    const found = lookups();
    const made = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(22, 'x'));
    expect((await Promise.all(made.map((token) => found.byToken(token)))).every((target) => target === null)).toBe(
      true,
    );
    // The question how far the read models are is shared: read-model-wait.spec.ts.
    expect(lookUps).toBe(2 * 50);
  });
});
