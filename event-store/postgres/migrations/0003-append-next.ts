import type { Migration } from '@perktree/platform/postgres/migrate';
import { APPENDED_CHANNEL } from './0001-events.ts';

/** SQLSTATE of our own: the head, or the last event of a stream, is not the one that the caller has seen. */
export const NOT_NEXT = 'ES001';

/**
 * Appends events that a process has numbered for the head that it knows, and fails if another process has appended since.
 * `head` and `head_id` are position and id of that head.
 *
 * \`streams\`, \`expected\` and \`seen\` have one item per append, the others one per event. Whether each append follows the
 * event that it was decided on is checked last, because that event may be of an earlier append in the batch.
 */
const createAppendNext = `
CREATE FUNCTION event_store.append_next(
  head bigint, head_id uuid, streams text[], expected int[], seen uuid[],
  of_streams text[], revisions int[], ids uuid[], types text[], data json[], metadata json[]
) RETURNS void
LANGUAGE plpgsql
SET enable_nestloop = off
SET enable_seqscan = off
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_store', 0));
  IF coalesce((SELECT max(e.position) FROM event_store.events e), 0) <> head
    OR (SELECT e.event_id FROM event_store.events e WHERE e.position = head) IS DISTINCT FROM head_id
  THEN
    RAISE EXCEPTION 'another process has appended' USING ERRCODE = '${NOT_NEXT}';
  END IF;
  INSERT INTO event_store.events (position, stream, revision, event_id, type, data, metadata)
  SELECT head + v.n, v.stream, v.revision, v.id, v.type, v.data, v.metadata
  FROM unnest(of_streams, revisions, ids, types, data, metadata) WITH ORDINALITY
    AS v(stream, revision, id, type, data, metadata, n);
  IF EXISTS (
    SELECT FROM unnest(streams, expected, seen) AS a(stream, expected, seen)
    WHERE a.expected >= 0 AND coalesce((
      SELECT a.seen IS NOT NULL AND a.seen <> e.event_id
      FROM event_store.events e WHERE e.stream = a.stream AND e.revision = a.expected
    ), true)
  ) THEN
    RAISE EXCEPTION 'a stream is not where it was' USING ERRCODE = '${NOT_NEXT}';
  END IF;
  PERFORM pg_notify('${APPENDED_CHANNEL}', (head + cardinality(ids))::text);
END
$$`;

export const appendNext: Migration = { name: '0003_append_next', up: createAppendNext };
