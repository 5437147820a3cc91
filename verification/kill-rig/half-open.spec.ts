import { HeadFeed } from '@perktree/event-store/postgres/head-feed';
import { tcpAddressOf, throughPort } from '@perktree/event-store/testing/through-proxy';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { PositionFeed } from '@perktree/query-service/engine/position-feed';
import { createReadModels } from '@perktree/query-service/testing/read-models';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../e2e/support/tcp-proxy.ts';

/** The loss is noticed within 15 s; the rest is for a busy machine. */
const WITHIN = { timeout: 100_000, interval: 200 };

let database: TestDatabase;
let notifying: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  notifying = createPool({ connectionString: database.connectionString, applicationName: 'notifying' });
  await createReadModels(notifying);
});
afterAll(async () => {
  await notifying?.end();
  await database?.drop();
});

async function throughProxy(
  work: (proxy: TcpProxy, settings: { connectionString: string; applicationName: string }) => Promise<void>,
): Promise<void> {
  const proxy = await startTcpProxy(tcpAddressOf(database.connectionString));
  const connectionString = throughPort(database.connectionString, proxy.port);
  await work(proxy, { connectionString, applicationName: 'half-open' }).finally(() => proxy.close());
}

describe.concurrent('a server that vanishes without ending its connections', () => {
  it('is noticed by the feed of new events, which listens again', ({ expect }) =>
    throughProxy(async (proxy, settings) => {
      const warn = vi.fn();
      const pool = createPool(settings);
      const feed = new HeadFeed(pool, { info() {}, warn });
      const hears = () => {
        feed.wake();
        const { turn } = feed;
        void feed.next(turn, new AbortController().signal);
        return expect.poll(() => notify('event_store_appended').then(() => feed.turn !== turn), WITHIN).toBe(true);
      };
      await hears();
      proxy.strand();
      await expect.poll(() => warn.mock.calls.length, WITHIN).toBe(1);
      await hears();
      feed.close();
      await pool.end();
    }));

  it('is noticed by the feed of the read models, which listens again', ({ expect }) =>
    throughProxy(async (proxy, settings) => {
      const pool = createPool(settings);
      const warn = vi.fn();
      const feed = new PositionFeed(pool, { info() {}, warn });
      const unfollow = feed.follow(() => {});
      const hears = () => {
        const onFile = vi.fn();
        feed.onFile = onFile;
        return expect.poll(() => notify('files').then(() => onFile.mock.calls.length > 0), WITHIN).toBe(true);
      };
      await hears();
      expect(warn).not.toHaveBeenCalled();
      proxy.strand();
      await expect.poll(() => warn.mock.calls.length, WITHIN).toBe(1);
      await hears();
      unfollow();
      await feed.close();
      proxy.cut();
      await pool.end();
    }));
});

const notify = (channel: string) => notifying.query('SELECT pg_notify($1, $2)', [channel, '1']);
