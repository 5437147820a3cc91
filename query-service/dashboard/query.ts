import type { Pool } from 'pg';
import { select } from '../sql.ts';
import type { Window } from './days.ts';
import type { ActivityScope } from './scope.ts';

/** The activity of a day in one currency; null for activity without money. */
export interface DayRow {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly scans: number;
  readonly redemptions: number;
  readonly commission: bigint;
  readonly currency: string | null;
}

/** Both periods of a window, by day and currency. */
export function daysOf(pool: Pool, scope: ActivityScope, window: Window): Promise<readonly DayRow[]> {
  return select<DayRow>(
    pool,
    `${scope.shared && `WITH RECURSIVE ${scope.shared}`}
     SELECT day::text AS day, currency, sum(scans)::integer AS scans, sum(redemptions)::integer AS redemptions,
       sum(commission_minor)::bigint AS commission
     FROM (${scope.days}) AS activity GROUP BY day, currency`,
    [scope.id, window.previousFrom, window.days.at(-1)],
  );
}

/** Active sites now, and at the start of the window's newer period. */
export async function activeSites(
  pool: Pool,
  scope: ActivityScope,
  window: Window,
): Promise<{ readonly now: number; readonly before: number }> {
  if (scope.sites === null) return { now: 0, before: 0 };
  const [counts] = await select<{ now: number; before: number }>(
    pool,
    `SELECT count(*)::integer AS now,
       (count(*) FILTER (WHERE s.created_at < $2::date::timestamp AT TIME ZONE 'UTC'))::integer AS before
     FROM read_models.sites s WHERE s.is_active AND ${scope.sites}`,
    [scope.id, window.days[0]],
  );
  return counts ?? { now: 0, before: 0 };
}
