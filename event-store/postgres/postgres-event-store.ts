import { plainArray, textArray } from '@perktree/platform/postgres/array-parameter';
import { connectionSettings, createPool } from '@perktree/platform/postgres/pool';
import type pg from 'pg';
import type { StoreLogger } from '../logger.ts';
import { type EventStore, type StoredEvent, StoreUnavailable } from '../port.ts';
import { serialiseAppend } from '../serialise.ts';
import { AppendWriter, BATCHES_IN_FLIGHT } from './append-writer.ts';
import { classify, unavailable } from './failures.ts';
import { HeadFeed } from './head-feed.ts';
import { selectedQuery } from './read-selected.ts';
import { ServerLife } from './server-life.ts';
import { createStreamReads, READ_STREAMS } from './stream-reads.ts';
import { follow } from './subscription.ts';

interface EventRow {
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

const COLUMNS = 'position, stream, revision, event_id, type, data, metadata';
const READ_ALL = {
  name: 'read_all',
  text: `SELECT ${COLUMNS} FROM event_store.events WHERE position > $1 ORDER BY position LIMIT $2`,
};
const HEAD = { name: 'head', text: 'SELECT coalesce(max(position), 0) AS position FROM event_store.events' };

const READ_ATTEMPTS = 3;
const DEFAULT_READ_CONNECTIONS = 6;

/**
 * The event store on Postgres; its tables come from `eventStoreMigrations`. Any number of processes may use the same
 * database. Connections: two for appends, one to listen once somebody subscribes, and those for reads.
 */
export function createPostgresEventStore(options: {
  readonly connectionString: string;
  /** Most connections for reads, of which those of streams take at most four; default 6. */
  readonly readConnections?: number;
  readonly applicationName?: string;
  readonly logger?: StoreLogger;
  /** Told of each commit how many appends have shared it. */
  readonly onBatch?: (appends: number) => void;
}): EventStore {
  const { connectionString, logger, applicationName = 'event-store' } = options;
  const server = new ServerLife();
  const appends = createPool({ connectionString, applicationName, max: BATCHES_IN_FLIGHT });
  const reads = createPool({
    // What a new process reads first says which server it decides on.
    onConnect: (client) => server.noteConnection(client),
    connectionString,
    applicationName,
    max: options.readConnections ?? DEFAULT_READ_CONNECTIONS,
  });
  const feed = new HeadFeed(connectionSettings({ connectionString, applicationName, statementTimeoutMs: 0 }), logger);
  const writer = new AppendWriter(appends, (head) => feed.wake(head), options.onBatch, server);
  let closing: Promise<void> | undefined;

  async function read<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    if (closing) throw new StoreUnavailable('The event store is closed');
    for (let attempt = 1; ; attempt++) {
      try {
        return (await reads.query<Row>(query)).rows;
      } catch (error) {
        const failure = classify(error);
        if (failure === 'refused') throw error;
        // Idle connections of the pool may all be dead after the server was: the pool learns of it one by one.
        if (attempt === READ_ATTEMPTS) throw unavailable(error);
      }
    }
  }

  const readOneOfMany = createStreamReads<EventRow & { wanted: number }, StoredEvent>(
    ({ streams, from }) => read({ ...READ_STREAMS, values: [textArray(streams), plainArray(from)] }),
    toStoredEvent,
  );

  const store: EventStore = {
    async append(stream, expectedRevision, events, seen, readAt) {
      const serialised = serialiseAppend(stream, expectedRevision, events);
      return writer.append({ stream, expectedRevision, events: serialised, seen, readAt });
    },

    async readStream(stream, fromRevision = 0) {
      return readOneOfMany({ stream, fromRevision });
    },

    async readSelected(streams, selection) {
      const answers: StoredEvent[][] = streams.map(() => []);
      const rows = await read<EventRow & { wanted: number }>(selectedQuery(streams, selection));
      for (const row of rows) answers[row.wanted - 1]?.push(toStoredEvent(row));
      return answers;
    },

    async readAll(afterPosition, limit) {
      return (await read<EventRow>({ ...READ_ALL, values: [afterPosition.toString(), limit] })).map(toStoredEvent);
    },

    subscribe: ({ afterPosition, batchSize, signal }) =>
      follow({ afterPosition, batchSize, signal, feed, readAll: store.readAll, logger }),

    async head() {
      const [row] = await read<{ position: string }>(HEAD);
      return BigInt(row?.position ?? 0);
    },

    close() {
      closing ??= (async () => {
        await Promise.all([writer.close(), feed.close()]);
        await Promise.all([appends.end(), reads.end()]);
      })();
      return closing;
    },
  };
  return store;
}

const toStoredEvent = (row: EventRow): StoredEvent => ({
  stream: row.stream,
  revision: row.revision,
  position: BigInt(row.position),
  eventId: row.event_id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
});
