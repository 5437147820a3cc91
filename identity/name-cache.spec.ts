import { describe, expect, it } from 'vitest';
import { createNameCache } from './name-cache.ts';

function rig(keepMs?: number) {
  let now = 1_000_000;
  const stored = new Map([['a', 'Anna']]);
  const loaded: string[] = [];
  const cache = createNameCache(() => new Date(now), keepMs);
  const load = async (ids: readonly string[]) => {
    loaded.push(...ids);
    return new Map([...stored].filter(([id]) => ids.includes(id)));
  };
  return {
    ...{ cache, stored, loaded, load },
    nameOf: async (id: string) => (await cache.of([id], load)).get(id),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('names of accounts', () => {
  it('are cached for a second, except those of unknown accounts', async () => {
    const { nameOf, loaded, pass } = rig();
    expect([await nameOf('a'), await nameOf('a'), await nameOf('b'), await nameOf('b')]).toEqual([
      'Anna',
      'Anna',
      undefined,
      undefined,
    ]);
    pass(1_000);
    await nameOf('a');
    expect(loaded).toEqual(['a', 'b', 'b', 'a']);
  });

  it('stay in a list that was read before the cache was renewed', async () => {
    const { cache, load, nameOf, pass } = rig();
    await nameOf('a');
    const list = cache.of(['a'], load);
    pass(1_000);
    void cache.of(['b'], load);
    expect((await list).get('a')).toBe('Anna');
  });

  it('are not cached if other processes erase accounts, too', async () => {
    const { nameOf, loaded } = rig(0);
    await nameOf('a');
    await nameOf('a');
    expect(loaded).toEqual(['a', 'a']);
  });

  it('disappear when the account is erased, even if a look-up was in progress', async () => {
    const { cache, load, nameOf, stored } = rig();
    await nameOf('a');
    const begun = cache.of(['a', 'b'], async (ids) => {
      const found = await load(ids);
      stored.delete('a');
      cache.forgetAll();
      return found;
    });
    await begun;
    expect(await nameOf('a')).toBeUndefined();
  });
});
