import { setTimeout as sleep } from 'node:timers/promises';
import { migrateAll } from '@perktree/apps/parts/migrate-all';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { rebuildProjections } from '@perktree/projector/service';
import type { Bench } from '../bench.ts';
import { writeAccounts } from '../data/accounts.ts';
import type { World } from '../data/worlds.ts';
import type { CellDatabase } from '../databases.ts';
import type { LoadRequest } from '../load/order.ts';
import { redemptionsOf } from '../redeem-cell.ts';
import { DOUBLE, type EventStoreServer, REAL_SERVER, startEventStore } from './servers.ts';

const PAGE = 1_000;
const APPENDS_AT_ONCE = 64;
const CATCH_UP_MS = 300_000;
const CHECK_EVERY_MS = 50;

/**
 * A world with its events in EventStoreDB and its read models in Postgres. The cells of a part share it, as such a server
 * cannot be copied; each redeems scans that are still open.
 */
export interface Shop {
  readonly server: EventStoreServer;
  /** Which server speaks EventStoreDB's protocol: the contender of its cells. */
  readonly contender: typeof DOUBLE | typeof REAL_SERVER;
  readonly database: CellDatabase;
  /** Settings of a product that uses both. */
  readonly env: Record<string, string>;
  /** Calls that redeem the next open scans. @param most how many, at most */
  requests(most?: number): readonly LoadRequest[];
  /** Advances past redeemed scans. */
  redeemed(count: number): void;
  /** Waits for the read models. @returns why the figures are invalid; null: they have every redemption */
  check(): Promise<string | null>;
  close(): Promise<void>;
}

export async function openShop(bench: Bench, world: World): Promise<Shop> {
  const realUrl = await emptyServerOf(bench);
  const server = await startEventStore(bench.programs, realUrl);
  const database = await bench.databases.empty();
  await migrateAll(database.url);
  await ensureReadModels(database.pool, projections);
  await writeAccounts(database.pool);
  const store = openEventStoreDb({ url: server.url });
  await copyWorld(bench, world, store);
  await rebuildProjections({ store, pool: database.pool });
  // Otherwise the product would chain the events during the first cell.
  await followChain({ store, pool: database.pool });
  const redemptions = redemptionsOf(world);
  let next = 0;

  async function caughtUp(): Promise<string | null> {
    const head = await store.head();
    for (const until = performance.now() + CATCH_UP_MS; performance.now() < until; await sleep(CHECK_EVERY_MS)) {
      const { rows } = await database.pool.query<{ position: string | null }>(
        `SELECT min(position) AS position FROM read_models.projections WHERE status = 'live'`,
      );
      if (BigInt(rows[0]?.position ?? 0) >= head) return null;
    }
    return 'the read models did not catch up';
  }

  return {
    server,
    contender: realUrl === null ? DOUBLE : REAL_SERVER,
    database,
    env: { DATABASE_URL: database.url, EVENT_STORE_URL: server.url },
    requests: (most = redemptions.length) => redemptions.slice(next, next + most),
    redeemed(count) {
      next += count;
    },
    async check() {
      const why = await caughtUp();
      if (why !== null) return why;
      const { rows } = await database.pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM read_models.redemptions',
      );
      return rows[0]?.n === next ? null : `${rows[0]?.n} redemptions are shown instead of ${next}`;
    },
    async close() {
      await store.close();
      await server.stop();
      await database.drop();
    },
  };
}

/** The server of EVENT_STORE_URL. Null: it is not set, or holds events, perhaps of an earlier part. */
async function emptyServerOf({ eventStoreUrl, say }: Bench): Promise<string | null> {
  if (eventStoreUrl === null) return null;
  const store = openEventStoreDb({ url: eventStoreUrl });
  try {
    if ((await store.head()) === 0n) return eventStoreUrl;
    say('the server of EVENT_STORE_URL holds events: this part uses the double');
    return null;
  } finally {
    await store.close();
  }
}

/** Copies events: scans concurrently, because they are independent, all others in order. */
async function copyWorld(bench: Bench, world: World, to: EventStore): Promise<void> {
  const source = await bench.databases.copyOf(world);
  const from = createPostgresEventStore({ connectionString: source.url });
  try {
    // Once it follows the log, the store starts new streams without a read.
    while ((await to.news((await to.news(null)).head)).headers === null) await sleep(CHECK_EVERY_MS);
    const underWay = new Set<Promise<unknown>>();
    for (let position = 0n; ; ) {
      const page = await from.readAll(position, PAGE);
      const last = page.at(-1);
      if (!last) break;
      position = last.position;
      for (const event of page) {
        if (event.type !== 'QrScanned') await Promise.all(underWay);
        const appending = append(to, event).finally(() => underWay.delete(appending));
        underWay.add(appending);
        if (underWay.size >= APPENDS_AT_ONCE || event.type !== 'QrScanned') await Promise.race(underWay);
      }
    }
    await Promise.all(underWay);
  } finally {
    await from.close();
    await source.drop();
  }
}

const append = (to: EventStore, { stream, revision, eventId, type, data, metadata }: StoredEvent) =>
  to.append(stream, revision - 1, [{ eventId, type, data, metadata }]);
