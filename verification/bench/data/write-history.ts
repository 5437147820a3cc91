import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeEvent } from '@perktree/contracts/catalogue/codec';
import type { StoredEvent } from '@perktree/event-store/port';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { insertEvents, withoutGuard } from '@perktree/event-store/testing/tamper';
import type { Pool } from 'pg';
import { businessOf, type StreamEvent } from './business.ts';
import { idOf } from './names.ts';

const BATCH = 5_000;
/** Events that are generated between two turns of the event loop. */
const EVENTS_OF_A_TURN = 250;

/** Time of the event at a position; the first is three hours ago, so that all events are recent. */
const FIRST_AT = Date.now() - 3 * 3_600_000;
const atPosition = (position: number) => new Date(FIRST_AT + position / 100).toISOString();

/** Appends events. No other process may append at the same time. */
export async function writeHistory(pool: Pool, events: Iterable<StreamEvent>): Promise<void> {
  const { rows } = await pool.query<{ head: string }>(
    `SELECT coalesce(max(position), 0) AS head FROM ${EVENT_STORE_SCHEMA}.events`,
  );
  let position = Number(rows[0]?.head ?? 0);
  const revisions = new Map<string, number>();
  let batch: StoredEvent[] = [];
  let writing: Promise<void> = Promise.resolve();
  await withoutGuard(pool, async (client) => {
    // Encode the next batch while the server takes one.
    const flush = async () => {
      await writing;
      if (batch.length > 0) writing = insertEvents(client, batch);
      // Avoid an unhandled rejection; `await writing` rethrows.
      writing.catch(() => {});
      batch = [];
    };
    for (const { stream, event } of events) {
      position += 1;
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      const [id, requestId] = [idOf(`event ${position}`), idOf(`request ${position}`)];
      const encoded = encodeEvent(event, id, {
        $correlationId: requestId,
        $causationId: requestId,
        actor: { id: businessOf(0).ownerId, role: 'site_owner' },
        commandId: idOf(`command ${position}`),
        commandName: 'Bench',
        recordedAt: atPosition(position),
      });
      batch.push({ ...encoded, stream, revision, position: BigInt(position) });
      if (batch.length >= BATCH) await flush();
      else if (batch.length % EVENTS_OF_A_TURN === 0) await nextTurn();
    }
    await flush();
    await writing;
  });
}
