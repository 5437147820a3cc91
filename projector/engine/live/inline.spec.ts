import { EffectiveClock } from '@perktree/event-store/effective-time/effective-clock';
import { type NewEvent, StoreUnavailable } from '@perktree/event-store/port';
import type { InlineProjector } from '@perktree/event-store/postgres/append-next';
import { createPostgresEventStore, type PostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { tamper } from '@perktree/event-store/testing/tamper';
import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recorded, redeemed, rootCreated, scanned, siteCreated, stored } from '../../testing/events.ts';
import {
  counters,
  differing,
  projections,
  someInlineTemplate,
  startProcessor,
} from '../../testing/some-read-models.ts';
import type { Pipeline } from '../tables/pipeline.ts';
import { readCheckpoints } from './checkpoints.ts';
import type { Projection } from './projection.ts';

const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const VISITS = 12;

let database: TestPool;
let pool: Pool;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  vi.clearAllMocks();
  database = await openTestPool(someInlineTemplate);
  pool = database.pool;
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await database.close();
});

/** Shortest time between two batches of the asynchronous read models (leases/lead.ts). */
const MIN_INTERVAL_MS = 100;

function openStore(timers: Timers = systemTimers): PostgresEventStore {
  const store = createPostgresEventStore({ connectionString: database.connectionString, timers });
  cleanups.push(() => store.close());
  return store;
}

/** A process that appends and leads, and how many of its batches were written together with their rows. */
async function startLeader(use: readonly Projection[] = projections, timers: Timers = systemTimers) {
  const store = openStore(timers);
  const together = { batches: 0, lost: 0 };
  /** Statements of each round trip of the last append. */
  let statements: readonly number[] = [];
  const projectInline: PostgresEventStore['projectInline'] = (inline) =>
    store.projectInline(
      inline &&
        Object.assign(Object.create(inline) as InlineProjector, {
          async write(...[client, appends]: Parameters<InlineProjector['write']>) {
            const query = vi.spyOn(client, 'query');
            const answers = await inline.write(client, appends);
            statements = query.mock.calls.map(([sent]) => (sent as unknown as Pipeline).statements.length);
            query.mockRestore();
            together[answers ? 'batches' : 'lost'] += 1;
            return answers;
          },
        }),
    );
  const pauses = { first: 10, longest: 50 };
  const processor = startProcessor({ store, pool, logger, pauses, projections: use, projectInline, timers });
  cleanups.push(() => processor.stop());
  await expect.poll(async () => (await readCheckpoints(pool)).length).toBe(use.length);
  await append(store, [siteCreated(), rootCreated('root')]);
  await projected(store);
  return { store, processor, together, statements: () => statements };
}

type Facts = Parameters<typeof recorded>[0];
let counted = 0;
/** Each fact to a stream of its own, where no other one is. */
async function append(store: PostgresEventStore, facts: Facts): Promise<void> {
  for (const { type, data, metadata } of recorded(facts).map(stored)) {
    counted += 1;
    const eventId = `00000000-0000-4000-8000-${counted.toString(16).padStart(12, '0')}`;
    await store.append(`test-${counted}`, -1, [{ eventId, type, data, metadata } satisfies NewEvent]);
  }
}
const visit = (n: number): Facts => [scanned(`scan ${n}`, 'root'), redeemed(`r${n}`, 'root')];
const reached = async () => {
  const running = (await readCheckpoints(pool)).filter(({ status }) => status === 'live');
  return running.reduce((least, { position }) => (position < least ? position : least), running[0]?.position ?? 0n);
};
const projected = async (store: PostgresEventStore) => {
  const head = await store.head();
  await expect.poll(reached).toBe(head);
};
const count = () => counters(pool);

