import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { StoreLogger } from '../logger.ts';
import { type EventStore, StoreUnavailable } from '../port.ts';
import { serialiseAppend } from '../serialise.ts';
import { appendUntilSettled } from './appending.ts';
import { Calls } from './calls.ts';
import { type ConnectionSettings, parseConnectionUrl } from './connection-url.ts';
import { DeletedStreams } from './deleted-streams.ts';
import { Reading } from './reading.ts';
import { SeenLog } from './seen-log.ts';
import { isSystemName } from './stored-events.ts';
import { follow } from './subscription.ts';
import { TIMING, type Timing } from './timing.ts';
import { WireClient } from './wire-client.ts';

/** Batch size of the subscription that tracks which events exist. */
const SEEN_AT_ONCE = 500;

/**
 * The event store on EventStoreDB 22.10 or later. Any number of processes may use the same server or cluster.
 * Connections: one for calls, and one for each subscription.
 *
 * Positions are the server's own and count bytes: they rise, but have gaps. Their difference is not a number of events.
 * @throws InvalidEventStoreUrl
 */
export function openEventStoreDb(options: {
  /** `esdb://user:password@host:port?tls=true`, or `esdb+discover://` and the name of a cluster. */
  readonly url: string;
  readonly logger?: StoreLogger;
  /** Name of this process in the server's log, unless the address has a `connectionName`. */
  readonly applicationName?: string;
  readonly timing?: Partial<Timing>;
  readonly timers?: Timers;
}): EventStore {
  const { logger, applicationName = 'event-store', timers = systemTimers } = options;
  const timing = { ...TIMING, ...options.timing };
  const parsed = parseConnectionUrl(options.url);
  const settings: ConnectionSettings = { ...parsed, connectionName: parsed.connectionName ?? applicationName };
  if (settings.credentials && !settings.tls) {
    logger?.warn('event store: user and password are not sent over a connection without TLS');
  }
  const calls = new Calls(settings, timing);
  const closing = new AbortController();
  const connect = () => new WireClient(settings);
  const deleted = new DeletedStreams({ connect, pauses: timing.pauses, closing: closing.signal });
  const reading: Reading = new Reading(
    calls,
    timing,
    // Only deciding processes subscribe to deletions, and the subscription may lag.
    (stream) => seenLog.isStarted && deleted.has(stream) === false && !seenLog.hasSeen(stream),
  );
  const appending = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  const assertOpen = () => {
    if (closed) throw new StoreUnavailable('The event store is closed');
  };

  const subscribe: EventStore['subscribe'] = ({ afterPosition, batchSize, signal }) =>
    follow({
      afterPosition,
      batchSize,
      timing,
      logger,
      connect,
      signal: AbortSignal.any([signal, closing.signal]),
      head: async () => (await reading.newest()).position,
      readAll: (afterPosition, limit) => reading.all(afterPosition, limit),
    });
  const seenLog: SeenLog = new SeenLog({
    newest: () => reading.newest(),
    subscribe: (afterPosition, signal) => subscribe({ afterPosition, signal, batchSize: SEEN_AT_ONCE }),
    closing: closing.signal,
    timers,
  });

  return {
    async append(stream, expectedRevision, events, { seen } = {}) {
      const serialised = serialiseAppend(stream, expectedRevision, events);
      for (const name of [stream, ...events.map(({ type }) => type)]) {
        if (isSystemName(name)) throw new TypeError(`${name}: names that begin with $ are the server's own`);
      }
      assertOpen();
      const append = appendUntilSettled(
        { calls, reading, timing, timers },
        { stream, expectedRevision, events: serialised, seen, since: timers.now() },
      );
      appending.add(append);
      try {
        const appended = await append;
        seenLog.appended(stream);
        return appended;
      } finally {
        appending.delete(append);
      }
    },

    async readStream(stream, fromRevision = 0, toRevision = Number.POSITIVE_INFINITY) {
      assertOpen();
      return reading.stream(stream, fromRevision, toRevision - fromRevision + 1);
    },

    async readAll(afterPosition, limit) {
      assertOpen();
      return reading.all(afterPosition, limit);
    },

    subscribe,

    followOthers(listener) {
      seenLog.onOthers = listener;
    },

    async news(since) {
      assertOpen();
      return seenLog.news(since);
    },

    async head() {
      assertOpen();
      return (await reading.newest()).position;
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
