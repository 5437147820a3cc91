import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Session } from '@perktree/platform/http/session';
import { describe, expect, it } from 'vitest';
import { uuid } from '../../testing/read-models.ts';
import { PEOPLE } from '../../testing/rig.ts';
import { type LiveFact, TOPICS } from './facts.ts';
import { changeFor, sortFacts } from './keys.ts';

const [site, tenant] = [uuid('site'), uuid('tenant')];
const fact = (topic: LiveFact['topic'], person_id: string | null = null, more: Partial<LiveFact> = {}): LiveFact => ({
  topic,
  tenant_id: tenant,
  site_id: site,
  person_id,
  row_id: null,
  ...more,
});
const person = (name: string): Session => {
  const session = PEOPLE[name];
  if (!session) throw new Error(`there is no ${name}`);
  return session;
};
const paths = (name: string, ...facts: readonly LiveFact[]) =>
  changeFor(person(name), sortFacts(facts)).keys.map((key) => key.join('/'));
const reads = Object.values(allCalls).filter(({ method }) => method === 'GET');

describe('the keys of a change', () => {
  it('are beginnings of paths that are read', () => {
    const everyKey = [
      ...paths('owner', ...TOPICS.map((topic) => fact(topic, null, { row_id: uuid('row') }))),
      ...paths('dora', ...TOPICS.map((topic) => fact(topic, 'dora'))),
    ];
    expect(everyKey.length).toBeGreaterThan(15);
    for (const key of everyKey) {
      const read = reads.some(({ path }) => {
        const one = path.replace(':siteId', site).replace(':kind/:id', `redemption/${uuid('row')}`);
        return one === key || one.startsWith(`${key}/:`);
      });
      expect(read, key).toBe(true);
    }
  });

  it('are limited to the own business and the own records', () => {
    const elsewhere = { tenant_id: uuid('rival tenant'), site_id: uuid('rival site') };
    const facts = TOPICS.flatMap((topic) => [fact(topic, 'emil'), fact(topic, null, elsewhere)]);
    expect(paths('dora', ...facts)).toEqual([]);
    expect(paths('carla', ...facts)).toEqual([]);
    expect(paths('owner', ...facts).filter((path) => path.includes(elsewhere.site_id))).toEqual([]);
    expect(paths('rival', ...facts).filter((path) => path.includes(site))).toEqual([]);
    expect(paths('admin', ...facts)).toEqual(expect.arrayContaining([`/api/sites/${site}/qrs`]));
  });

  it('name the changed rows of a list, unless any of its rows may have changed', () => {
    const redemptions = `/api/sites/${site}/redemptions`;
    const ids = (...facts: readonly LiveFact[]) => changeFor(person('owner'), sortFacts(facts)).ids ?? {};
    const redeemed = (n: number) => fact('redemptions', null, { row_id: uuid(`redemption ${n}`) });
    expect(ids(redeemed(1), redeemed(2), redeemed(1))).toEqual({
      [redemptions]: [uuid('redemption 1'), uuid('redemption 2')],
    });
    expect(ids(redeemed(1), fact('redemptions'), redeemed(2))).toEqual({});
    expect(ids(...Array.from({ length: 51 }, (_, n) => redeemed(n)))).toEqual({});
    // A payout changes the state of entries that it does not name.
    const entry = fact('ledger_entries', null, { row_id: uuid('entry') });
    expect(ids(entry)).toEqual({ '/api/distributors/me/ledger': [uuid('entry')] });
    expect(ids(entry, fact('payouts', null, { row_id: uuid('payout') }))).not.toHaveProperty([
      '/api/distributors/me/ledger',
    ]);
  });

  it('name the open invitations where a person has joined the staff', () => {
    const own = `/api/sites/${site}`;
    expect(paths('owner', fact('site_staff', 'nina'))).toEqual([`${own}/staff`, `${own}/staff-invitations`]);
  });

  it('name the pages of payouts where one is settled', () => {
    for (const name of ['owner', 'dora']) expect(paths(name, fact('payouts', 'dora'))).toContain('/api/payouts');
  });

  it('name each read once, or everything when there are too many', () => {
    expect(paths('carla', fact('scans', 'carla'), fact('scans', 'carla'))).toEqual([
      '/api/me/scans',
      '/api/me/dashboard',
      '/api/me/activity',
    ]);
    const sites = Array.from({ length: 150 }, (_, n) => fact('qrs', null, { site_id: uuid(`site ${n}`) }));
    expect(paths('owner', ...sites)).toEqual(['/api']);
  });
});
