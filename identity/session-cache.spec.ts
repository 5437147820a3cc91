import type { Session } from '@perktree/platform/http/session';
import { describe, expect, it } from 'vitest';
import { createSessionCache } from './session-cache.ts';

const session: Session = { sessionId: 's', userId: 'u', role: 'customer', allRoles: ['customer'], tenantId: null };

const FOUND = { session, until: 5_000 };

function setUp(hearsAll = () => false) {
  const time = { now: 0 };
  const calls = { count: 0 };
  const cache = createSessionCache(() => new Date(time.now), { hearsAll });
  const load = async () => {
    calls.count += 1;
    return FOUND;
  };
  return { time, calls, cache, load };
}

describe('createSessionCache', () => {
  it('caches for a second', async () => {
    const { time, calls, cache, load } = setUp();
    await cache.get('t', load);
    time.now = 999;
    await cache.get('t', load);
    expect(calls.count).toBe(1);
    time.now = 1000;
    await cache.get('t', load);
    expect(calls.count).toBe(2);
  });

  it('keeps a session as long as it lives and all changes are heard, and a second otherwise', async () => {
    let isHeard = true;
    const { time, calls, cache, load } = setUp(() => isHeard);
    const countAt = async (now: number) => {
      time.now = now;
      await cache.get('t', load);
      return calls.count;
    };
    expect([await countAt(0), await countAt(4_999), await countAt(5_000)]).toEqual([1, 1, 2]);
    time.now = 0;
    cache.forgetAll();
    expect([await countAt(0), await countAt(1_500)]).toEqual([3, 3]);
    isHeard = false;
    expect(await countAt(1_500)).toBe(4);
  });

  it.each([
    ['forget', 't'],
    ['forgetUser', 'u'],
    ['forgetAll', ''],
  ] as const)('%s counts for look-ups that are on their way', async (change, what) => {
    const { calls, cache, load } = setUp();
    let answer: (found: typeof FOUND) => void = () => {};
    const early = cache.get(
      't',
      () =>
        new Promise<typeof FOUND>((resolve) => {
          answer = resolve;
        }),
    );
    cache[change](what);
    answer(FOUND);
    await early;
    await cache.get('t', load);
    expect(calls.count).toBe(1);
  });

  it('does not cache unknown sessions', async () => {
    const { calls, cache, load } = setUp();
    expect(await cache.get('t', async () => null)).toBeNull();
    expect(await cache.get('t', load)).toBe(session);
    expect(calls.count).toBe(1);
  });
});
