import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../../testing/read-models.ts';
import { startRig } from '../../testing/rig.ts';

const SITE = `/api/sites/${uuid('site')}`;
const rig = await startRig();
const { pool } = rig;
await seed(pool, 'sites', {
  configuration: JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, timeZone: 'Pacific/Auckland' }),
});
await seed(pool, 'site_staff', {});
await seed(pool, 'site_blocks', {});
await seed(pool, 'qrs', { owner_id: 'dora' });
await seed(pool, 'scans', { redeemed_at: NOW });
await seed(pool, 'redemptions', { reversed_at: NOW, reversed_minor: 1n });
await seed(pool, 'ledger_entries', {});
await seed(pool, 'payouts', {});
await seed(pool, 'flags', {});
await seed(pool, 'disputes', {});
afterAll(() => rig.close());

it.each([
  ['owner', '/api/me/sites', 1],
  ['owner', `${SITE}/staff`, 1],
  ['owner', `${SITE}/blocked-distributors`, 1],
  ['owner', `${SITE}/qrs`, 2],
  ['dora', '/api/distributors/me/qrs', 2],
  ['carla', '/api/me/scans', 3],
  ['owner', `${SITE}/redemptions`, 2],
  ['owner', '/api/staff/validations', 1],
  ['owner', '/api/distributors/me/ledger', 2],
  ['owner', `${SITE}/payouts`, 1],
  ['owner', '/api/distributors/me/payouts', 1],
  ['owner', `${SITE}/flags`, 2],
  ['owner', '/api/support/disputes', 2],
] as const)('a CSV has the times of the site, with their distance from UTC: %s, %s', async (as, path, count) => {
  const { body, statusCode } = await rig.get(path, as, { accept: 'text/csv' });
  expect(statusCode, body).toBe(200);
  const times = body.match(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)/g) ?? [];
  expect(times).toHaveLength(count);
  for (const time of times) expect(time).toMatch(/^2026-03-1[012]T01:00:00\.000\+13:00$/);
});
