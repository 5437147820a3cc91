import { calls } from '@perktree/contracts/http/calls';
import type { Session } from '@perktree/platform/http/session';
import { describe, expect, it } from 'vitest';
import { uuid } from '../testing/read-models.ts';
import { PEOPLE } from '../testing/rig.ts';
import { type Fact, TOPICS } from './facts.ts';
import { keysFor, sortFacts } from './keys.ts';

const [site, tenant] = [uuid('site'), uuid('tenant')];
const fact = (topic: Fact['topic'], person_id: string | null = null, more: Partial<Fact> = {}): Fact => ({
  topic,
  tenant_id: tenant,
  site_id: site,
  person_id,
  ...more,
});
const person = (name: string): Session => {
  const session = PEOPLE[name];
  if (!session) throw new Error(`there is no ${name}`);
  return session;
};
const paths = (name: string, ...facts: readonly Fact[]) =>
  keysFor(person(name), sortFacts(facts)).map((key) => key.join('/'));
const reads = Object.values(calls).filter(({ method }) => method === 'GET');

describe('the keys of a change', () => {
  it('are beginnings of paths that are read', () => {
    const everyKey = [
      ...paths('owner', ...TOPICS.map((topic) => fact(topic))),
      ...paths('dora', ...TOPICS.map((topic) => fact(topic, 'dora'))),
    ];
    expect(everyKey.length).toBeGreaterThan(15);
    for (const key of everyKey) {
      expect(
        reads.some(({ path }) => path.replace(':siteId', site) === key),
        key,
      ).toBe(true);
    }
  });

  it('are those of one’s own business, and of what concerns oneself, alone', () => {
    const elsewhere = { tenant_id: uuid('rival tenant'), site_id: uuid('rival site') };
    const facts = TOPICS.flatMap((topic) => [fact(topic, 'emil'), fact(topic, null, elsewhere)]);
    expect(paths('dora', ...facts)).toEqual([]);
    expect(paths('carla', ...facts)).toEqual([]);
    expect(paths('owner', ...facts).filter((path) => path.includes(elsewhere.site_id))).toEqual([]);
    expect(paths('rival', ...facts).filter((path) => path.includes(site))).toEqual([]);
    expect(paths('admin', ...facts)).toEqual(expect.arrayContaining([`/api/sites/${site}/qrs`]));
  });

  it('name each read once, and everything where there are too many', () => {
    expect(paths('carla', fact('scans', 'carla'), fact('scans', 'carla'))).toEqual([
      '/api/me/scans',
      '/api/me/dashboard',
      '/api/me/activity',
    ]);
    const sites = Array.from({ length: 150 }, (_, n) => fact('qrs', null, { site_id: uuid(`site ${n}`) }));
    expect(paths('owner', ...sites)).toEqual(['/api']);
  });
});
