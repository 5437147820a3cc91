import { hostname } from 'node:os';
import type { ProjectionsAnswer } from '@perktree/contracts/operation/projection-calls';
import { HeldSession } from '@perktree/platform/postgres/held-session';
import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { OPERATION_TABLE } from '../tables/bookkeeping.ts';

/** Advisory lock ("proj", "oper"), held by the operator's connection and released with it. */
const LOCK = [0x70726f6a, 0x6f706572] as const;
const HELD = `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = ${LOCK[0]} AND objid = ${LOCK[1]}
  AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** A pool, a connection of it, or the session that holds the lock. */
interface Asked {
  query<Row extends QueryResultRow>(text: string): Promise<QueryResult<Row>>;
}

type Operation = NonNullable<ProjectionsAnswer['operation']>;
/** `events`: also those of earlier runs of an interrupted rebuild. */
export type OperationProgress = Readonly<NonNullable<Operation['progress']>>;

export interface RebuildOperation extends Readonly<Omit<Operation, 'startedAt' | 'endedAt'>> {
  readonly startedAt: Date;
  /** Null: it is running, or was interrupted. */
  readonly endedAt: Date | null;
  /** The result of the work as JSON; bigints are strings. */
  readonly result: unknown;
}

export class OperationUnderWay extends Error {
  override readonly name = 'OperationUnderWay';
  constructor(readonly operation: RebuildOperation | null) {
    const who = operation && `${operation.what} by ${operation.holder}, since ${operation.startedAt.toISOString()}`;
    super(`Refused: another operation is running (${who ?? 'its holder is not known yet'}).`);
  }
}

export interface Operating {
  /** Aborts when the lock is lost, because another operation may start. */
  readonly signal: AbortSignal;
  /** Publishes the progress; call it at most twice a second. */
  tell(progress: OperationProgress): Promise<void>;
}

export interface OperationOptions {
  readonly pool: Pool;
  /** Names the operator to other callers, who are refused meanwhile. */
  readonly holder?: string | undefined;
  /** Stops it between two transactions. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the operation has the lock. */
  readonly onBegin?: (() => void) | undefined;
  readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
}

/**
 * Runs an exclusive operation: rebuild, swap, drop, verify. Its result is stored until the next one.
 * @param what a few words: "rebuild of qrs"
 * @throws OperationUnderWay with the running operation
 */
export async function operate<T>(
  options: Omit<OperationOptions, 'onProgress'> & { readonly what: string },
  work: (operating: Operating) => Promise<T>,
): Promise<T> {
  const { pool, what, signal } = options;
  const holder = options.holder ?? `${hostname()}:${process.pid}`;
  const client = await pool.connect();
  const lost = new AbortController();
  const onError = (error: Error) => lost.abort(error);
  client.on('error', onError);
  const session = new HeldSession(client);
  try {
    await lock(session, what, holder);
    options.onBegin?.();
    const signals = signal ? [signal, lost.signal] : [lost.signal];
    const tell = async (progress: OperationProgress) => {
      await session.query(`UPDATE ${OPERATION_TABLE} SET progress = $1`, [JSON.stringify(progress)]);
    };
    const result = await work({ signal: AbortSignal.any(signals), tell });
    await end(session, result ?? null, null);
    return result;
  } catch (error) {
    const isMine = !(error instanceof OperationUnderWay) && !lost.signal.aborted;
    if (isMine) await end(session, null, error instanceof Error ? error.message : String(error)).catch(onError);
    throw error;
  } finally {
    session.letGo();
    // Unlock at once for the next operation; if that fails, the end of the session releases the lock.
    await session.query('SELECT pg_advisory_unlock($1, $2)', [...LOCK]).catch(onError);
    client.off('error', onError);
    client.release(true);
  }
}

async function lock(client: HeldSession, what: string, holder: string): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [...LOCK]);
  if (rows[0]?.locked !== true) throw new OperationUnderWay(await readOperation(client));
  await client.query(
    `INSERT INTO ${OPERATION_TABLE} (what, holder, started_at) VALUES ($1, $2, now()) ON CONFLICT (one) DO UPDATE
     SET what = $1, holder = $2, started_at = now(), ended_at = NULL, progress = NULL, result = NULL, error = NULL`,
    [what, holder],
  );
}

async function end(client: HeldSession, result: unknown, error: string | null): Promise<void> {
  const text = JSON.stringify(result, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
  await client.query(`UPDATE ${OPERATION_TABLE} SET ended_at = now(), result = $1, error = $2`, [text, error]);
}

/** Null before the first operation. */
export async function readOperation(db: Asked): Promise<RebuildOperation | null> {
  const { rows } = await db.query<
    Omit<RebuildOperation, 'progress' | 'result'> & Readonly<Record<'progress' | 'result', string | null>>
  >(
    `SELECT what, holder, started_at AS "startedAt", ended_at AS "endedAt", ended_at IS NULL AND ${HELD} AS "underWay",
       progress, error, result FROM ${OPERATION_TABLE}`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));
  return { ...row, progress: parsed(row.progress) as OperationProgress | null, result: parsed(row.result) };
}
