import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { run } from '@perktree/platform/postgres/sql';
import type { AuditServiceDeps } from '../../deps.ts';
import type { Place } from '../page.ts';
import type { SupportScope } from '../scope.ts';

export type SourceDeps = Pick<AuditServiceDeps, 'pool' | 'store'>;

/** A page of a timeline, as a source has to fill it. */
export interface WantedEvents {
  /** Of the subject: a redemption, a QR or a person. */
  readonly id: string;
  readonly scope: SupportScope;
  /** The page before ends here; null: this is the first page. */
  readonly before: Place | null;
  /** Effective time of `before`: no row after this moment is needed, ISO 8601 UTC; null: every row is. */
  readonly until: string | null;
  /** At least this many of the newest events before `until`, and all events at `until`. */
  readonly count: number;
}

/**
 * Events for a timeline, in any order; older and later ones than wanted may be among them. Read models only say where to
 * look; the timeline itself is made of events.
 */
export type Source = (deps: SourceDeps, wanted: WantedEvents) => Promise<readonly RecordedEvent[]>;

/** Rows of a statement about `:id`, within the tenants `:tenantIds` (null: any) and up to the time `:until`. */
export async function sourceRowsOf<Row extends object>(
  { pool }: SourceDeps,
  wanted: WantedEvents,
  text: string,
): Promise<Row[]> {
  const { id, scope, until } = wanted;
  return (await run<Row>(pool, text, { id, tenantIds: scope.tenantIds, until })).rows;
}

/**
 * SQL of the newest rows up to a time: all rows of that time, because the page before may end among them, and `count` earlier
 * ones with ties.
 * @param select ends within its WHERE
 * @param column the time; the parameter :until holds its limit
 */
export function newestUntil({ count }: Pick<WantedEvents, 'count'>, select: string, column: string): string {
  return `(${select} AND ${column} = :until::timestamptz) UNION ALL
    (${select} AND (:until::timestamptz IS NULL OR ${column} < :until)
     ORDER BY ${column} DESC FETCH FIRST ${count} ROWS WITH TIES)`;
}

/** The event at the position of a row; null where the store has none there. */
export async function storedAt({ store }: SourceDeps, position: string): Promise<StoredEvent | null> {
  const [stored] = await store.readAll(BigInt(position) - 1n, 1);
  return stored?.position === BigInt(position) ? stored : null;
}
