import type { Migration } from '@perktree/platform/postgres/migrate';

/** Most events of others in the answer of a batch: about as many as a process folds in the time of the batch. */
const MAX_OTHERS = 200;

/**
 * Also brings the events that others have stored after a known one (`accepted` and `append` null), oldest first: so a process
 * decides on current states without asking. No row for the known event means that the store has lost it, or that too much came
 * after it.
 */
const createAppendBatch = `
CREATE FUNCTION event_store.append_batch(
  streams text[], expected int[], firsts int[], sizes int[], rounds int[],
  owners int[], ids uuid[], types text[], data json[], metadata json[], seen uuid[],
  readers int[], places int[], read_streams text[], read_revisions int[], read_ids uuid[],
  known bigint, known_id uuid
) RETURNS TABLE (
  append int, accepted boolean, revision int, "position" bigint, place int,
  stream text, event_id uuid, type text, event_data json, event_metadata json
)
LANGUAGE plpgsql
SET enable_nestloop = off
SET enable_seqscan = off
AS $$
DECLARE
  head bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_store', 0));
  SELECT coalesce(max(e.position), 0) INTO head FROM event_store.events e;
  IF head - known <= ${MAX_OTHERS} AND EXISTS (
    SELECT FROM event_store.events e WHERE e.position = known AND e.event_id = known_id
  ) THEN
    RETURN QUERY
    SELECT NULL::int, NULL::boolean, e.revision, e.position, 0, e.stream, e.event_id, e.type, e.data, e.metadata
    FROM event_store.events e WHERE e.position >= known ORDER BY e.position;
  END IF;
  RETURN QUERY SELECT * FROM event_store.append_batch(
    streams, expected, firsts, sizes, rounds, owners, ids, types, data, metadata, seen,
    readers, places, read_streams, read_revisions, read_ids
  );
END
$$`;

export const eventsOfOthers: Migration = { name: '0006_events_of_others', isAdditive: true, up: createAppendBatch };
