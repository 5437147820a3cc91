import { runMigrations } from 'bullmq';
import { expect, it } from 'vitest';
import { createPool } from '../postgres/pool.ts';
import { createTestDatabase } from '../postgres/testing/test-database.ts';
import { ManualTimers } from '../time/testing/manual-timers.ts';
import { ConnectionLog } from './connection-log.ts';
import { patientBackend } from './patient-backend.ts';

it('repeats a first connection that has failed, for all who wait for it, until the pool is closed', async () => {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const pool = createPool({ connectionString, applicationName: 'jobs', schema: 'bullmq', max: 1 });
  const client = await pool.connect();
  await runMigrations(client, 'bullmq');
  client.release();
  const connect = pool.connect.bind(pool);
  const failing = async () => {
    throw new Error('Connection terminated due to connection timeout');
  };
  const timers = new ManualTimers();
  const warnings: string[] = [];
  const log = new ConnectionLog({ info() {}, warn: (_: unknown, line: string) => void warnings.push(line) } as never);
  let isOver = false;
  const factory = patientBackend({ log, timers, isOver: () => isOver });
  const open = () => factory('perktree', { connection: pool as never });

  Object.assign(pool, { connect: failing });
  const backend = open();
  const waiting = [backend.waitUntilReady(), backend.connection.waitUntilReady()];
  await timers.untilSet(1_000);
  expect(warnings).toEqual(['the job queue cannot be reached; retrying']);
  Object.assign(pool, { connect });
  await timers.advance(1_000);
  await Promise.all(waiting);
  expect(await backend.clientName()).toBe('perktree');

  Object.assign(pool, { connect: failing });
  isOver = true;
  await expect(open().waitUntilReady()).rejects.toThrow('connection timeout');
  Object.assign(pool, { connect });
  await pool.end();
  await database.drop();
});
