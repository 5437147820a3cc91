import { CLOCK_MARKS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { clockMarksIn, createClockMarksSql, MARK_EVERY } from '@perktree/event-store/effective-time/clock-marks';
import { EffectiveClock } from '@perktree/event-store/effective-time/effective-clock';
import { inEffectiveOrder } from '@perktree/event-store/effective-time/ordered-store';
import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../testing/memory-store.ts';

/** More than two marks apart. */
const EVENTS = MARK_EVERY * 2 + 700;
const PAGE = 1_000;
const START = Date.parse('2026-01-01T00:00:00.000Z');
const clockAt = (second: number) => new Date(START + second * 1_000).toISOString();
const { pool } = await useTestPool({ name: 'clock_marks', prepare: async () => {} });
await pool.query(`CREATE SCHEMA ${READ_MODEL_SCHEMA}; ${createClockMarksSql(CLOCK_MARKS_TABLE)}`);
beforeEach(() => pool.query(`TRUNCATE ${CLOCK_MARKS_TABLE}`));

/** Counts the events that are read from it. */
class CountingStore extends MemoryStore {
  read = 0;
  override async readAll(afterPosition: bigint, limit: number) {
    const events = await super.readAll(afterPosition, limit);
    this.read += events.length;
    return events;
  }
}

/** An event a second; every tenth carries the clock of a command that was twenty seconds late. */
function filled({ log = 'a', begin = 0 } = {}): CountingStore {
  const store = new CountingStore();
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    ...{ stream: `s-${n}`, revision: 0, position: 0n, type: 'NothingKnown', data: {} },
    eventId: `${log}-${n}`,
    metadata: { recordedAt: clockAt(begin + (n % 10 === 9 ? n - 20 : n)) },
  }));
  store.push(...events);
  return store;
}

/** The effective time of the event at a position: a late one counts at the clock before it. */
const effectiveAt = (position: number) => clockAt((position - 1) % 10 === 9 ? position - 2 : position - 1);
const marks = ({ writes }: { readonly writes: boolean }) => clockMarksIn(pool, CLOCK_MARKS_TABLE, { writes });
const readAllOf = async (store: CountingStore) => {
  const ordered = inEffectiveOrder(store, marks({ writes: true }));
  for (let after = 0n; after < BigInt(EVENTS); after += BigInt(PAGE)) await ordered.readAll(after, PAGE);
};
const marked = async () =>
  (await pool.query(`SELECT position::int AS position FROM ${CLOCK_MARKS_TABLE} ORDER BY 1`)).rows.map(
    (row) => row.position,
  );

describe(`clock marks of ${EVENTS} events`, () => {
  it('are kept at the first end of a page behind each 4,096 events, once', async () => {
    const store = filled();
    await readAllOf(store);
    expect(await marked()).toEqual([5_000]);
    await readAllOf(store);
    expect(await marked()).toEqual([5_000]);
  });

  it('give a process without memory the same times as reading all, for a page of events and a mark’s distance', async () => {
    const store = filled();
    await readAllOf(store);
    for (const position of [4_999, 5_000, 5_001, 5_010, EVENTS - 1, EVENTS]) {
      store.read = 0;
      const clock = new EffectiveClock(store, marks({ writes: false }));
      expect((await clock.at(BigInt(position))).at, `position ${position}`).toBe(effectiveAt(position));
      expect(store.read).toBeLessThanOrEqual(MARK_EVERY + 2 * PAGE);
    }
  });

  it('divide the store at a moment as reading all does', async () => {
    const store = filled();
    const unmarked = new EffectiveClock(filled(), marks({ writes: false }));
    await readAllOf(store);
    for (const second of [0, 1, 4_998, 4_999, 5_000, 5_001, 5_010, EVENTS - 1, EVENTS + 50]) {
      const moment = clockAt(second);
      const clock = new EffectiveClock(store, marks({ writes: false }));
      expect(await clock.positionBefore(moment), moment).toBe(await unmarked.positionBefore(moment));
    }
  });

  it('count for one log alone, and can be lost', async () => {
    await readAllOf(filled());
    const later = 1_000_000;
    const other = new EffectiveClock(filled({ log: 'b', begin: later }), marks({ writes: false }));
    expect((await other.at(5_001n)).at).toBe(clockAt(later + 5_000));
    await pool.query(`DROP TABLE ${CLOCK_MARKS_TABLE}`);
    const lost = new EffectiveClock(filled(), marks({ writes: false }));
    expect((await lost.at(5_001n)).at).toBe(clockAt(5_000));
    await pool.query(createClockMarksSql(CLOCK_MARKS_TABLE));
  });

  it('are not written by a session that only reads', async () => {
    const clock = new EffectiveClock(filled(), marks({ writes: false }));
    expect((await clock.at(BigInt(EVENTS))).at).toBe(effectiveAt(EVENTS));
    expect(await marked()).toEqual([]);
  });
});
