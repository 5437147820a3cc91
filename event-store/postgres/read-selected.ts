import type pg from 'pg';
import type { Selection } from '../port.ts';

/**
 * $1 streams, $2 event types and $3 the setting of each, $4 the field that names the subject, $5 the last position. Each
 * sub-select is a descent of the index by stream, independent of the planner's estimates.
 */
const SELECTED = `
  WITH outline AS MATERIALIZED (
    SELECT w.n, w.stream, e.revision, coalesce(s.what || ' ' || coalesce(e.data ->> $4, ''), e.revision::text) AS sets
    FROM unnest($1::text[]) WITH ORDINALITY AS w(stream, n)
    CROSS JOIN LATERAL (
      SELECT revision, type, data FROM event_store.events
      WHERE stream = w.stream AND position <= $5::bigint ORDER BY revision
    ) AS e
    LEFT JOIN unnest($2::text[], $3::text[]) AS s(type, what) ON s.type = e.type
  ), chosen AS (
    SELECT o.n, o.stream, max(o.revision) AS revision FROM outline o GROUP BY o.n, o.stream, o.sets
  )
  SELECT c.n::int AS wanted, e.* FROM chosen c CROSS JOIN LATERAL (
    SELECT position, stream, revision, event_id, type, data, metadata FROM event_store.events
    WHERE stream = c.stream AND revision = c.revision LIMIT 1
  ) AS e ORDER BY c.n, e.revision`;

/** $1 streams, $2 the position. Each sub-select is a descent of the index by stream. */
const SINCE = `
  SELECT w.n::int AS wanted, e.* FROM unnest($1::text[]) WITH ORDINALITY AS w(stream, n) CROSS JOIN LATERAL (
    SELECT position, stream, revision, event_id, type, data, metadata FROM event_store.events
    WHERE stream = w.stream AND revision >= coalesce(
      (SELECT max(revision) FROM event_store.events WHERE stream = w.stream AND position <= $2::bigint), 0)
  ) AS e ORDER BY w.n, e.revision`;

export function sinceQuery(streams: readonly string[], position: bigint): pg.QueryConfig {
  return { text: SINCE, values: [streams, position.toString()] };
}

export function selectedQuery(streams: readonly string[], { upTo, sets, by }: Selection): pg.QueryConfig {
  return { text: SELECTED, values: [streams, Object.keys(sets), Object.values(sets), by, upTo.position.toString()] };
}
