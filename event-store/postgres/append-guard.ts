import type { Pool } from 'pg';

/** SQLSTATE of our own: a write to the events that does not come from a function that appends. */
export const NOT_BY_APPEND = 'ES002';
const TRIGGER = 'only_appends';

/**
 * Refuses INSERT of events outside the functions of the schema that append, and UPDATE, DELETE and TRUNCATE always. The call
 * stack names the function, so older processes, which call the same functions, go on appending; it costs a few microseconds for
 * each statement.
 */
export const createAppendGuard = `
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
CREATE TRIGGER ${TRIGGER} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON event_store.events
  FOR EACH STATEMENT EXECUTE FUNCTION event_store.refuse_other_writes()`;

/** For copies: appends consecutive events at the end of the log. The caller holds appends and has checked the revisions. */
export const createAppendInOrder = (channel: string): string => `
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
  PERFORM pg_notify('${channel}', (head + cardinality(ids))::text);
END
$$`;

/**
 * What protects events from other writes in the database. `on`: the trigger, and no login owns the table. `owner`: the trigger,
 * but a login owns the table and could switch it off. `off`: the trigger is missing or switched off. `engine`: the events are
 * not in Postgres; its own rights protect them.
 */
export type AppendGuard = 'on' | 'owner' | 'off' | 'engine';

/** What the guard cannot do, for operators; null: nothing but what a superuser of the database can. */
export const GUARD_TEXTS: Readonly<Record<AppendGuard, string | null>> = {
  on: null,
  owner:
    'A login owns the table of events: the database refuses ordinary writes to it, and this login can switch that off.',
  off: 'The database does not refuse other writes to the events: the trigger only_appends is missing or switched off.',
  engine: 'The events are in EventStoreDB: its own rights alone decide who appends.',
};

/** @param isPostgres whether the events are in this database */
export async function readAppendGuard(pool: Pick<Pool, 'query'>, isPostgres: boolean): Promise<AppendGuard> {
  if (!isPostgres) return 'engine';
  const { rows } = await pool.query<{ enabled: boolean; login: boolean }>(
    `SELECT r.rolcanlogin AS login, EXISTS (
       SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = $1 AND t.tgenabled IN ('O', 'A')
     ) AS enabled
     FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
     WHERE s.nspname = 'event_store' AND c.relname = 'events'`,
    [TRIGGER],
  );
  if (!rows[0]?.enabled) return 'off';
  return rows[0].login ? 'owner' : 'on';
}
