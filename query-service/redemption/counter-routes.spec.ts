import { afterAll, describe, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const VALIDATIONS = '/api/staff/validations';
const at = (n: number) => `2026-03-01T00:${String(n).padStart(2, '0')}:00.000Z`;
const rig = await startRig();
await seed(rig.pool, 'sites', { name: 'Corner Café' });
const many = Array.from({ length: 25 }, (_, n) => ({ redemption_id: uuid(`${n}`), redeemed_at: at(n) }));
await seed(rig.pool, 'redemptions', ...many);
await seed(
  rig.pool,
  'redemptions',
  // Redeemed by the customer first, and confirmed last but one.
  {
    ...{ redemption_id: uuid('tea'), redeemed_at: at(0), confirmed_at: at(30) },
    ...{ text_reward: 'Té helado', confirmed_by: 'another' },
  },
  { redemption_id: uuid('back'), redeemed_at: at(31), is_wholly_reversed: true, reversed_at: NOW, customer_id: 'jose' },
  {
    ...{ redemption_id: uuid('coffee'), redeemed_at: at(29), confirmed_by: 'sam' },
    ...{ sale_minor: 10_000n, reversed_minor: 2_689n },
  },
  { redemption_id: uuid('self'), redeemed_at: at(32), confirmed_via: 'self', confirmed_by: 'carla' },
  { redemption_id: uuid('rival'), redeemed_at: at(33), tenant_id: uuid('rival tenant'), confirmed_by: 'theirs' },
);
afterAll(() => rig.close());

const idsOf = async (query: string, as: string) =>
  (await rig.get(`${VALIDATIONS}?${query}`, as))
    .json()
    .map(({ redemptionId }: { redemptionId: string }) => redemptionId);

describe('validations', () => {
  it('are the newest 20 without a limit; an owner’s are the tenant’s, staff read their own', async () => {
    const owner = await rig.get(VALIDATIONS, 'owner');
    expect(owner.json()).toHaveLength(20);
    expect(owner.headers['x-total-count']).toBe('28');
    const staff = await rig.get(VALIDATIONS, 'sam');
    expect(staff.headers['x-total-count']).toBe('27');
    expect(staff.json()[0]).toMatchObject({ redemptionId: uuid('back'), status: 'Reversed' });
    expect((await rig.get(VALIDATIONS, 'carla')).statusCode).toBe(403);
  });

  it.each([
    ['limit=2', ['back', 'tea']],
    ['sort=oldest&limit=2', ['0', '1']],
    ['show=reversed', ['back']],
    ['show=confirmed&limit=1', ['tea']],
    ['q=TE HELADO', ['tea']],
    ['q=jose', ['back']],
    ['q=CORNER 73,11', ['coffee']],
  ])('%s', async (query, expected) => {
    expect(await idsOf(query, 'owner')).toEqual(expected.map(uuid));
  });

  it('have amount and site, and can be corrected for five minutes by the person who confirmed', async () => {
    const [row] = (await rig.get(`${VALIDATIONS}?q=73,11`, 'sam')).json();
    expect(row).toMatchObject({
      siteName: 'Corner Café',
      saleAmount: '73.11',
      currency: 'EUR',
      correctableUntil: null,
    });
    const confirmed = new Date(Date.parse(NOW) - 4 * 60_000).toISOString();
    await seed(rig.pool, 'redemptions', { redemption_id: uuid('now'), redeemed_at: confirmed, confirmed_by: 'sam' });
    const until = new Date(Date.parse(NOW) + 60_000).toISOString();
    const newest = async (as: string) => (await rig.get(`${VALIDATIONS}?limit=1`, as)).json()[0];
    expect(await newest('sam')).toMatchObject({ redemptionId: uuid('now'), correctableUntil: until });
    expect(await newest('owner')).toMatchObject({ redemptionId: uuid('now'), correctableUntil: null });
  });

  it('are paged to the end, and whole as CSV', async () => {
    expect((await rig.pages(VALIDATIONS, 'owner', 20)).items).toHaveLength(29);
    const lines = await rig.csv(VALIDATIONS, 'owner');
    expect(lines).toHaveLength(30);
    expect(lines[0]).toContain('Sale less reversals');
  });
});
