import { setTimeout as sleep } from 'node:timers/promises';
import { migrateAll } from '@perktree/apps/parts/migrate-all';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { projections } from '@perktree/projector/read-models/catalogue';
import { rebuildAll } from '@perktree/projector/service';
import type { Bench } from '../bench.ts';
import { writeAccounts } from '../data/accounts.ts';
import { tokenOf } from '../data/visits.ts';
import { openVisits, type World } from '../data/worlds.ts';
import type { CellDatabase } from '../databases.ts';
import type { LoadRequest } from '../load/order.ts';
import { DOUBLE, type EventStoreServer, REAL_SERVER, startEventStore } from './servers.ts';

const PAGE = 1_000;
const APPENDS_AT_ONCE = 64;
const CATCH_UP_MS = 300_000;
const CHECK_EVERY_MS = 50;

/**
 * A world whose events are in an event store of their own, and its read models in a database. All cells of a part share it, one
 * after the other, as a server cannot be copied: each redeems scans that are still open.
 */
export interface Shop {
  readonly server: EventStoreServer;
  /** Which server speaks EventStoreDB's protocol: the contender of its cells. */
  readonly contender: typeof DOUBLE | typeof REAL_SERVER;
  readonly database: CellDatabase;
  /** What is needed beside a product's other settings. */
  readonly env: Record<string, string>;
  /** The calls that redeem the next open scans. @param most at most so many */
  requests(most?: number): readonly LoadRequest[];
  /** So many of them were made. */
  redeemed(count: number): void;
  /** Until the read models have everything. @returns why the figures mean nothing; null: all that was redeemed is there */
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
  await rebuildAll({ store, pool: database.pool });
  // Else the product would begin the first cell with it.
  await followChain({ store, pool: database.pool });
  const visits = openVisits(world);
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
    requests: (most = visits.length) =>
      visits
        .slice(next, next + most)
        .map((visit) => ({ method: 'POST', path: '/api/staff/redeem', body: { token: tokenOf(visit) } })),
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

/** The server of EVENT_STORE_URL, unless it holds events: of this run's earlier part, or of others. Null: a double is used. */
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

/** Scans, which depend on no other scan, are appended many at once; everything before them in turn. */
async function copyWorld(bench: Bench, world: World, to: EventStore): Promise<void> {
  const source = await bench.databases.copyOf(world);
  const from = createPostgresEventStore({ connectionString: source.url });
  try {
    // It then knows what was deleted, and begins each new stream without a read.
    while (to.completeness?.epoch === null) await sleep(CHECK_EVERY_MS);
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
