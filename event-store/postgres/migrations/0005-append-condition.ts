import type { Migration } from '@perktree/platform/postgres/migrate';
import { MAX_MISSING } from '../../append-outcome.ts';
import { APPENDED_CHANNEL } from './0001-events.ts';
import { NOT_NEXT } from './0003-append-next.ts';

/**
 * Whether a stream is not as it was read, for a row `r` with `stream`, `revision` (-1: empty) and `id` of its last event.
 * One descent of the index by stream.
 */
const IS_STALE = `CASE WHEN r.revision < 0
    THEN EXISTS (SELECT FROM event_store.events e WHERE e.stream = r.stream)
    ELSE ((r.revision, r.id) = (
      SELECT e.revision, e.event_id FROM event_store.events e WHERE e.stream = r.stream ORDER BY e.revision DESC LIMIT 1
    )) IS NOT TRUE END`;

/**
 * Replaces the `append_batch` of earlier migrations, and also compares the streams that a decision has read. The old ones stay
 * for processes of the previous versions, which may still run.
 *
 * `readers` to `read_ids`: a row for each append and stream that it has read. No append of a batch has read a stream that
 * another one writes, so comparing all reads first, under the lock, is comparing each at its turn.
 *
 * The answers come first. Then, with `accepted` null, what a refused append has missed: the events of its own stream (`place` 0)
 * and of those that it has read (`place` from 1), from the compared revision on.
 */
const createAppendBatch = `
CREATE FUNCTION event_store.append_batch(
  streams text[], expected int[], firsts int[], sizes int[], rounds int[],
  owners int[], ids uuid[], types text[], data json[], metadata json[], seen uuid[],
  readers int[], places int[], read_streams text[], read_revisions int[], read_ids uuid[]
) RETURNS TABLE (
  append int, accepted boolean, revision int, "position" bigint, place int,
  stream text, event_id uuid, type text, event_data json, event_metadata json
)
LANGUAGE plpgsql
SET enable_nestloop = off
SET enable_seqscan = off
AS $$
DECLARE
  head_before bigint;
  head bigint;
  stale int[];
  refused int[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_store', 0));
  SELECT coalesce(max(e.position), 0) INTO head_before FROM event_store.events e;
  head := head_before;
  SELECT coalesce(array_agg(r.reader), '{}') INTO stale
  FROM unnest(readers, read_streams, read_revisions, read_ids) AS r(reader, stream, revision, id)
  WHERE ${IS_STALE};
  FOR this_round IN 1 .. rounds[cardinality(rounds)] LOOP
    FOR append, accepted, revision, "position" IN
      WITH wanted AS MATERIALIZED (
        SELECT a.append, a.stream, a.expected, a.first, a.size, coalesce((
          SELECT e.revision FROM event_store.events e WHERE e.stream = a.stream ORDER BY e.revision DESC LIMIT 1
        ), -1) AS actual, a.append = ANY (stale) OR a.seen IS NOT NULL AND a.seen IS DISTINCT FROM (
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
        coalesce((g.base + g.size)::bigint, s.last_position)
      FROM wanted w
      LEFT JOIN granted g ON g.append = w.append
      LEFT JOIN standing s ON s.append = w.append
    LOOP
      IF NOT accepted THEN refused := refused || append; END IF;
      RETURN NEXT;
    END LOOP;
    SELECT coalesce(max(e.position), 0) INTO head FROM event_store.events e;
  END LOOP;
  IF cardinality(refused) > 0 THEN
    RETURN QUERY
    SELECT r.append, NULL::boolean, m.revision, m.position, r.place, m.stream, m.event_id, m.type, m.data, m.metadata
    FROM (
      SELECT a.append::int, 0 AS place, a.stream, a.expected AS revision
      FROM unnest(streams, expected) WITH ORDINALITY AS a(stream, expected, append)
      UNION ALL
      SELECT o.reader, o.place, o.stream, o.revision
      FROM unnest(readers, places, read_streams, read_revisions) AS o(reader, place, stream, revision)
    ) r CROSS JOIN LATERAL (
      SELECT * FROM event_store.events e
      WHERE e.stream = r.stream AND e.revision >= r.revision ORDER BY e.revision LIMIT ${MAX_MISSING + 2}
    ) m
    WHERE r.append = ANY (refused)
    ORDER BY r.append, r.place, m.revision;
  END IF;
  IF head > head_before THEN
    PERFORM pg_notify('${APPENDED_CHANNEL}', head::text);
  END IF;
END
$$`;

/**
 * Replaces the `append_next` of an earlier migration, and also compares the streams that the decisions have read, as
 * `append_batch` does.
 */
const createAppendNext = `
CREATE FUNCTION event_store.append_next(
  head bigint, head_id uuid, streams text[], expected int[], seen uuid[],
  of_streams text[], revisions int[], ids uuid[], types text[], data json[], metadata json[],
  read_streams text[], read_revisions int[], read_ids uuid[]
) RETURNS void
LANGUAGE plpgsql
SET enable_nestloop = off
SET enable_seqscan = off
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_store', 0));
  IF EXISTS (
    SELECT FROM unnest(read_streams, read_revisions, read_ids) AS r(stream, revision, id) WHERE ${IS_STALE}
  ) THEN
    RAISE EXCEPTION 'a stream is not as it was read' USING ERRCODE = '${NOT_NEXT}';
  END IF;
  PERFORM event_store.append_next(
    head, head_id, streams, expected, seen, of_streams, revisions, ids, types, data, metadata
  );
END
$$`;

export const appendCondition: Migration = {
  name: '0005_append_condition',
  isAdditive: true,
  up: `${createAppendBatch}; ${createAppendNext}`,
};
