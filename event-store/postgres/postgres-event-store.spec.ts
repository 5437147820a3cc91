import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type EventStore, NO_STREAM } from '../port.ts';
import { newEvent } from '../testing/contract/bench.ts';
import { describeEventStoreContract } from '../testing/contract-suite.ts';
import { startLossyProxy } from '../testing/lossy-proxy.ts';
import { eventStoreTemplate } from '../testing/template.ts';
import { tcpAddressOf, throughPort } from '../testing/through-proxy.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

describeEventStoreContract('Postgres', async () => {
  const { connectionString, drop } = await createTestDatabase(eventStoreTemplate);
  const cleanups: (() => Promise<void>)[] = [drop];
  const open = (url: string): EventStore => {
    const store = createPostgresEventStore({ connectionString: url });
    cleanups.push(() => store.close());
    return store;
  };
  return {
    store: open(connectionString),
    another: async () => open(connectionString),
    faults: {
      loseConnections: async () => {
        const admin = createPool({ connectionString, applicationName: 'fault' });
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'event-store' AND datname = current_database()`,
        );
        await admin.end();
      },
      losingNextAnswer: async () => {
        const proxy = await startLossyProxy(tcpAddressOf(connectionString));
        cleanups.push(() => proxy.close());
        const store = open(throughPort(connectionString, proxy.port));
        // The bind message, which carries the values: the statement itself is parsed and answered with it.
        proxy.loseAnswerTo('append_batch');
        return store;
      },
      unreachable: async () => open(throughPort(connectionString, 1)),
    },
    cleanup: async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    },
  };
});

describe('the Postgres event store', () => {
  /** @param prepare a statement before the store has a connection, of the name of the database */
  async function open(prepare?: (database: string) => string) {
    const { connectionString, drop } = await createTestDatabase(eventStoreTemplate);
    const database = `"${new URL(connectionString).pathname.slice(1)}"`;
    const pool = createPool({ connectionString, applicationName: 'spec', max: 1 });
    if (prepare) await pool.query(prepare(database));
    const store = createPostgresEventStore({ connectionString });
    onTestFinished(async () => {
      await store.close();
      await pool.end();
      await drop();
    });
    return { database, pool, store };
  }

  it('decides appends to one stream that go in one batch one after the other, and leaves no gap', async () => {
    const { store } = await open();
    const results = await Promise.allSettled([
      store.append('chain-1', NO_STREAM, [newEvent('a')]),
      store.append('other-1', 7, [newEvent('never')]),
      store.append('chain-1', 0, [newEvent('b'), newEvent('c')]),
      store.append('chain-1', 0, [newEvent('too late')]),
      store.append('other-2', NO_STREAM, [newEvent('d')]),
      store.append('chain-1', 2, [newEvent('e')]),
    ]);
    expect(results.map(({ status }) => status[0]).join('')).toBe('frfrff');
    expect(results[3]).toMatchObject({ reason: { name: 'RevisionConflict', expected: 0, actual: 2 } });
    const all = await store.readAll(0n, 100);
    expect(all.map(({ position }) => position)).toEqual([1n, 2n, 3n, 4n, 5n]);
    expect((await store.readStream('chain-1')).map(({ data }) => data)).toEqual(['a', 'b', 'c', 'e']);
  });

  it('reads streams since a position, from the event before', async () => {
    const { store } = await open();
    const names = ['since-1', 'since-2'];
    for (let revision = -1; revision < 3; revision++) {
      for (const name of names) await store.append(name, revision, [newEvent({ revision })]);
    }
    for (const position of [0n, 1n, 2n, 5n, 8n]) {
      const whole = await Promise.all([...names, 'since-none'].map((name) => store.readStream(name)));
      const expected = whole.map((events) => {
        const before = events.filter((stored) => stored.position <= position).length - 1;
        return events.slice(Math.max(before, 0));
      });
      expect(await store.readSince?.([...names, 'since-none'], position)).toEqual(expected);
    }
  });

  it('reads concurrent requests in one round trip, and a failing one alone', async () => {
    const { store } = await open();
    for (let n = 0; n < 150; n += 1) {
      await store.append(`many-${n}`, NO_STREAM, [newEvent(n), newEvent(`${n} again`)]);
    }
    const reads = await Promise.allSettled([
      ...Array.from({ length: 150 }, (_, n) => store.readStream(`many-${n}`, n % 3)),
      store.readStream('many-none'),
      store.readStream('no\u0000name'),
    ]);
    const dataOf = (read: (typeof reads)[number] | undefined) =>
      read?.status === 'fulfilled' ? read.value.map(({ data }) => data) : read?.reason.code;
    reads.slice(0, 150).forEach((read, n) => {
      expect(dataOf(read)).toEqual([n, `${n} again`].slice(n % 3));
    });
    expect(dataOf(reads[150])).toEqual([]);
    expect(dataOf(reads[151])).toBe('22021');
  });

  it('answers the rest of a batch in which one append cannot be stored', async () => {
    const { store } = await open(() => `ALTER TABLE event_store.events ADD CHECK (type <> 'Poison')`);
    const types = ['Fine', 'Poison', 'Fine'];
    const results = await Promise.allSettled(
      types.map((type, n) => store.append(`batch-${n}`, NO_STREAM, [newEvent(n, type)])),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { code: '23514' } });
  });

  it('waits for a server that is read-only, as a standby is until it is promoted', async () => {
    const readOnly = (name: string) => `ALTER DATABASE ${name} SET default_transaction_read_only = on`;
    const { store, pool, database } = await open(readOnly);
    const refused = store.append('before', NO_STREAM, [newEvent(1)]);
    await expect(refused).rejects.toMatchObject({ name: 'StoreUnavailable' });
    const appended = store.append('during', NO_STREAM, [newEvent(2)]);
    await pool.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
    expect(await appended).toMatchObject({ revision: 0 });
  });
});
