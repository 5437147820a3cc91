import type { Pool } from 'pg';
import { select } from '../engine/sql.ts';
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
export async function dashboardDaysOf(pool: Pool, scope: ActivityScope, window: Window): Promise<readonly DayRow[]> {
  const rows = await select<Omit<DayRow, 'day'> & { readonly number: number }>(
    pool,
    `${scope.shared && `WITH RECURSIVE ${scope.shared}`}
     SELECT width_bucket(at, :starts::timestamptz[]) AS number, currency, sum(scans)::integer AS scans, sum(redemptions)::integer AS redemptions,
       sum(commission_minor)::bigint AS commission
     FROM (${scope.days}) AS activity GROUP BY number, currency`,
    { id: scope.id, start: window.starts[0], end: window.starts.at(-1), starts: window.starts },
  );
  return rows.map(({ number, ...row }) => ({ ...row, day: window.allDays[number - 1] ?? '' }));
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
       (count(*) FILTER (WHERE s.created_at < :start))::integer AS before
     FROM read_models.sites s WHERE s.is_active AND ${scope.sites}`,
    { id: scope.id, start: window.starts.at(-1 - window.days.length) },
  );
  return counts ?? { now: 0, before: 0 };
}