describe('a process that appends and leads the read models', () => {
  it('has the rows of an event as soon as it is stored, and they are those of a replay', async () => {
    const { store, together, statements } = await startLeader();
    const before = { ...together };
    for (let n = 0; n < VISITS; n += 1) {
      await append(store, visit(n));
      expect(await count()).toEqual({ scans: n + 1, redemptions: n + 1 });
    }
    expect(together).toEqual({ batches: before.batches + 2 * VISITS, lost: before.lost });
    expect(statements().at(-1)).toBe(1);
    expect(await differing(pool, store)).toEqual([]);
  });

  it('writes the asynchronous read models some times a second, apart from the appends, and from memory', async () => {
    const pace = new ManualTimers();
    let isPaced = false;
    const { store } = await startLeader(projections, {
      ...systemTimers,
      monotonic: pace.monotonic,
      sleep: (ms, signal) => (isPaced && ms === MIN_INTERVAL_MS ? pace : systemTimers).sleep(ms, signal),
    });
    const read = vi.spyOn(store, 'readAll');
    const told = { projected: 0, projected_inline: 0 };
    const listener = await pool.connect();
    listener.on('notification', ({ channel }) => {
      told[channel as keyof typeof told] += 1;
    });
    await listener.query('LISTEN projected; LISTEN projected_inline');
    isPaced = true;
    await append(store, visit(0));
    await pace.untilSet(MIN_INTERVAL_MS);
    for (let n = 1; n < VISITS; n += 1) await append(store, visit(n));
    await expect.poll(() => told.projected_inline).toBe(2 * VISITS);
    const { projected: before } = told;
    isPaced = false;
    await pace.advance(MIN_INTERVAL_MS);
    await projected(store);
    await expect.poll(() => told.projected).toBeGreaterThan(before);
    await listener.query('UNLISTEN *');
    listener.release();
    // Before the pause, and after it.
    expect(before).toBeLessThanOrEqual(2);
    expect(told.projected).toBeLessThanOrEqual(before + 2);
    expect(read).not.toHaveBeenCalled();
    expect(await differing(pool, store)).toEqual([]);
  });

  it('loses no events of the asynchronous read models when it stops before they are written', async () => {
    const of = async (wanted: string) => (await readCheckpoints(pool)).find(({ name }) => name === wanted)?.position;
    let first: Awaited<ReturnType<typeof startLeader>>;
    let head: bigint;
    do {
      first = await startLeader();
      const late = await of('flags');
      for (let n = 0; n < 3; n += 1) await append(first.store, visit(counted));
      await first.processor.stop();
      head = await first.store.head();
      expect(await of('redemptions')).toBe(head);
      expect(await of('flags')).toBeGreaterThanOrEqual(late ?? 0n);
      // The first is written at once, and the next one waits for 100 ms: on a busy machine the appends take longer.
    } while ((await of('flags')) === head);
    // Without a leader.
    await append(first.store, visit(counted));
    const second = startProcessor({ store: openStore(), pool, logger });
    cleanups.push(() => second.stop());
    await projected(first.store);
    expect(await differing(pool, first.store)).toEqual([]);
  });

  it('loses no events of the asynchronous read models when the clock mark after them cannot be written', async () => {
    const { store } = await startLeader();
    const after = vi.spyOn(EffectiveClock.prototype, 'after').mockRejectedValueOnce(new Error('no connection'));
    await append(store, visit(0));
    await append(store, visit(1));
    await projected(store);
    expect(await differing(pool, store)).toEqual([]);
    after.mockRestore();
  });

  it('acknowledges an event only after it is on disk', async () => {
    const { store } = await startLeader();
    await pool.query(`
      CREATE TABLE settings AS SELECT current_setting('synchronous_commit') AS setting LIMIT 0;
      CREATE FUNCTION note_setting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO settings SELECT current_setting('synchronous_commit');
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON event_store.events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION note_setting()`);
    await append(store, visit(0));
    expect((await pool.query('SELECT DISTINCT setting FROM settings')).rows).toEqual([{ setting: 'on' }]);
  });

  it('stores no append that has waited for more than 20 s, as in a process that was suspended', async () => {
    let suspendedMs = 0;
    const { store } = await startLeader(projections, { ...systemTimers, now: () => systemTimers.now() + suspendedMs });
    const head = await store.head();
    const { type, data, metadata } = recorded(visit(1)).map(stored)[0] as NewEvent;
    const eventId = '00000000-0000-4000-9000-000000000001';
    const late = store.append('late-1', -1, [{ eventId, type, data, metadata }]);
    suspendedMs = 21_000;
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.head()).toBe(head);
  });

  it('writes rows with events again soon after it could not, however many events come', async () => {
    const { store, together } = await startLeader();
    const elsewhere = openStore();
    const stopping = new AbortController();
    const callers = Array.from({ length: 16 }, async () => {
      while (!stopping.signal.aborted) await append(store, [scanned(`scan ${counted}`, 'root')]);
    });
    while (together.lost < 3) await append(elsewhere, [scanned(`scan ${counted}`, 'root')]);
    const lost = together.lost;
    const { batches } = together;
    await expect.poll(() => together.batches).toBeGreaterThan(batches + 50);
    stopping.abort();
    await Promise.all(callers);
    expect(together.lost - lost).toBeLessThan(3);
    await projected(store);
    expect(await differing(pool, store)).toEqual([]);
  });

  it('stores an event that a read model cannot take, and only that one stops', async () => {
    const broken = projections.map((each) =>
      each.name === 'scans'
        ? {
            ...each,
            evolve: (...[row, event, key]: Parameters<Projection['evolve']>) => {
              if (event.fact.type === 'BenefitRedeemed') throw new Error('cannot take it');
              return each.evolve(row, event, key);
            },
          }
        : each,
    );
    const { store } = await startLeader(broken);
    await append(store, visit(0));
    await append(store, visit(1));
    await projected(store);
    const stopped = (await readCheckpoints(pool)).filter(({ status }) => status === 'failed');
    expect(stopped.map(({ name }) => name)).toEqual(['scans']);
    expect(await count()).toEqual({ scans: 2, redemptions: 2 });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each(['scans', 'daily_activity'])('stores an event whose rows Postgres refuses, of %s', async (name) => {
    const { store } = await startLeader();
    const { rows } = await pool.query<{ relation: string }>(
      'SELECT relation FROM read_models.projections WHERE name = $1 AND serving',
      [name],
    );
    await pool.query(`ALTER TABLE read_models.${rows[0]?.relation} ADD CHECK (false) NOT VALID`);
    await append(store, visit(0));
    await append(store, visit(1));
    await projected(store);
    const stopped = async () => (await readCheckpoints(pool)).filter(({ status }) => status === 'failed');
    await expect.poll(async () => (await stopped()).map((each) => each.name)).toEqual([name]);
    expect(await count()).toEqual({ scans: 2, redemptions: 2 });
  });

  it('writes no rows with an event where the newest one that it knows is gone', async () => {
    const { store, together } = await startLeader();
    await append(store, visit(0));
    const before = together.batches;
    await tamper(
      pool,
      'DELETE FROM event_store.events WHERE position = (SELECT max(position) FROM event_store.events)',
    );
    await append(openStore(), [scanned('another', 'root')]);
    await append(store, [scanned('next', 'root')]);
    expect(together.batches).toBe(before);
  });
});
