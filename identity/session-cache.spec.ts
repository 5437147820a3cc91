import type { Session } from '@perktree/platform/http/session';
import { describe, expect, it } from 'vitest';
import { createSessionCache } from './session-cache.ts';

const session: Session = { sessionId: 's', userId: 'u', role: 'customer', allRoles: ['customer'], tenantId: null };

function setUp() {
  const time = { now: 0 };
  const calls = { count: 0 };
  const cache = createSessionCache(() => new Date(time.now));
  const load = async () => {
    calls.count += 1;
    return session;
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

  it.each(['forget', 'forgetAll'] as const)('%s counts for look-ups that are on their way', async (change) => {
    const { calls, cache, load } = setUp();
    let answer: (session: Session) => void = () => {};
    const early = cache.get(
      't',
      () =>
        new Promise<Session>((resolve) => {
          answer = resolve;
        }),
    );
    cache[change]('t');
    answer(session);
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
