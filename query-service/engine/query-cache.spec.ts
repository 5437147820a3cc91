import { describe, expect, it } from 'vitest';
import { QueryCache } from './query-cache.ts';

function reading() {
  const feed: { changes: number | null } = { changes: 1 };
  const state = { feed, reads: 0, rows: ['row'] as readonly string[], during: () => {} };
  const cache = new QueryCache<string>(feed);
  const of = (key: string) =>
    cache.of(key, async () => {
      state.reads += 1;
      const { rows } = state;
      await Promise.resolve();
      state.during();
      return rows;
    });
  return { state, of };
}

describe('rows that were read', () => {
  it('are given again, for one question alone, until read models change', async () => {
    const { state, of } = reading();
    expect([await of('a'), await of('a'), state.reads]).toEqual([['row'], ['row'], 1]);
    await of('b');
    state.rows = ['another'];
    state.feed.changes = 2;
    expect([await of('a'), await of('a'), state.reads]).toEqual([['another'], ['another'], 3]);
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

  it('are not kept while changes cannot be heard, nor where there are none or very many', async () => {
    const { state, of } = reading();
    for (const changes of [1, null, null, 2, 2]) {
      state.feed.changes = changes;
      await of('a');
    }
    expect(state.reads).toBe(4);
    for (const rows of [[], Array.from({ length: 101 }, String)]) {
      state.rows = rows;
      expect([await of(`${rows.length}`), await of(`${rows.length}`)]).toEqual([rows, rows]);
    }
    expect(state.reads).toBe(8);
  });

  it('are at most 10,000: then those that were asked for longest ago go', async () => {
    const { state, of } = reading();
    state.rows = Array.from({ length: 100 }, String);
    for (let n = 0; n < 100; n += 1) await of(`${n}`);
    for (const key of ['0', 'one more', '0', '1']) await of(key);
    expect(state.reads).toBe(102);
  });
});
