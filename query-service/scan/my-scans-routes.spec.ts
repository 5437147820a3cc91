import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const rig = await startRig();
await seed(rig.pool, 'sites', {});
await seed(rig.pool, 'scans', { redeemed_at: NOW });
await rig.pool.query(
  `INSERT INTO read_models.scans
   SELECT copy.* FROM read_models.scans s, generate_series(1, 250) n,
     jsonb_populate_record(s, jsonb_build_object('scan_id', gen_random_uuid(),
       'scanned_at', s.scanned_at + n * interval '1 second')) copy`,
);
afterAll(() => rig.close());

it('one scan of a customer is found behind 250 newer ones', async () => {
  const answer = await rig.get(`/api/me/scans/${uuid('scan')}`, 'carla');
  expect(answer.json()).toMatchObject({ scanId: uuid('scan'), isRedeemed: true, redemptionCode: null });
});

it('a scan whose redemption was undone says since when; a partly reversed one stays redeemed', async () => {
  const ids = { customer_id: 'carla', redemption_id: uuid('undone') };
  await seed(rig.pool, 'scans', { ...ids, scan_id: uuid('undone'), redeemed_at: NOW });
  await seed(rig.pool, 'redemptions', { ...ids, reversed_at: NOW });
  const scan = async () => (await rig.get(`/api/me/scans/${uuid('undone')}`, 'carla')).json();
  expect(await scan()).toMatchObject({ isRedeemed: true, undoneAt: null });
  await rig.pool.query('UPDATE read_models.redemptions SET is_wholly_reversed = true');
  expect(await scan()).toMatchObject({ isRedeemed: true, undoneAt: NOW });
  expect((await rig.csv('/api/me/scans', 'carla', 'es')).join()).toContain(`,Deshecho,${NOW},`);
});

describe('the scans of a customer', () => {
  const SCANS = '/api/me/scans';
  const at = (n: number) => `2026-03-01T0${n}:00:00.000Z`;
  const TOMORROW = '2026-03-11T12:00:00.000Z';
  const idsOf = async (query: string) =>
    (await rig.get(`${SCANS}?${query}`, 'emil')).json().map(({ scanId }: { scanId: string }) => scanId);

  beforeAll(async () => {
    const secret = JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, showBenefitBeforeRedeem: false });
    await seed(rig.pool, 'sites', { site_id: uuid('secret'), name: 'Ocho Días', configuration: secret });
    const mine = { customer_id: 'emil', text_reward: 'Free tea', discount_percent: null, benefit_type: 'TEXT_REWARD' };
    const later = { ...mine, expires_at: TOMORROW };
    await seed(
      rig.pool,
      'scans',
      { ...later, scan_id: uuid('1'), scanned_at: at(1) },
      { ...mine, scan_id: uuid('2'), scanned_at: at(2), expires_at: at(3) },
      { ...later, scan_id: uuid('3'), scanned_at: at(3), redeemed_at: at(4) },
      { ...later, scan_id: uuid('4'), scanned_at: at(4), redeemed_at: at(5), awaiting_until: TOMORROW },
      {
        ...later,
        scan_id: uuid('5'),
        scanned_at: at(5),
        site_id: uuid('secret'),
        expires_at: '2026-03-10T13:00:00.000Z',
      },
      { ...later, scan_id: uuid('6'), scanned_at: at(6), site_id: uuid('secret'), redeemed_at: at(7) },
    );
  });

  it.each([
    ['', ['6', '5', '4', '3', '2', '1']],
    ['show=available', ['5', '1']],
    ['show=expired', ['2']],
    ['show=redeemed', ['6', '4', '3']],
    ['show=open', ['5', '4', '1']],
    ['sort=oldest&limit=2', ['1', '2']],
    ['sort=expiry&limit=2', ['2', '5']],
    ['q=DIAS', ['6', '5']],
    ['q=dias spring', ['6', '5']],
    // Scan 5 withholds its benefit: a search must not reveal it.
    ['q=free tea', ['6', '4', '3', '2', '1']],
  ])('%s', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected.map(uuid));
  });

  it('are counted, paged by cursor, and whole as CSV, without codes', async () => {
    const { items, total } = await rig.pages(`${SCANS}?sort=expiry`, 'emil', 4);
    expect([total, new Set(items.map(({ scanId }) => scanId)).size]).toEqual([6, 6]);
    const lines = await rig.csv(`${SCANS}?show=redeemed`, 'emil', 'es');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('Escaneado,Beneficio,Negocio,QR,Estado,Canjeado,Caduca');
    expect(lines[1]).toBe(`${at(6)},Free tea,Ocho Días,Spring sale,Canjeado,${at(7)},${TOMORROW}`);
    expect(lines.join()).not.toContain('ABC-234');
  });
});
