import { afterAll, describe, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const AT = '2026-03-10T11:00:00.000Z';
const LATER = '2026-03-10T11:30:00.000Z';
const seen = (name: string, at: string) => ({ flag_id: uuid(name), first_seen_at: at, last_seen_at: at });
const SALE = { amount: '100.00', usual: null, currency: 'EUR' };
const evidence = JSON.stringify([
  { redemptionId: uuid('r1') },
  { redemptionId: uuid('r2') },
  // Of one that the redemptions do not have yet.
  { redemptionId: uuid('r9') },
]);
const rig = await startRig();
await seed(rig.pool, 'sites', {}, { site_id: uuid('other'), tenant_id: uuid('rival tenant') });
await seed(
  rig.pool,
  'redemptions',
  // The customer redeemed alone, and staff have confirmed it since.
  { redemption_id: uuid('r1'), customer_id: 'carla', confirmed_by: 'sue', redeemed_at: AT, confirmed_at: LATER },
  { redemption_id: uuid('r2'), customer_id: 'erased', redeemed_at: LATER, reversed_at: LATER },
  { redemption_id: uuid('r3'), redeemed_at: AT, confirmed_at: LATER, sale_minor: 40_000n },
);
await seed(
  rig.pool,
  'flags',
  { ...seen('burst', AT), redemptions: 12 },
  {
    ...seen('device', LATER),
    kind: 'shared_device',
    staff_id: null,
    device_id: uuid('phone'),
    redemptions: 2,
    evidence,
    first_seen_at: AT,
    ...{ reviewed_at: LATER, reviewed_by: 'owner', review_note_id: uuid('note'), reviewed_redemptions: 1 },
  },
  { ...seen('pair', AT), kind: 'same_staff_and_customer', customer_id: 'carla', redemptions: 3 },
  { flag_id: uuid('not flagged'), first_seen_at: null, last_seen_at: null },
  { ...seen('elsewhere', LATER), site_id: uuid('other'), tenant_id: uuid('rival tenant') },
);
afterAll(() => rig.close());

const path = `/api/sites/${uuid('site')}/flags`;

describe('GET /api/sites/{siteId}/flags', () => {
  it('answers the flags of the site, newest first, with names and evidence', async () => {
    const answer = await rig.get(path, 'owner');
    expect(answer.statusCode).toBe(200);
    const flags = answer.json();
    expect(flags).toHaveLength(3);
    const named = (id: string, name = `Name of ${id}`) => ({ id, name });
    expect(flags[0]).toEqual({
      ...{ id: uuid('device'), kind: 'shared_device', staff: null, customer: null, redemptions: 2 },
      ...{ deviceId: uuid('phone'), networkId: null, firstSeenAt: AT, lastSeenAt: LATER },
      review: { by: named('owner'), at: LATER, reason: null, redemptions: 1 },
      evidence: [
        {
          ...{ redemptionId: uuid('r1'), staff: null, customer: named('carla'), redeemedAt: AT },
          ...{ sale: SALE, reversal: null },
        },
        {
          ...{ redemptionId: uuid('r2'), staff: named('sam'), customer: named('erased', 'Deleted user') },
          ...{ redeemedAt: LATER, sale: SALE, reversal: 'partly' },
        },
      ],
    });
    const pair = flags.find((flag: { id: string }) => flag.id === uuid('pair'));
    expect(pair).toMatchObject({ staff: { id: 'sam' }, customer: { name: 'Name of carla' }, deviceId: null });
  });

  it('answers the network of a flag, and the sales of an unusual one, with CSV of both', async () => {
    const sale = { amount: '400.00', usual: '20.00', currency: 'EUR' };
    const sold = { redemptionId: uuid('r3'), usual: sale.usual };
    await seed(rig.pool, 'sites', { site_id: uuid('busy') });
    await seed(
      rig.pool,
      'flags',
      {
        ...{ ...seen('network', LATER), site_id: uuid('busy'), kind: 'network_burst', staff_id: null, redemptions: 30 },
        network_id: uuid('wifi'),
      },
      {
        ...{ ...seen('sale', AT), site_id: uuid('busy'), kind: 'unusual_sale', staff_id: null, redemptions: 1 },
        evidence: JSON.stringify([sold]),
      },
    );
    const busy = `/api/sites/${uuid('busy')}/flags`;
    const [network, unusual] = (await rig.get(busy, 'owner')).json();
    expect(network).toMatchObject({ kind: 'network_burst', deviceId: null, networkId: uuid('wifi') });
    const confirmed = { sale, staff: { id: 'sam' }, customer: { id: 'carla' }, redeemedAt: LATER };
    expect(unusual).toMatchObject({ kind: 'unusual_sale', staff: null, customer: null, evidence: [confirmed] });
    const csv = (await rig.csv(busy, 'owner', 'es')).join();
    expect(csv).toContain(`"Muchos canjes, una red",Red ${uuid('wifi').slice(-6)}`);
    expect(csv).toContain('Importes de venta inusuales,Este sitio');
  });

  it.each([
    ['q=name of carla', ['device', 'pair']],
    ['q=deleted', ['device']],
    ['show=staff_burst', ['burst']],
    ['show=unreviewed', ['device', 'burst', 'pair']],
    ['sort=redemptions', ['burst', 'pair', 'device']],
  ])('searches people of the subject and of the evidence, filters and sorts: %s', async (query, expected) => {
    const answer = await rig.get(`${path}?${query}`, 'owner');
    const ids = answer.json().map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expected.map(uuid));
    expect(answer.headers['x-total-count']).toBe(String(expected.length));
  });

  it('is whole as CSV, in the reader’s language', async () => {
    const lines = await rig.csv(path, 'owner', 'es');
    expect(lines).toHaveLength(4);
    expect(lines.join()).toContain('Mismo personal, mismo cliente');
    expect(lines.join()).toContain('Name of sam y Name of carla');
  });
});
