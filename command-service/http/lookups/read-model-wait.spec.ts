import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { describe, expect, it } from 'vitest';
import { createReadModelWait } from './projected.ts';

function model(options: { head?: bigint; reached?: bigint; boundMs?: number } = {}) {
  const timers = new ManualTimers();
  const state = { head: options.head ?? 5n, reached: options.reached ?? 5n, heads: 0 };
  const wait = createReadModelWait({
    head: async () => {
      state.heads += 1;
      const head = state.head;
      await timers.sleep(1);
      return head;
    },
    reached: async () => state.reached,
    boundMs: options.boundMs ?? 30_000,
    timers,
  });
  return { state, timers, wait };
}

describe('waiting for the read model', () => {
  it('ends at once when it has reached the head', async () => {
    const { timers, wait } = model();
    await timers.until(wait());
    expect(timers.monotonic()).toBe(1);
  });

  it('lasts until it has', async () => {
    const { state, timers, wait } = model({ reached: 4n });
    timers.after(60, () => {
      state.reached = 5n;
    });
    await timers.until(wait());
    expect(timers.monotonic()).toBe(61);
  });

  it('is bounded, and does not say that it has when it has not', async () => {
    const { timers, wait } = model({ reached: 4n, boundMs: 50 });
    await expect(timers.until(wait())).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
    await expect(timers.until(wait())).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
  });

  it('is shared: a thousand callers cost two rounds', async () => {
    const { state, timers, wait } = model();
    await timers.until(Promise.all(Array.from({ length: 1_000 }, () => wait())));
    expect(state.heads).toBe(2);
  });

  it('that starts during a round uses a head read afterwards', async () => {
    const { state, timers, wait } = model({ head: 5n, reached: 5n });
    const first = wait();
    state.head = 6n;
    const late = wait();
    let lateEnded = false;
    void late.then(() => {
      lateEnded = true;
    });
    await timers.until(first);
    await timers.advance(29_000);
    expect(lateEnded).toBe(false);
    state.reached = 6n;
    await timers.until(late);
  });

  it('goes on after a round that failed', async () => {
    const { state, timers, wait } = model({ reached: 4n, boundMs: 30 });
    const failed = wait();
    const next = wait();
    await expect(timers.until(failed)).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
    state.reached = 5n;
    await timers.until(next);
  });
});
