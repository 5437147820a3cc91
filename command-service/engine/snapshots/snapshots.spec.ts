import type { StaffCodeEvent } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations, SNAPSHOTS_TABLE } from '../../migrations.ts';
import { MemoryEventStore } from '../../testing/memory-event-store.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { createCommandHandler } from '../command-handler.ts';
import type { Fold } from '../fold.ts';
import { context, missed, STREAM } from '../testing/misses.ts';
import { createSnapshots, type PostgresSnapshots } from './snapshots.ts';

const LONG = 1_500;

/** Sums the numbers of its events. */
const sum = (version = 1): Fold<number, StaffCodeEvent> => ({
  initialState: 0,
  evolve: (total, event) => total + (event.type === 'RedemptionCodeMissed' ? event.data.missesInWindow : 0),
  snapshots: { name: 'sum', version, write: (out, total) => out.uint(total), read: (bytes) => bytes.uint() },
});
let store: MemoryEventStore;
let readFrom: number[];
const { pool } = await useTestPool({
  name: 'snapshots',
  prepare: async (connectionString) => {
    const own = { service: 'command_service', schema: COMMAND_SERVICE_SCHEMA, migrations: commandServiceMigrations };
    await runMigrations({ connectionString, ...own });
  },
});
beforeEach(async () => {
  await pool.query('TRUNCATE command_service.snapshots');
  store = new MemoryEventStore();
  readFrom = [];
  const read = store.readStream.bind(store);
  store.readStream = (stream, from = 0): Promise<readonly StoredEvent[]> => {
    readFrom.push(from);
    return read(stream, from);
  };
});

const started: PostgresSnapshots[] = [];
// A scheduled snapshot would be written during a later test of a slow run.
afterEach(async () => {
  await Promise.all(started.splice(0).map((snapshots) => snapshots.close()));
});

function startProcess(version = 1) {
  const snapshots = createSnapshots({ table: SNAPSHOTS_TABLE, pool, logger: silentLogger });
  started.push(snapshots);
  const onRegression = vi.fn();
  const handler = createCommandHandler({ store, logger: silentLogger, snapshots, onRegression });
  const fold = sum(version);
  return {
    snapshots,
    onRegression,
    load: () => handler.load(STREAM, fold),
    run: (command: string, ...events: readonly StaffCodeEvent[]) =>
      handler.execute({ stream: STREAM, fold, decide: () => events, context: context(command) }),
  };
}
const written = async () => Number((await pool.query('SELECT count(*) FROM command_service.snapshots')).rows[0]?.count);
const events = (count: number) => Array.from({ length: count }, (_, n) => missed(1 + (n % 3)));

/** A long stream, with a snapshot of it and a few events more. */
async function fillAndWrite(): Promise<number> {
  const one = startProcess();
  await one.run('first', ...events(LONG));
  await one.snapshots.flush();
  const { state } = await one.run('second', missed(7), missed(8));
  readFrom = [];
  return state;
}

describe('the first read of a long stream in a process', () => {
  it('takes the last snapshot and reads the events after it', async () => {
    const state = await fillAndWrite();
    const other = startProcess();
    expect(await other.load()).toEqual({ state, revision: LONG + 1 });
    expect(readFrom).toEqual([LONG - 1]);
    expect((await other.run('third', missed())).state).toBe(state + 1);
  });

  it('finds repeated commands from before the snapshot', async () => {
    await fillAndWrite();
    const other = startProcess();
    const again = await other.run('first', missed(99));
    expect(again.events).toHaveLength(LONG);
    expect(store.all).toHaveLength(LONG + 2);
  });

  it.each([
    ['of another version', 'UPDATE command_service.snapshots SET version = version + 1'],
    ['that is cut off', 'UPDATE command_service.snapshots SET body = substring(body FOR length(body) - 1)'],
    ['that is empty', "UPDATE command_service.snapshots SET body = ''"],
    ['with a wrong byte', 'UPDATE command_service.snapshots SET body = set_byte(body, 40, get_byte(body, 40) # 1)'],
    ['whose table is gone', 'ALTER TABLE command_service.snapshots RENAME TO gone'],
  ])('reads the stream instead of a snapshot %s', async (_, statement) => {
    const state = await fillAndWrite();
    await pool.query(statement);
    try {
      expect((await startProcess().load()).state).toBe(state);
      expect(readFrom).toEqual([0]);
    } finally {
      await pool.query('ALTER TABLE IF EXISTS command_service.gone RENAME TO snapshots');
    }
  });
});

