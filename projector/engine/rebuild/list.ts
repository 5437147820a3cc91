import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { ProjectionTable } from '@perktree/contracts/operation/projection-calls';
import { eventsBetween } from '@perktree/event-store/events-between';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import type { Checkpoint, ComparedTables } from '../live/checkpoints.ts';
import { LEASES_TABLE } from '../tables/bookkeeping.ts';
import { type RebuildOperation, readOperation } from './operation.ts';

/** A table of rows, as an operator sees it. */
export interface ListedTable extends Omit<Checkpoint, 'seen' | 'events'>, Pick<ProjectionTable, 'rows' | 'bytes'> {
  /** Events up to the store's head (`eventsBetween`); 0 for one that has reached it. */
  readonly behind: bigint;
  readonly updatedAt: Date;
}

export interface ProjectionListing {
  readonly head: bigint;
  readonly tables: readonly ListedTable[];
  /** Null before the first operation. */
  readonly operation: RebuildOperation | null;
  /** The leader of each group of read models; null for a group without leader. */
  readonly leaders: readonly { readonly group: string; readonly holder: string | null }[];
}

/** All tables of the read models with their lag, the current operation, and the leaders. */
export async function listProjections(options: {
  readonly store: EventStore;
  readonly pool: Pool;
}): Promise<ProjectionListing> {
  const { store, pool } = options;
  const { rows } = await pool.query<
    Omit<ListedTable, 'position' | 'behind' | 'rows' | 'bytes' | 'compared'> &
      Readonly<Record<'rows' | 'bytes' | 'compared', string | null>> & { readonly position: string }
  >(
    `SELECT p.name, p.version, p.relation, p.status, p.serving, p.position, p.failed_event_id AS "failedEventId", p.error,
       p.compared, p.updated_at AS "updatedAt", greatest(c.reltuples, s.n_live_tup)::bigint AS rows,
       pg_total_relation_size(c.oid) AS bytes
     FROM ${PROJECTIONS_TABLE} p
     LEFT JOIN pg_class c ON c.oid = to_regclass($1 || '.' || p.relation)
     LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
     ORDER BY p.name, p.serving DESC, p.version DESC, p.relation`,
    [READ_MODEL_SCHEMA],
  );
  const leaders = await pool.query<{ group: string; holder: string | null }>(
    `SELECT name AS group, CASE WHEN expires_at > clock_timestamp() THEN holder END AS holder
     FROM ${LEASES_TABLE} ORDER BY name`,
  );
  const operation = await readOperation(pool);
  // Read it last, so that no table seems to be ahead of it.
  const head = await store.head();
  const behindFrom = new Map<string, bigint>();
  for (const position of new Set(rows.map((row) => row.position))) {
    behindFrom.set(position, await eventsBetween(store, BigInt(position), head));
  }
  const tables = rows.map((row) => ({
    ...row,
    position: BigInt(row.position),
    behind: behindFrom.get(row.position) ?? 0n,
    rows: row.rows === null || row.rows === '-1' ? null : Number(row.rows),
    bytes: Number(row.bytes ?? 0),
    compared: row.compared === null ? null : (JSON.parse(row.compared) as ComparedTables),
  }));
  return { head, tables, operation, leaders: leaders.rows };
}
