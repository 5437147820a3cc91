import type { StoreLogger } from '../logger.ts';
import { type EventStore, StoreUnavailable } from '../port.ts';
import { serialiseAppend } from '../serialise.ts';
import { appendUntilSettled } from './appending.ts';
import { Calls } from './calls.ts';
import { type ConnectionSettings, parseConnectionUrl } from './connection-url.ts';
import { Reading } from './reading.ts';
import { isSystemName } from './stored-events.ts';
import { follow } from './subscription.ts';
import { TIMING, type Timing } from './timing.ts';
import { WireClient } from './wire-client.ts';

/**
 * The event store on EventStoreDB 22.10 or later. Any number of processes may use the same server or cluster.
 * Connections: one for calls, and one for each subscription.
 *
 * Positions are the server's own and count bytes: they rise, but have gaps. The difference of two is no number of events.
 * @throws InvalidEventStoreUrl
 */
export function openEventStoreDb(options: {
  /** `esdb://user:password@host:port?tls=true`, or `esdb+discover://` and the name of a cluster. */
  readonly url: string;
  readonly logger?: StoreLogger;
  /** How this process is named in the server's own log; the address may say it, too. */
  readonly applicationName?: string;
  readonly timing?: Partial<Timing>;
}): EventStore {
  const { logger, applicationName = 'event-store' } = options;
  const timing = { ...TIMING, ...options.timing };
  const parsed = parseConnectionUrl(options.url);
  const settings: ConnectionSettings = { ...parsed, connectionName: parsed.connectionName ?? applicationName };
  if (settings.credentials && !settings.tls) {
    logger?.warn('event store: user and password are not sent over a connection without TLS');
  }
  const calls = new Calls(settings, timing);
  const reading = new Reading(calls, timing);
  const closing = new AbortController();
  const appending = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  const assertOpen = () => {
    if (closed) throw new StoreUnavailable('The event store is closed');
  };

  return {
    async append(stream, expectedRevision, events, seen) {
      const serialised = serialiseAppend(stream, expectedRevision, events);
      for (const name of [stream, ...events.map(({ type }) => type)]) {
        if (isSystemName(name)) throw new TypeError(`${name}: names that begin with $ are the server's own`);
      }
      assertOpen();
      const append = appendUntilSettled(
        { calls, reading, timing },
        { stream, expectedRevision, events: serialised, seen },
      );
      appending.add(append);
      try {
        return await append;
      } finally {
        appending.delete(append);
      }
    },

    async readStream(stream, fromRevision = 0) {
      assertOpen();
      return reading.stream(stream, fromRevision);
    },

    async readAll(afterPosition, limit) {
      assertOpen();
      return reading.all(afterPosition, limit);
    },

    subscribe: ({ afterPosition, batchSize, signal }) =>
      follow({
        ...{ afterPosition, batchSize, timing, logger },
        signal: AbortSignal.any([signal, closing.signal]),
        connect: () => new WireClient(settings),
        head: () => reading.head(),
        readAll: (afterPosition, limit) => reading.all(afterPosition, limit),
      }),

    async head() {
      assertOpen();
      return reading.head();
    },

    close() {
      closed ??= (async () => {
        closing.abort();
        await Promise.allSettled(appending);
        await calls.close();
      })();
      return closed;
    },
  };
}
