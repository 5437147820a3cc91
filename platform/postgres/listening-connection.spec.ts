import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ListeningConnection } from './listening-connection.ts';
import { createPool } from './pool.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let pools: pg.Pool[];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = ['one', 'other'].map((applicationName) =>
    createPool({ connectionString: database.connectionString, applicationName }),
  );
});
afterAll(async () => {
  for (const pool of pools ?? []) await pool.end();
  await database?.drop();
});

it('is shared by the pools of a database, until the last listener ends', async () => {
  const heard: string[] = [];
  const [end, endOther] = pools.map((pool, index) => {
    const connection = ListeningConnection.of(pool, undefined);
    const listener = { onBegin() {}, onLost() {}, onNotification: (channel: string) => heard.push(channel) };
    const added = connection.add({ ...listener, channels: [`channel_${index}`] });
    connection.open();
    return added;
  }) as [() => void, () => void];
  const listeners = async () => {
    const { rows } = await (pools[0] as pg.Pool).query(
      `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    );
    return rows.length;
  };
  const hears = (channel: string) =>
    expect
      .poll(async () => {
        await pools[0]?.query('SELECT pg_notify($1, $2)', [channel, '']);
        return heard.includes(channel);
      })
      .toBe(true);
  await hears('channel_0');
  await hears('channel_1');
  expect(await listeners()).toBe(1);
  end();
  heard.length = 0;
  await hears('channel_1');
  expect(heard).not.toContain('channel_0');
  endOther();
  await expect.poll(listeners).toBe(0);
});

it('ends while it connects', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const pool = createPool({ connectionString: `postgres://one@127.0.0.1:${port}/one`, applicationName: 'one' });
  const connection = ListeningConnection.of(pool, undefined);
  const end = connection.add({ channels: ['channel'], onBegin() {}, onLost() {}, onNotification() {} });
  connection.open();
  const [socket] = (await once(silent, 'connection')) as [Socket];
  const closed = once(socket, 'close');
  end();
  await closed;
  silent.close();
});
