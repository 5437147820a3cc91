import { describe, expect, it } from 'vitest';
import { KeptRows } from './kept-rows.ts';

function reading() {
  const feed: { changes: number | null } = { changes: 1 };
  const state = { feed, reads: 0, rows: ['row'] as readonly string[], during: () => {} };
  const kept = new KeptRows<string>(feed);
  const of = (key: string) =>
    kept.of(key, async () => {
      state.reads += 1;
      const { rows } = state;
      await Promise.resolve();
      state.during();
      return rows;
    });
  return { state, of };
}

describe('rows that were read', () => {
  it('are given again until read models change', async () => {
    const { state, of } = reading();
    expect([await of('a'), await of('a'), state.reads]).toEqual([['row'], ['row'], 1]);
    state.rows = ['another'];
    state.feed.changes = 2;
    expect([await of('a'), await of('a'), state.reads]).toEqual([['another'], ['another'], 2]);
  });

  it('are of one question alone', async () => {
    const { state, of } = reading();
    await Promise.all([of('a'), of('b')]);
    expect(state.reads).toBe(2);
  });

  it('are not kept when something changed while they were read: they may be from before it', async () => {
    const { state, of } = reading();
    state.during = () => {
      state.during = () => {};
      state.feed.changes = 2;
      // Another reader sees the change first.
      void of('b');
    };
    await of('a');
    state.rows = ['another'];
    expect(await of('a')).toEqual(['another']);
  });

  it('are not kept while changes cannot be heard', async () => {
    const { state, of } = reading();
    await of('a');
    state.feed.changes = null;
    await of('a');
    await of('a');
    state.feed.changes = 2;
    await of('a');
    await of('a');
    expect(state.reads).toBe(4);
  });

  it('are at most 10,000: then those that were asked for longest ago go', async () => {
    const { state, of } = reading();
    state.rows = Array.from({ length: 100 }, String);
    for (let n = 0; n < 100; n += 1) await of(`${n}`);
    await of('0');
    expect(state.reads).toBe(100);
    await of('one more');
    await of('0');
    expect(state.reads).toBe(101);
    await of('1');
    expect(state.reads).toBe(102);
  });

  it('are not cached when the result is empty or very large', async () => {
    const { state, of } = reading();
    for (const rows of [[], Array.from({ length: 101 }, String)]) {
      state.rows = rows;
      expect([await of('a'), await of('a')]).toEqual([rows, rows]);
    }
    expect(state.reads).toBe(4);
  });
});