describe('a store that has lost events', () => {
  it('before the snapshot is read from the first event', async () => {
    await fillAndWrite();
    store.goBackTo(2n);
    const other = startProcess();
    expect(await other.load()).toEqual({ state: 3, revision: 1 });
    expect(readFrom).toEqual([LONG - 1, 0]);
  });

  it('and has others where the snapshot was taken is read from the first event', async () => {
    await fillAndWrite();
    store.goBackTo(2n);
    const other = startProcess();
    await other.run('another first', ...events(LONG));
    const { state } = await other.load();
    readFrom = [];
    expect((await startProcess().load()).state).toBe(state);
    expect(readFrom).toEqual([LONG - 1, 0]);
    // The next snapshot takes its place.
    await other.snapshots.flush();
    readFrom = [];
    expect((await startProcess().load()).state).toBe(state);
    expect(readFrom).toEqual([LONG + 1]);
  });

  it('makes a running process drop its snapshot', async () => {
    const one = startProcess();
    await one.run('first', ...events(LONG));
    await one.snapshots.flush();
    store.goBackTo(BigInt(LONG - 1));
    expect((await one.load()).revision).toBe(LONG - 2);
    expect(one.onRegression).toHaveBeenCalledOnce();
    await one.run('second', missed());
    expect((await startProcess().load()).revision).toBe(LONG - 1);
  });
});

describe('snapshots', () => {
  it('are written every 1,000 events of a stream', async () => {
    const one = startProcess();
    await one.run('first', ...events(999));
    await one.snapshots.flush();
    expect(await written()).toBe(0);
    await one.run('second', missed());
    await one.snapshots.flush();
    expect(await written()).toBe(1);
    await one.run('third', ...events(999));
    await one.snapshots.flush();
    await startProcess().load();
    expect(readFrom.at(-1)).toBe(999);
    await one.run('fourth', missed());
    await one.snapshots.flush();
    await startProcess().load();
    expect(readFrom.at(-1)).toBe(1_999);
  });

  it('of two processes replace each other', async () => {
    const [one, other] = [startProcess(), startProcess()];
    await one.run('first', ...events(LONG));
    await other.load();
    await Promise.all([one.snapshots.flush(), other.snapshots.flush()]);
    expect(await written()).toBe(1);
    const { state } = await one.load();
    expect((await startProcess().load()).state).toBe(state);
  });

  it('are not written during a request, nor after the service is closed', async () => {
    const one = startProcess();
    await one.run('first', ...events(LONG));
    expect(await written()).toBe(0);
    await one.snapshots.close();
    await one.snapshots.flush();
    expect(await written()).toBe(0);
  });

  it('that cannot be written fail no command', async () => {
    const one = startProcess();
    await one.run('first', ...events(LONG));
    await pool.query('ALTER TABLE command_service.snapshots RENAME TO gone');
    try {
      await one.snapshots.flush();
      expect((await one.run('second', missed())).revision).toBe(LONG);
    } finally {
      await pool.query('ALTER TABLE command_service.gone RENAME TO snapshots');
    }
  });

  it('log an outage of the database once, however many streams are read meanwhile', async () => {
    const away = createPool({ connectionString: 'postgres://x@127.0.0.1:1/x', applicationName: 'snapshots spec' });
    const warn = vi.fn();
    const logger = { warn } as Partial<FastifyBaseLogger> as FastifyBaseLogger;
    const snapshots = createSnapshots({ table: SNAPSHOTS_TABLE, pool: away, logger });
    const { snapshots: states } = sum();
    if (states === undefined) throw new Error('no snapshots');
    for (const stream of ['one', 'other', 'third']) expect(await snapshots.load({ stream, states })).toBeNull();
    expect(warn.mock.calls.map(([, message]) => message)).toEqual(['cannot read a snapshot']);
    await away.end();
  });
});
