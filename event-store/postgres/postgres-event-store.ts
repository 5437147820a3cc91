import { plainArray, textArray } from '@perktree/platform/postgres/array-parameter';
import { createPool } from '@perktree/platform/postgres/pool';
import type { Timers } from '@perktree/platform/time/timers';
import type pg from 'pg';
import type { StoreLogger } from '../logger.ts';
import { newsOfLog } from '../news.ts';
import { type EventStore, type StoredEvent, StoreUnavailable } from '../port.ts';
import { serialiseAppend } from '../serialise.ts';
import { type EventRow, storedEventOf } from './append-batch.ts';
import type { InlineProjector } from './append-next.ts';
import { AppendWriter } from './append-writer.ts';
import { classify, unavailable } from './failures.ts';
import { HeadFeed } from './head-feed.ts';
import { ServerLife } from './server-life.ts';
import { createStreamReads, LAST_REVISION, READ_STREAMS } from './stream-reads.ts';
import { follow } from './subscription.ts';

const COLUMNS = 'position, stream, revision, event_id, type, data, metadata';

/** $1 streams, $2 the position. Each sub-select is a descent of the index by stream. */
const SINCE = `
  SELECT w.n::int AS wanted, e.* FROM unnest($1::text[]) WITH ORDINALITY AS w(stream, n) CROSS JOIN LATERAL (
    SELECT ${COLUMNS} FROM event_store.events
    WHERE stream = w.stream AND revision >= coalesce(
      (SELECT max(revision) FROM event_store.events WHERE stream = w.stream AND position <= $2::bigint), 0)
  ) AS e ORDER BY w.n, e.revision`;

const READ_ALL = {
  name: 'read_all',
  text: `SELECT ${COLUMNS} FROM event_store.events WHERE position > $1 ORDER BY position LIMIT $2`,
};
const HEAD = { name: 'head', text: 'SELECT coalesce(max(position), 0) AS position FROM event_store.events' };

const READ_ATTEMPTS = 3;
const READ_CONNECTIONS = 6;

/** An event store that can write read model rows in the transaction that appends their events. */
export interface PostgresEventStore extends EventStore {
  /** @param inline null stops inline projection */
  projectInline(inline: InlineProjector | null): void;
}

/**
 * The event store on Postgres; its tables come from `eventStoreMigrations`. Any number of processes may use the same
 * database. Connections: one for appends, one to listen once there is a subscriber, and up to six for reads.
 */
export function createPostgresEventStore(options: {
  readonly connectionString: string;
  readonly applicationName?: string;
  readonly logger?: StoreLogger;
  /** Called for each commit with the number of its appends. */
  readonly onBatch?: (appends: number) => void;
  readonly timers?: Timers;
}): PostgresEventStore {
  const { connectionString, logger, applicationName = 'event-store', timers } = options;
  const server = new ServerLife(timers);
  const appends = createPool({ connectionString, applicationName, min: 1, max: 1, isPlannedOnce: true });
  const reads = createPool({
    // The first read of a new process identifies the server.
    onConnect: (client) => server.noteConnection(client),
    connectionString,
    applicationName,
    isPlannedOnce: true,
    min: 1,
    max: READ_CONNECTIONS,
  });
  const feed = new HeadFeed(reads, logger, timers);
  const writer = new AppendWriter(appends, (head) => feed.wake(head), options.onBatch, timers, server);
  let closing: Promise<void> | undefined;
  // Connect early, so that the first command does not wait for it. If this fails, the command's own attempt reports it.
  appends.connect().then(
    (client) => client.release(),
    () => {},
  );

  async function read<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    if (closing) throw new StoreUnavailable('The event store is closed');
    for (let attempt = 1; ; attempt++) {
      try {
        return (await reads.query<Row>(query)).rows;
      } catch (error) {
        const failure = classify(error);
        if (failure === 'refused') throw error;
        // After a server restart, all idle connections may be dead: each attempt removes one from the pool.
        if (attempt === READ_ATTEMPTS) throw unavailable(error);
      }
    }
  }

  const streamReads = createStreamReads<EventRow & { wanted: number }, StoredEvent>(
    ({ streams, from, to, headersFrom, maxHeaders }) =>
      read({
        ...READ_STREAMS,
        values: [textArray(streams), plainArray(from), plainArray(to), headersFrom, maxHeaders],
      }),
    storedEventOf,
  );

  const store: PostgresEventStore = {
    comparesReads: true,

    async append(stream, expectedRevision, events, condition) {
      const serialised = serialiseAppend(stream, expectedRevision, events);
      return writer.append({ stream, expectedRevision, events: serialised, given: events, ...condition });
    },

    async readStream(stream, fromRevision = 0, toRevision = LAST_REVISION) {
      return streamReads.read({ stream, fromRevision, toRevision });
    },

    async readSince(streams, position) {
      const answers: StoredEvent[][] = streams.map(() => []);
      const query = { text: SINCE, values: [streams, position.toString()] };
      for (const row of await read<EventRow & { wanted: number }>(query)) {
        answers[row.wanted - 1]?.push(storedEventOf(row));
      }
      return answers;
    },

    async readAll(afterPosition, limit) {
      return (await read<EventRow>({ ...READ_ALL, values: [afterPosition.toString(), limit] })).map(storedEventOf);
    },

    subscribe: (wanted) => follow({ ...wanted, feed, readAll: store.readAll, logger, timers }),

    projectInline: (inline) => writer.projectInline(inline),
    followOthers: (listener) => writer.followOthers(listener),

    hasDensePositions: true,

    news: async (since) => newsOfLog(since, await streamReads.headers(since?.position ?? 0n)),

    async head() {
      const [row] = await read<{ position: string }>(HEAD);
      return BigInt(row?.position ?? 0);
    },

    close() {
      closing ??= (async () => {
        feed.close();
        await writer.close();
        await Promise.all([appends.end(), reads.end()]);
      })();
      return closing;
    },
  };
  return store;
}
