import type { Pool } from 'pg';
import { GUARD_TRIGGER } from './migrations/0004-only-appends.ts';

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
    [GUARD_TRIGGER],
  );
  if (!rows[0]?.enabled) return 'off';
  return rows[0].login ? 'owner' : 'on';
}
