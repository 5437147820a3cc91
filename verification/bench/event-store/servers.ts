import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateAll } from '@perktree/apps/parts/migrate-all';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { rebuildProjections } from '@perktree/projector/service';
import { writeAccounts } from '../data/accounts.ts';
import type { World } from '../data/worlds.ts';
import type { CellDatabase } from '../databases.ts';
import { type Programs, type Server, startServer } from '../processes.ts';
import type { Bench } from '../rounds.ts';

const PAGE = 1_000;
const APPENDS_AT_ONCE = 64;
const CHECK_EVERY_MS = 50;

/** Messages between EventStoreDB and all its clients so far. */
export interface Messages {
  /** Appends and reads. */
  readonly sent: number;
  /** Results of appends, and events of reads. */
  readonly answered: number;
  /** Events of subscriptions. */
  readonly delivered: number;
}

/** An EventStoreDB server, or a double of it. */
export interface EventStoreServer {
  readonly url: string;
  /** Null: the benchmark did not start it. */
  readonly server: Server | null;
  /** Null: the server does not count them. */
  messages(): Promise<Messages | null>;
}

/** @param url of a real server; null: starts a double */
export async function startEventStore(programs: Programs, url: string | null): Promise<EventStoreServer> {
  if (url !== null) return { url, server: null, messages: async () => null };
  const server = await startServer(programs, join(programs.benchDir, 'event-store-double.js'), {});
  const ask = async () => (await (await fetch(server.url)).json()) as Messages & { readonly port: number };
  const { port } = await ask();
  return { url: `esdb://127.0.0.1:${port}?tls=false`, server, messages: ask };
}

/** Writes a world's events to an empty server, and its read models to a database. */
export async function fillEventStore(bench: Bench, world: World, url: string) {
  const database = await bench.databases.empty();
  await migrateAll(database.url);
  await ensureReadModels(database.pool, projections);
  await writeAccounts(database.pool);
  const store = openEventStoreDb({ url });
  await copyEvents(await bench.databases.copyOf(world), store);
  await rebuildProjections({ store, pool: database.pool });
  // Otherwise the product would chain the events during the first measurement.
  await followChain({ store, pool: database.pool });
  await store.close();
  // Another one, without subscriptions, which would be counted.
  return { database, store: openEventStoreDb({ url }) };
}

/** Copies events: scans at once, because they are independent, all others in order. */
async function copyEvents(source: CellDatabase, to: EventStore): Promise<void> {
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
