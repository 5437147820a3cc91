import { plainArray, textArray } from '@perktree/platform/postgres/array-parameter';
import { beginSession, connectionSettings } from '@perktree/platform/postgres/pool';
import pg from 'pg';
import { type AppendInOrder, type OrderedAppend, TargetHoldsOtherEvents } from '../migrate-events/ordered-target.ts';
import { serialiseAppend } from '../serialise.ts';
import { placedEventArrays } from './append-batch.ts';

/**
 * For copies: appends to many streams in one commit, in order, on a separate connection. If the connection is lost, the copy
 * fails and must be run again.
 */
export async function openAppendInOrder(
  connectionString: string,
): Promise<{ appendInOrder: AppendInOrder; close(): Promise<void> }> {
  const options = { connectionString, applicationName: 'event-store-copy' };
  const client = new pg.Client(connectionSettings(options));
  client.on('error', () => {});
  await client.connect();
  await beginSession(client, options);
  const append = appendWithin(client);
  return {
    async appendInOrder(appends) {
      await client.query('BEGIN');
      try {
        await append(appends);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    },
    close: () => client.end(),
  };
}

/** Appends in order within the client's current transaction. @throws TargetHoldsOtherEvents */
export function appendWithin(client: pg.ClientBase): AppendInOrder {
  return async (appends) => {
    await holdAppends(client);
    await assertExpectedRevisions(client, appends);
    const serialised = appends.map(({ stream, expectedRevision, events }) => ({
      stream,
      expectedRevision,
      events: serialiseAppend(stream, expectedRevision, events),
    }));
    await client.query('SELECT event_store.append_in_order($1, $2, $3, $4, $5, $6)', placedEventArrays(serialised));
  };
}

/** @throws TargetHoldsOtherEvents if a stream of the target is not where its first append expects it */
async function assertExpectedRevisions(client: pg.ClientBase, appends: readonly OrderedAppend[]): Promise<void> {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { stream, expectedRevision, events } of appends) {
    const before = last.get(stream);
    if (before === undefined) first.set(stream, expectedRevision);
    else if (before !== expectedRevision) throw otherEvents(stream, before, expectedRevision);
    last.set(stream, expectedRevision + events.length);
  }
  const { rows } = await client.query<{ stream: string; expected: number; actual: number }>(
    `SELECT * FROM (
       SELECT w.stream, w.expected, coalesce((
         SELECT e.revision FROM event_store.events e WHERE e.stream = w.stream ORDER BY e.revision DESC LIMIT 1
       ), -1) AS actual
       FROM unnest($1::text[], $2::int[]) AS w(stream, expected)) standing
     WHERE actual <> expected LIMIT 1`,
    [textArray([...first.keys()]), plainArray([...first.values()])],
  );
  const [other] = rows;
  if (other) throw otherEvents(other.stream, other.actual, other.expected);
}

function otherEvents(stream: string, actual: number, expected: number): TargetHoldsOtherEvents {
  return new TargetHoldsOtherEvents(`${stream} of the target is at revision ${actual}, not ${expected}`);
}

/** Blocks other appends until the client's transaction has ended. */
export async function holdAppends(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('event_store', 0))`);
}
