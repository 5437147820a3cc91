import type { Migration } from '@perktree/platform/postgres/migrate';
import { APPENDED_CHANNEL } from './0001-events.ts';

/** SQLSTATE of our own: a write to the events that does not come from a function that appends. */
export const NOT_BY_APPEND = 'ES002';
export const GUARD_TRIGGER = 'only_appends';

/**
 * Refuses INSERT of events outside the functions of the schema that append, and UPDATE, DELETE and TRUNCATE always. The call
 * stack names the function, so older processes, which call the same functions, go on appending; it costs a few microseconds for
 * each statement.
 */
const createAppendGuard = `
CREATE FUNCTION event_store.refuse_other_writes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stack text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    GET DIAGNOSTICS stack = PG_CONTEXT;
    IF stack ~ 'event_store\\.append_(batch|next|in_order)\\(' THEN
      RETURN NULL;
    END IF;
  END IF;
  RAISE EXCEPTION '% of events is refused: the product appends them, and never changes them', TG_OP
    USING ERRCODE = '${NOT_BY_APPEND}';
END
$$;
CREATE TRIGGER ${GUARD_TRIGGER} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON event_store.events
  FOR EACH STATEMENT EXECUTE FUNCTION event_store.refuse_other_writes()`;

/** For copies: appends consecutive events at the end of the log. The caller holds appends and has checked the revisions. */
const createAppendInOrder = `
CREATE FUNCTION event_store.append_in_order(
  of_streams text[], revisions int[], ids uuid[], types text[], data json[], metadata json[]
) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  head bigint;
BEGIN
  SELECT coalesce(max(e.position), 0) INTO head FROM event_store.events e;
  INSERT INTO event_store.events (position, stream, revision, event_id, type, data, metadata)
  SELECT head + v.n, v.stream, v.revision, v.id, v.type, v.data, v.metadata
  FROM unnest(of_streams, revisions, ids, types, data, metadata) WITH ORDINALITY
    AS v(stream, revision, id, type, data, metadata, n);
  PERFORM pg_notify('${APPENDED_CHANNEL}', (head + cardinality(ids))::text);
END
$$`;

export const onlyAppends: Migration = {
  name: '0004_only_appends',
  isAdditive: true,
  up: `${createAppendInOrder}; ${createAppendGuard}`,
};
