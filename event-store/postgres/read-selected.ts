import type pg from 'pg';
import type { Selection } from '../port.ts';

/** A time of ISO 8601 in UTC as text that sorts as the time does, however many decimals it has. */
const sortable = (text: string) =>
  `rpad(rtrim(${text}, 'Z') || CASE WHEN strpos(${text}, '.') = 0 THEN '.' ELSE '' END, 30, '0') COLLATE "C"`;

/**
 * $1 streams, $2 types and $3 what each sets, $4 the field that names of what, $5 the cut. The first event past the cut ends its
 * stream. Each sub-select is a descent of the index by stream, whatever the planner thinks of how much is in it.
 */
const queryFor = (isLater: string) => `
  WITH outline AS MATERIALIZED (
    SELECT w.n, w.stream, e.revision, ${isLater} AS is_later,
      coalesce(s.what || ' ' || coalesce(e.data ->> $4, ''), e.revision::text) AS sets
    FROM unnest($1::text[]) WITH ORDINALITY AS w(stream, n)
    CROSS JOIN LATERAL (
      SELECT position, revision, type, data, metadata FROM event_store.events
      WHERE stream = w.stream ORDER BY revision
    ) AS e
    LEFT JOIN unnest($2::text[], $3::text[]) AS s(type, what) ON s.type = e.type
  ), ends AS (
    SELECT n, min(revision) AS revision FROM outline WHERE is_later GROUP BY n
  ), chosen AS (
    SELECT o.n, o.stream, max(o.revision) AS revision FROM outline o LEFT JOIN ends ON ends.n = o.n
    WHERE ends.revision IS NULL OR o.revision < ends.revision GROUP BY o.n, o.stream, o.sets
  )
  SELECT c.n::int AS wanted, e.* FROM chosen c CROSS JOIN LATERAL (
    SELECT position, stream, revision, event_id, type, data, metadata FROM event_store.events
    WHERE stream = c.stream AND revision = c.revision LIMIT 1
  ) AS e ORDER BY c.n, e.revision`;

const BY_POSITION = queryFor('e.position > $5::bigint');
const BY_TIME = queryFor(`${sortable("(e.metadata ->> 'recordedAt')")} > ${sortable('$5::text')}`);

export function selectedQuery(streams: readonly string[], { upTo, sets, by }: Selection): pg.QueryConfig {
  const [text, cut] =
    'position' in upTo ? [BY_POSITION, upTo.position.toString()] : [BY_TIME, new Date(upTo.recordedAt).toISOString()];
  return { text, values: [streams, Object.keys(sets), Object.values(sets), by, cut] };
}
