import { afterAll, describe, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const CARLA = '11111111-1111-4111-8111-111111111111';
const OF_SITE = `/api/sites/${uuid('site')}/refusals`;
const OF_PERSON = `/api/support/people/${CARLA}/refusals`;
const rig = await startRig();
await seed(rig.pool, 'sites', {}, { site_id: uuid('elsewhere'), tenant_id: uuid('rival tenant') });
await seed(rig.pool, 'qrs', { name: 'Año nuevo' });
const place = [uuid('site'), uuid('qr')];
const rows = [
  ['1', '01', CARLA, CARLA, ...place, 'scan', 'QR_EXPIRED'],
  ['2', '02', CARLA, 'sam', ...place, 'staffRedeem', 'ALREADY_REDEEMED'],
  ['3', '02', 'dora', 'dora', uuid('site'), null, 'claim', 'QR_EXPIRED'],
  ['4', '04', CARLA, CARLA, uuid('elsewhere'), null, 'scan', 'QR_EXPIRED'],
  ['5', '05', CARLA, CARLA, null, null, 'scan', 'QR_NOT_FOUND'],
];
await rig.pool.query(
  `CREATE SCHEMA command_service;
   CREATE TABLE command_service.refusals (refusal_id uuid PRIMARY KEY, at timestamptz, person_id text, actor_id text,
     site_id uuid, qr_id uuid, command text, code text, refusal_values jsonb);
   GRANT USAGE ON SCHEMA command_service TO PUBLIC;
   GRANT SELECT ON command_service.refusals TO PUBLIC`,
);
for (const [id = '', day, ...rest] of rows) {
  await rig.pool.query('INSERT INTO command_service.refusals VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
    uuid(String(id)),
    `2026-03-${day}T12:00:00.000Z`,
    ...rest,
  ]);
}
afterAll(() => rig.close());

const idsOf = async (path: string, query: string, as: string) =>
  (await rig.get(`${path}?${query}`, as)).json().map(({ id }: { id: string }) => id);
/** Rows of the same time are in the order of their ids. */
const newestFirst = (...ids: string[]) => ids.map(uuid);
const [second, third] = uuid('2') > uuid('3') ? ['2', '3'] : ['3', '2'];

describe('refused attempts of a site', () => {
  it.each([
    ['', newestFirst(second, third, '1')],
    ['sort=oldest', newestFirst('1', third, second)],
    ['show=scan', newestFirst('1')],
    ['q=ANO', newestFirst('2', '1')],
    ['q=name of sam', newestFirst('2')],
    ['q=qr_expired', newestFirst('3', '1')],
    ['q=nothing like it', []],
  ])('%s', async (query, expected) => {
    expect(await idsOf(OF_SITE, query, 'owner')).toEqual(expected);
  });

  it('are found by the sentence of their code', async () => {
    const [row] = (await rig.get(`${OF_SITE}?show=scan`, 'owner')).json();
    expect(await idsOf(OF_SITE, `show=scan&q=${encodeURIComponent(row.message)}`, 'owner')).toEqual([row.id]);
  });

  it('are counted, paged through rows of the same time, and whole as CSV', async () => {
    const { items, total } = await rig.pages(OF_SITE, 'owner', 1);
    expect(total).toBe(3);
    expect(items.map(({ id }) => id)).toEqual(newestFirst(second, third, '1'));
    const lines = await rig.csv(OF_SITE, 'owner');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('Time,Person ID,Person,Tried by (ID),Tried by,Attempt,QR ID,QR,Code,Reason');
  });
});

describe('refused attempts of a person', () => {
  it.each([
    ['owner', newestFirst('2', '1')],
    ['rival', newestFirst('4')],
    ['admin', newestFirst('5', '4', '2', '1')],
  ])('%s reads those on sites that it may see', async (as, expected) => {
    expect(await idsOf(OF_PERSON, '', as)).toEqual(expected);
    expect((await rig.get(OF_PERSON, as)).headers['x-total-count']).toBe(String(expected.length));
  });

  it('have the values of their sentence', async () => {
    const values = { limit: '100.00', currency: 'EUR' };
    await rig.pool.query('UPDATE command_service.refusals SET code = $1, refusal_values = $2 WHERE refusal_id = $3', [
      ...['SALE_AMOUNT_TOO_HIGH', values, uuid('5')],
    ]);
    const rows = (await rig.get(OF_PERSON, 'admin')).json();
    expect(rows[0]).toMatchObject({ values, message: 'This site accepts sale amounts of up to 100.00 EUR.' });
    expect(rows[1].values).toEqual({});
  });

  it('are searched and filtered within these', async () => {
    expect(await idsOf(OF_PERSON, 'q=expired', 'rival')).toEqual(newestFirst('4'));
    expect(await idsOf(OF_PERSON, 'q=nuevo&show=staffRedeem', 'owner')).toEqual(newestFirst('2'));
  });
});
