import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStaffSites } from './staff-sites.ts';

const SITE = '0198c0de-0000-8000-8000-000000000001';
const OTHER = '0198c0de-0000-8000-8000-000000000002';
let pool: Pool;
let head = 0n;
const cleanups: (() => Promise<void>)[] = [];

/** The columns that the look-up reads (contracts/catalogue/read-models.ts). */
beforeEach(async () => {
  const { connectionString, drop } = await createTestDatabase();
  pool = createPool({ connectionString, applicationName: 'staff-sites' });
  cleanups.push(drop, () => pool.end());
  head = 7n;
  await pool.query(`
    CREATE SCHEMA read_models;
    CREATE TABLE read_models.projections (name text, version int, status text, position bigint);
    CREATE TABLE read_models.sites (site_id uuid, owner_id text);
    CREATE TABLE read_models.site_staff (site_id uuid, user_id text, is_active boolean);
    INSERT INTO read_models.projections VALUES ('sites', 1, 'live', 7), ('site_staff', 1, 'live', 7), ('site_staff', 2, 'filling', 3);
    INSERT INTO read_models.sites VALUES ('${SITE}', 'owner'), ('${OTHER}', 'another');
    INSERT INTO read_models.site_staff VALUES ('${SITE}', 'staff', true), ('${OTHER}', 'staff', false), ('${OTHER}', 'owner', true)`);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const staffSites = (waitMs = 30_000) => createStaffSites({ pool, store: { head: async () => head }, waitMs });

describe('the sites of a staff member', () => {
  it('are those where they are staff now, and those they own', async () => {
    expect(await staffSites().of('staff')).toEqual([SITE]);
    expect((await staffSites().of('owner')).toSorted()).toEqual([SITE, OTHER]);
    expect(await staffSites().of('stranger')).toEqual([]);
  });

  it('are read once a minute, and known at once when they were read fresh', async () => {
    const timers = new ManualTimers();
    await timers.advance(1);
    const sites = createStaffSites({ pool, store: { head: async () => head }, timers });
    expect(await sites.of('staff')).toEqual([SITE]);
    await pool.query(`INSERT INTO read_models.site_staff VALUES ('${OTHER}', 'staff', true)`);
    await timers.advance(60_000);
    expect(await sites.of('staff')).toEqual([SITE]);
    await timers.advance(1);
    expect((await sites.of('staff')).toSorted()).toEqual([SITE, OTHER]);
    await pool.query(`DELETE FROM read_models.site_staff WHERE site_id = '${OTHER}'`);
    expect(await sites.freshOf('staff')).toEqual([SITE]);
    expect(await sites.of('staff')).toEqual([SITE]);
  });

  it('are read again when the read models have every stored event', async () => {
    expect(await staffSites().freshOf('staff')).toEqual([SITE]);
    head = 8n;
    const waiting = staffSites().freshOf('staff');
    await pool.query(`INSERT INTO read_models.site_staff VALUES ('${OTHER}', 'staff', true)`);
    await pool.query(`UPDATE read_models.projections SET position = 8 WHERE status = 'live'`);
    expect((await waiting).toSorted()).toEqual([SITE, OTHER]);
  });

  it('are refused while a read model is behind or missing', async () => {
    head = 8n;
    await pool.query(`UPDATE read_models.projections SET position = 8 WHERE name = 'sites'`);
    await expect(staffSites(1).freshOf('staff')).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
    await pool.query(`DELETE FROM read_models.projections WHERE name = 'site_staff'`);
    await expect(staffSites(1).freshOf('staff')).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
  });
});
