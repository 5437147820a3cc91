import { describe, expect, it } from 'vitest';
import { createReadModelWait } from './read-model-wait.ts';

function model(options: { head?: bigint; reached?: bigint; boundMs?: number } = {}) {
  const state = { head: options.head ?? 5n, reached: options.reached ?? 5n, heads: 0 };
  const wait = createReadModelWait({
    head: async () => {
      state.heads += 1;
      const head = state.head;
      await new Promise((resolve) => setTimeout(resolve, 1));
      return head;
    },
    reached: async () => state.reached,
    boundMs: options.boundMs ?? 30_000,
  });
  return { state, wait };
}

describe('waiting for the read model', () => {
  it('ends at once when it has reached the head', async () => {
    const { wait } = model({ boundMs: 600_000 });
    await wait();
  });

  it('lasts until it has', async () => {
    const { state, wait } = model({ reached: 4n });
    setTimeout(() => {
      state.reached = 5n;
    }, 60);
    await wait();
    expect(state.reached).toBe(5n);
  });

  it('is bounded, and does not say that it has when it has not', async () => {
    const { wait } = model({ reached: 4n, boundMs: 50 });
    await expect(wait()).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
    await expect(wait()).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
  });

  it('is shared: a thousand callers cost two rounds', async () => {
    const { state, wait } = model();
    await Promise.all(Array.from({ length: 1_000 }, () => wait()));
    expect(state.heads).toBe(2);
  });

  it('that starts during a round uses a head read afterwards', async () => {
    const { state, wait } = model({ head: 5n, reached: 5n });
    const first = wait();
    state.head = 6n;
    const late = wait();
    let lateEnded = false;
    void late.then(() => {
      lateEnded = true;
    });
    await first;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(lateEnded).toBe(false);
    state.reached = 6n;
    await late;
  });

  it('goes on after a round that failed', async () => {
    const { state, wait } = model({ reached: 4n, boundMs: 30 });
    const failed = wait();
    const next = wait();
    await expect(failed).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
    state.reached = 5n;
    await next;
  });
});
