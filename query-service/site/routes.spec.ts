import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { type Rig, startRig } from '../testing/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await seed(
    rig.pool,
    'sites',
    { created_at: '2026-03-01T10:00:00.123Z' },
    { site_id: uuid('bar'), name: 'Bar', created_at: '2026-03-02T10:00:00.000Z' },
    { site_id: uuid('other'), tenant_id: uuid('rival tenant'), name: 'Other', created_at: '2026-03-03T10:00:00.000Z' },
  );
  await seed(
    rig.pool,
    'site_staff',
    {},
    { staff_id: 'gone', user_id: 'gone', is_active: false },
    { staff_id: 'former', user_id: 'sam', site_id: uuid('bar'), is_active: false },
    { staff_id: 'erased', user_id: 'erased', joined_at: '2026-03-10T10:00:00.000Z' },
  );
});
afterAll(() => rig.close());

const names = async (as: string) =>
  (await rig.get('/api/me/sites', as)).json().map(({ name }: { name: string }) => name);

describe('GET /api/me/sites', () => {
  it('answers the sites of the tenant, newest first', async () => {
    const answer = await rig.get('/api/me/sites', 'owner');
    expect(answer.statusCode).toBe(200);
    const usual = { currency: 'EUR', isActive: true, timeZone: 'UTC' };
    expect(answer.json()).toEqual([
      { id: uuid('bar'), name: 'Bar', ...usual, createdAt: '2026-03-02T10:00:00.000Z' },
      { id: uuid('site'), name: 'Café', ...usual, createdAt: '2026-03-01T10:00:00.123Z' },
    ]);
  });

  it('lists the sites where staff work and not those that they have left, all sites for superadmins, no sites for distributors', async () => {
    expect(await names('sam')).toEqual(['Café']);
    expect(await names('admin')).toEqual(['Other', 'Bar', 'Café']);
    expect(await names('dora')).toEqual([]);
    expect((await rig.get('/api/me/sites')).statusCode).toBe(401);
  });

  it('pages without gaps or repeats', async () => {
    const first = await rig.get('/api/me/sites?limit=2', 'admin');
    expect(first.json()).toHaveLength(2);
    const cursor = first.headers['x-next-cursor'];
    expect(cursor).toMatch(/^[\w-]+$/);
    const second = await rig.get(`/api/me/sites?limit=2&cursor=${cursor}`, 'admin');
    expect(second.json()).toMatchObject([{ name: 'Café' }]);
    expect(second.headers['x-next-cursor']).toBeUndefined();
    const whole = await rig.get('/api/me/sites?limit=3', 'admin');
    expect(whole.json()).toHaveLength(3);
    expect(whole.headers['x-next-cursor']).toBeUndefined();
  });

  it.each(['nonsense', 'bnVsbA', Buffer.from('["2026-03-01","x"]').toString('base64url')])(
    'refuses the cursor %s with 400',
    async (cursor) => {
      const answer = await rig.get(`/api/me/sites?cursor=${cursor}`, 'owner');
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'cursor' }] });
    },
  );

  it.each(['0', '201', '-1', 'x'])('refuses the limit %s with 400', async (limit) => {
    expect((await rig.get(`/api/me/sites?limit=${limit}`, 'owner')).statusCode).toBe(400);
  });
});

describe('a site', () => {
  it('shows its configuration to its owner and to superadmins, and is not there for others', async () => {
    const path = `/api/sites/${uuid('site')}/config`;
    expect((await rig.get(path, 'owner')).json()).toEqual(DEFAULT_SITE_CONFIGURATION);
    expect((await rig.get(path, 'admin')).statusCode).toBe(200);
    const rival = await rig.get(path, 'rival');
    const unknown = await rig.get(`/api/sites/${uuid('nowhere')}/config`, 'rival');
    expect(rival.statusCode).toBe(404);
    expect({ ...rival.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });
    expect((await rig.get(path, 'carla')).statusCode).toBe(403);
  });

  it('lists current staff; an erased account has no name', async () => {
    const answer = await rig.get(`/api/sites/${uuid('site')}/staff`, 'owner');
    expect(answer.json()).toEqual([
      {
        userId: 'sam',
        name: 'Name of sam',
        email: 'sam@shop.example',
        status: 'active',
        joinedAt: '2026-03-09T12:00:00.000Z',
      },
      expect.objectContaining({ userId: 'erased', name: 'Deleted user', email: '' }),
    ]);
    expect((await rig.get(`/api/sites/${uuid('site')}/staff`, 'rival')).statusCode).toBe(404);
  });
});
