import { describe, expect, it } from 'vitest';
import { whenReachable } from './oidc-login.ts';

function rig() {
  const state = { now: 0, isUp: false, attempts: 0, problems: [] as string[] };
  const get = whenReachable({
    attempt: async () => {
      state.attempts += 1;
      if (!state.isUp) throw new Error('refused');
      return 'made';
    },
    clock: () => new Date(state.now),
    onProblem: (message) => state.problems.push(message),
  });
  return { state, get };
}
const UNAVAILABLE = { code: 'UNAVAILABLE' };

describe('what needs a provider', () => {
  it('is made when it is first needed, once for all who ask', async () => {
    const { state, get } = rig();
    state.isUp = true;
    expect(state.attempts).toBe(0);
    expect(await Promise.all([get(), get(), get()])).toEqual(['made', 'made', 'made']);
    expect([await get(), state.attempts, state.problems]).toEqual(['made', 1, []]);
  });

  it('is retried after a pause that doubles up to a minute', async () => {
    const { state, get } = rig();
    const pauses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      await expect(get()).rejects.toMatchObject(UNAVAILABLE);
      const [attempts, since] = [state.attempts, state.now];
      while (state.attempts === attempts && state.now - since < 100_000) {
        state.now += 500;
        await expect(get()).rejects.toMatchObject(UNAVAILABLE);
      }
      pauses.push((state.now - since) / 1_000);
      // That attempt failed as well, so the next pause is twice as long; wait it out.
      state.now += 60_000;
    }
    expect(pauses[0]).toBe(1);
    expect(Math.max(...pauses)).toBe(60);
    expect(state.problems).toEqual(['the provider cannot be reached: refused']);
  });

  it('recovers once the provider is back, and logs it', async () => {
    const { state, get } = rig();
    await expect(get()).rejects.toMatchObject(UNAVAILABLE);
    state.isUp = true;
    await expect(get()).rejects.toMatchObject(UNAVAILABLE);
    state.now += 1_000;
    expect(await get()).toBe('made');
    expect(state.problems).toHaveLength(2);
  });
});
