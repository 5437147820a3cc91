import { afterAll, describe, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const rig = await startRig();
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
});

it('a site lists current staff; an erased account has no name', async () => {
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
