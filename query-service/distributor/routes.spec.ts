import { afterAll, describe, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const blocked = (siteName: string, distributorId: string, blockedAt: string) => ({
  block_id: `${uuid(siteName)}:${distributorId}`,
  site_id: uuid(siteName),
  distributor_id: distributorId,
  blocked_at: blockedAt,
});
const rig = await startRig();
await seed(rig.pool, 'sites', {}, { site_id: uuid('other'), tenant_id: uuid('rival tenant') });
await seed(
  rig.pool,
  'site_blocks',
  blocked('site', 'dora', '2026-03-09T12:00:00.000Z'),
  blocked('site', 'emil', '2026-03-10T09:00:00.000Z'),
  { ...blocked('site', 'freed', '2026-03-01T12:00:00.000Z'), is_blocked: false },
  { ...blocked('other', 'dora', '2026-03-01T12:00:00.000Z'), tenant_id: uuid('rival tenant') },
);
afterAll(() => rig.close());

describe('GET /api/sites/{siteId}/blocked-distributors', () => {
  const path = `/api/sites/${uuid('site')}/blocked-distributors`;

  it('answers who is blocked now, last blocked first', async () => {
    expect((await rig.get(path, 'owner')).json()).toEqual([
      { distributorId: 'emil', name: 'Name of emil', blockedAt: '2026-03-10T09:00:00.000Z', reason: null },
      { distributorId: 'dora', name: 'Name of dora', blockedAt: '2026-03-09T12:00:00.000Z', reason: null },
    ]);
  });
});
