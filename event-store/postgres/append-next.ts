import { plainArray, textArray } from '@perktree/platform/postgres/array-parameter';
import type pg from 'pg';
import type { HeadEvent, NewEvent, StoredEvent, StreamVersion } from '../port.ts';
import { type AppendAnswer, type PendingAppend, placedEventArrays, versionArrays } from './append-batch.ts';
import { NOT_NEXT } from './migrations/0003-append-next.ts';

/** An append with its events as the caller gave them. */
export interface GivenAppend extends PendingAppend {
  readonly given: readonly NewEvent[];
  /** When it was queued, `timers.now()`. */
  readonly since: number;
}

/** Writes read model rows in the transaction that appends their events. */
export interface InlineProjector {
  /** Position up to which rows are written or being written: the next write starts from it. */
  reached(): Promise<bigint>;
  /**
   * @returns the result of each append; null if nothing was stored and only the events should be appended
   * @throws errors of the connection, with an unknown outcome
   */
  write(client: pg.ClientBase, appends: readonly GivenAppend[]): Promise<readonly AppendAnswer[] | null>;
}

/** The events as they will be stored directly after the head. */
export function storedNext(head: HeadEvent, appends: readonly GivenAppend[]): readonly StoredEvent[] {
  let { position } = head;
  return appends.flatMap(({ stream, expectedRevision, given, events }) =>
    given.map(({ type, data, metadata }, index) => {
      position += 1n;
      const eventId = events[index]?.eventId ?? '';
      return { stream, revision: expectedRevision + 1 + index, position, eventId, type, data, metadata };
    }),
  );
}

/**
 * Appends directly after the head. Fails with an error of `isNotNext` if another process was faster, or a stream is not as it
 * was read.
 */
export function appendNextStatement(head: HeadEvent, appends: readonly PendingAppend[]) {
  // Appends of a batch have mostly read the same streams.
  const reads = new Map<string, StreamVersion>();
  for (const append of appends)
    for (const read of append.reads ?? []) reads.set(`${read.stream} ${read.eventId}`, read);
  return {
    name: 'append_next',
    text: 'SELECT event_store.append_next($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
    values: [
      head.position,
      head.eventId,
      textArray(appends.map(({ stream }) => stream)),
      plainArray(appends.map(({ expectedRevision }) => expectedRevision)),
      plainArray(appends.map(({ seen }) => seen ?? 'NULL')),
      ...placedEventArrays(appends),
      ...versionArrays([...reads.values()]),
    ],
  };
}

/** The answer of each append if they are stored directly after the head. */
export function answersAfter(head: HeadEvent, appends: readonly PendingAppend[]): readonly AppendAnswer[] {
  let { position } = head;
  return appends.map(({ expectedRevision, events }) => {
    position += BigInt(events.length);
    return { accepted: true, revision: expectedRevision + events.length, position };
  });
}

/** SQLSTATE of a duplicate key: another process has appended at the same revision of a stream. */
const TAKEN = '23505';

/** The guard failed: another process has appended, or a stream is not as it was read. Nothing was stored. */
export function isNotNext(error: unknown): boolean {
  const { code, table } = error as { code?: unknown; table?: unknown };
  return code === NOT_NEXT || (code === TAKEN && table === 'events');
}
