import type { ClientBase } from 'pg';
import { LEASES_TABLE, MEMBERS_TABLE } from '../tables/bookkeeping.ts';

/** The right to write a group of read models. */
export interface Lease {
  readonly name: string;
  /** Fencing token: higher than that of the previous holder. */
  readonly token: bigint;
  /** How long it lasts without a heartbeat, in milliseconds. */
  readonly ttlMs: number;
}

/** Another projector has the lease; this transaction must not commit. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor(lease: Lease) {
    super(`another projector leads ${lease.name}`);
  }
}

/** The expiry time by the database's clock, which is the same for all processes. */
const UNTIL = `clock_timestamp() + $2 * interval '1 millisecond'`;

/**
 * Records a heartbeat of a projector and prolongs its leases by `ttlMs`.
 * @returns the number of live projectors, with this one, and the names of the leases that are still held
 */
export async function keepAlive(
  client: ClientBase,
  { holder, ttlMs, leases }: { readonly holder: string; readonly ttlMs: number; readonly leases: readonly Lease[] },
): Promise<{ readonly alive: number; readonly kept: ReadonlySet<string> }> {
  const { rows } = await client.query<{ alive: number; kept: readonly string[] }>(
    `WITH gone AS (DELETE FROM ${MEMBERS_TABLE} WHERE expires_at < clock_timestamp() AND holder <> $1),
       me AS (INSERT INTO ${MEMBERS_TABLE} VALUES ($1, ${UNTIL})
              ON CONFLICT (holder) DO UPDATE SET expires_at = EXCLUDED.expires_at),
       kept AS (UPDATE ${LEASES_TABLE} l SET expires_at = ${UNTIL}
                FROM unnest($3::text[], $4::bigint[]) AS mine(name, token) WHERE l.name = mine.name AND l.token = mine.token
                RETURNING l.name)
     SELECT (SELECT count(*)::integer FROM ${MEMBERS_TABLE} WHERE expires_at >= clock_timestamp() AND holder <> $1) + 1 AS alive,
       ARRAY(SELECT name FROM kept) AS kept`,
    [holder, ttlMs, leases.map(({ name }) => name), leases.map(({ token }) => token)],
  );
  const [row] = rows;
  return { alive: row?.alive ?? 1, kept: new Set(row?.kept) };
}

export async function endMembership(client: ClientBase, holder: string): Promise<void> {
  await client.query(`DELETE FROM ${MEMBERS_TABLE} WHERE holder = $1`, [holder]);
}

/** Creates the missing rows of leases. */
export async function ensureLeases(client: ClientBase, names: readonly string[]): Promise<void> {
  await client.query(`INSERT INTO ${LEASES_TABLE} (name) SELECT unnest($1::text[]) ON CONFLICT (name) DO NOTHING`, [
    names,
  ]);
}

/**
 * Takes a lease that has expired, was released, or whose holder's connection has ended; null if it is held. Waits for an
 * open transaction of the previous holder.
 */
export async function acquireLease(
  client: ClientBase,
  name: string,
  ttlMs: number,
  holder: string,
): Promise<Lease | null> {
  const { rows } = await client.query<{ token: string }>(
    `UPDATE ${LEASES_TABLE} l SET holder = $3, token = token + 1, expires_at = ${UNTIL}, session_pid = pg_backend_pid(),
       session_start = (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
     WHERE name = $1 AND (expires_at <= clock_timestamp() OR holder = $3 OR NOT EXISTS (
       SELECT 1 FROM pg_stat_activity a WHERE a.pid = l.session_pid
         -- The start of another role's session is hidden: then it counts as the holder's.
         AND coalesce(a.backend_start = l.session_start, true)))
     RETURNING token`,
    [name, ttlMs, holder],
  );
  const [row] = rows;
  return row === undefined ? null : { name, token: BigInt(row.token), ttlMs };
}

/** Releases a lease, so that another projector can take it immediately. */
export async function releaseLease(client: ClientBase, { name, token }: Lease): Promise<void> {
  await client.query(
    `UPDATE ${LEASES_TABLE} SET holder = NULL, expires_at = '-infinity', session_pid = NULL WHERE name = $1 AND token = $2`,
    [name, token],
  );
}

/**
 * The fence: the first statement of a writing transaction. Until the transaction ends, no other projector can take the lease,
 * and `holdProjectors` waits.
 * @throws LeaseLost
 */
export async function assertLease(client: ClientBase, lease: Lease): Promise<void> {
  // Postgres ends the transaction of a frozen holder, so that its locks do not block the next one.
  const { rowCount } = await client.query(
    `SELECT set_config('idle_in_transaction_session_timeout', $3, true) FROM ${LEASES_TABLE}
     WHERE name = $1 AND token = $2 FOR SHARE`,
    [lease.name, lease.token, `${lease.ttlMs}`],
  );
  if (rowCount !== 1) throw new LeaseLost(lease);
}

/** Blocks the transactions of all projectors until this one ends: keep it short. */
export async function holdProjectors(client: ClientBase): Promise<void> {
  await client.query(`SELECT 1 FROM ${LEASES_TABLE} ORDER BY name FOR UPDATE`);
}
