import { afterAll, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const LIST = '/api/support/disputes';
const SITE_ID = uuid('site');
const rig = await startRig();
const rival = { site_id: uuid('rival'), tenant_id: uuid('rival tenant') };
await seed(rig.pool, 'sites', {}, { ...rival, name: 'Rival' });
for (const [n, state] of ['open', 'answered', 'closed', 'open'].entries()) {
  const of = n === 3 ? rival : {};
  const redemption_id = uuid(`${n}`);
  await seed(rig.pool, 'redemptions', { ...of, redemption_id, qr_name: `Offer ${n}` });
  await seed(rig.pool, 'disputes', { ...of, redemption_id, state, changed_at: `2026-03-0${n + 1}T00:00:00.000Z` });
}
afterAll(() => rig.close());

const titles = async (query: string, as = 'owner') =>
  (await rig.get(`${LIST}${query}`, as)).json().map(({ title }: { title: string }) => title);

it('lists disputes that are not closed, those written about last first', async () => {
  const { headers } = await rig.get(LIST, 'owner');
  expect(headers['x-total-count']).toBe('2');
  expect(await titles('')).toEqual(['Offer 1', 'Offer 0']);
  expect(await titles('?sort=oldest')).toEqual(['Offer 0', 'Offer 1']);
  expect(await titles('', 'admin')).toEqual(['Offer 3', 'Offer 1', 'Offer 0']);
  expect((await rig.get(LIST, 'carla')).statusCode).toBe(403);
});

it('searches, filters and pages them, and answers them as CSV', async () => {
  expect(await titles('?q=cafe offer 1')).toEqual(['Offer 1']);
  expect(await titles('?show=open')).toEqual(['Offer 0']);
  const first = await rig.get(`${LIST}?limit=1`, 'owner');
  expect(await titles(`?limit=1&cursor=${first.headers['x-next-cursor']}`)).toEqual(['Offer 0']);
  expect((await rig.get(`${LIST}?show=closed`, 'owner')).statusCode).toBe(400);
  const { body } = await rig.get(`${LIST}?show=answered`, 'owner', { accept: 'text/csv', 'accept-language': 'es' });
  expect(body).toContain(`${uuid('1')},Offer 1,${SITE_ID},Café,Respondida,`);
});
