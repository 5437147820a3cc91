import type { Migration } from '@perktree/platform/postgres/migrate';

/** Notified after each commit that appended, with the position of its last event. */
export const APPENDED_CHANNEL = 'event_store_appended';

/**
 * One table. A stream's revision is the highest in its index, and the head is the highest position. Both take one descent of a
 * B-tree, and there is no row that every append updates and that vacuum has to clean up.
 *
 * Payloads are `json`, not `jsonb`, which keeps the text unchanged, including `\u0000` and the digits of numbers.
 */
const createEvents = `
CREATE TABLE event_store.events (
  position bigint PRIMARY KEY,
  stream text COLLATE "C" NOT NULL,
  revision int NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  metadata json NOT NULL,
  UNIQUE (stream, revision)
)`;

/**
 * Checks and executes a batch of appends in one round trip. The lock is taken first and held until the commit is visible,
 * so writers take turns, every statement below sees all that is committed, and positions have neither gaps nor disorder.
 *
 * Appends are sorted by round; in a round, no two have the same stream. \`rounds\` holds each append's round from 1,
 * \`firsts\` the index of its first event, \`owners\` each event's append. A revision conflict is an answer, not an exception,
 * so that the other appends of the batch succeed.
 *
 * The planner does not know array lengths: nested loops over them would be quadratic.
 */
const createAppendBatch = `
CREATE FUNCTION event_store.append_batch(
  streams text[], expected int[], firsts int[], sizes int[], rounds int[],
  owners int[], ids uuid[], types text[], data json[], metadata json[]
) RETURNS TABLE (append int, accepted boolean, revision int, "position" bigint)
LANGUAGE plpgsql
SET enable_nestloop = off
SET enable_seqscan = off
AS $$
DECLARE
  head_before bigint;
  head bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_store', 0));
  SELECT coalesce(max(e.position), 0) INTO head_before FROM event_store.events e;
  head := head_before;
  FOR this_round IN 1 .. rounds[cardinality(rounds)] LOOP
    RETURN QUERY
    WITH wanted AS MATERIALIZED (
      SELECT a.append, a.stream, a.expected, a.first, a.size, coalesce((
        SELECT e.revision FROM event_store.events e WHERE e.stream = a.stream ORDER BY e.revision DESC LIMIT 1
      ), -1) AS actual
      FROM unnest(streams, expected, firsts, sizes, rounds) WITH ORDINALITY
        AS a(stream, expected, first, size, round, append)
      WHERE a.round = this_round
    ), granted AS MATERIALIZED (
      SELECT w.append, w.stream, w.expected, w.first, w.size,
        head + sum(w.size) OVER (ORDER BY w.append) - w.size AS base
      FROM wanted w
      WHERE w.actual = w.expected
    ), inserted AS (
      INSERT INTO event_store.events (position, stream, revision, event_id, type, data, metadata)
      SELECT g.base + 1 + (v.n - g.first), g.stream, g.expected + 1 + (v.n - g.first), v.id, v.type, v.data, v.metadata
      FROM unnest(owners, ids, types, data, metadata) WITH ORDINALITY AS v(owner, id, type, data, metadata, n)
      JOIN granted g ON g.append = v.owner
    ), standing AS (
      SELECT w.append, (
        SELECT max(e.position)
        FROM event_store.events e
        WHERE e.stream = w.stream AND e.revision > w.expected AND e.revision <= w.expected + w.size
        HAVING count(*) = w.size AND bool_and(e.event_id = ids[w.first + e.revision - w.expected - 1])
      ) AS last_position
      FROM wanted w
      WHERE w.actual > w.expected
    )
    SELECT w.append::int,
      g.append IS NOT NULL OR s.last_position IS NOT NULL,
      CASE WHEN g.append IS NOT NULL OR s.last_position IS NOT NULL THEN w.expected + w.size ELSE w.actual END,
      coalesce((g.base + g.size)::bigint, s.last_position)
    FROM wanted w
    LEFT JOIN granted g ON g.append = w.append
    LEFT JOIN standing s ON s.append = w.append;
    SELECT coalesce(max(e.position), 0) INTO head FROM event_store.events e;
  END LOOP;
  IF head > head_before THEN
    PERFORM pg_notify('${APPENDED_CHANNEL}', head::text);
  END IF;
END
$$`;

export const events: Migration = { name: '0001_events', up: `${createEvents}; ${createAppendBatch}` };
