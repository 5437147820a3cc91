import type { Migration } from '@perktree/platform/postgres/migrate';
import { APPENDED_CHANNEL } from './0001-events.ts';

/**
 * Replaces the `append_batch` of the first migration, and also compares the event that was seen last. The old one stays for
 * processes of the previous version, which may still run.
 *
 * `seen` has for each append the id of the event at its expected revision, or null. If the stored event differs, the
 * store has lost the history of the decision: the append is refused as `is_changed`.
 */
const createAppendBatch = `
CREATE FUNCTION event_store.append_batch(
  streams text[], expected int[], firsts int[], sizes int[], rounds int[],
  owners int[], ids uuid[], types text[], data json[], metadata json[], seen uuid[]
) RETURNS TABLE (append int, accepted boolean, revision int, "position" bigint, is_changed boolean)
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
      ), -1) AS actual, a.seen IS NOT NULL AND a.seen IS DISTINCT FROM (
        SELECT e.event_id FROM event_store.events e WHERE e.stream = a.stream AND e.revision = a.expected
      ) AS changed
      FROM unnest(streams, expected, firsts, sizes, rounds, seen) WITH ORDINALITY
        AS a(stream, expected, first, size, round, seen, append)
      WHERE a.round = this_round
    ), granted AS MATERIALIZED (
      SELECT w.append, w.stream, w.expected, w.first, w.size,
        head + sum(w.size) OVER (ORDER BY w.append) - w.size AS base
      FROM wanted w
      WHERE w.actual = w.expected AND NOT w.changed
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
      coalesce((g.base + g.size)::bigint, s.last_position),
      w.changed
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

export const eventsSeen: Migration = { name: '0002_events_seen', up: createAppendBatch };
