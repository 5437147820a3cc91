import type { EventStore } from '@perktree/event-store/port';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { FastifyBaseLogger } from 'fastify';

/** Columns outside of read models with a position of the event store at which a process continues. */
export const KEPT_POSITIONS = [
  ['webhooks.endpoints', 'position'],
  ['webhooks.deliveries', 'position'],
  ['identity.mail_checkpoint', 'position'],
  ['audit.chain_segments', 'last_position'],
] as const;

/** The distinct positions in ascending order. */
export async function readKeptPositions(db: Queryable): Promise<readonly bigint[]> {
  const each = KEPT_POSITIONS.map(([table, column]) => `SELECT ${column} AS position FROM ${table}`);
  const { rows } = await db.query<{ position: string }>(`${each.join(' UNION ')} ORDER BY position`);
  return rows.map(({ position }) => BigInt(position));
}

/**
 * Logs a warning if webhooks, mails or the audit chain cannot continue, because their positions are those of another event
 * store. Never rejects: the product also starts while a store is down.
 */
export async function warnOfOtherStore(options: {
  readonly store: Pick<EventStore, 'readAll' | 'head'>;
  readonly pool: Queryable;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
}): Promise<void> {
  const { store, pool, logger } = options;
  try {
    const newest = (await readKeptPositions(pool)).at(-1) ?? 0n;
    if (newest <= (await store.head()) && (await isPositionOf(store, newest))) return;
    logger.warn(
      { position: newest.toString() },
      'webhooks, mails or the audit chain have reached a position that the event store does not have: if the events were moved from another engine, stop the product and run migrate-events with --positions',
    );
  } catch (err) {
    logger.warn({ err }, 'cannot compare the positions of webhooks, mails and the audit chain with the event store');
  }
}

/** In EventStoreDB only positions of events are valid; in Postgres every number is. */
async function isPositionOf(store: Pick<EventStore, 'readAll'>, position: bigint): Promise<boolean> {
  try {
    await store.readAll(position, 1);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
