import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool, QueryResult } from 'pg';
import { FILES_CHANNEL } from './migrations.ts';

/** Seconds after which another process takes over the file of one that no longer renews its lease. */
const LEASE_SECONDS = 15;
/** Processes that may die at a file before it has failed for good. */
export const DEATHS = 3;
/** Attempts that outages may end before the file has failed for good. Their pauses last an hour together. */
export const OUTAGES = 17;
/** Pause after the first failed attempt, in seconds. Each later one is twice as long. */
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 300;
const CHUNK_BYTES = 256 * 1024;

export interface ClaimedFile {
  readonly fileId: string;
  /** The number of this attempt. Only the newest one may finish the file. */
  readonly attempt: number;
  /** Earlier attempts whose process died. */
  readonly deaths: number;
  /** Earlier attempts that ended because a store did not answer. */
  readonly outages: number;
  readonly userId: string;
  readonly role: string;
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Moment of the request, milliseconds since 1970. */
  readonly requestedAt: number;
}

export interface FilePart {
  readonly name: string;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/**
 * Claims the next file that waits or whose lease has ended, which counts as a death of its process. Users without a running
 * file come first, then the users served longest ago, so that many files of one user do not delay others.
 *
 * Claims run one at a time, because two concurrent claims could start files of the same user. Both statements are sent
 * together, so they are one transaction. The second one sees files that were claimed while the first one waited.
 */
export async function claimFile(pool: Pool): Promise<ClaimedFile | null> {
  const results: unknown = await pool.query(
    `SELECT pg_advisory_xact_lock(hashtext('files'), hashtext('claim'));
     UPDATE files.files SET status = 'running', attempt = attempt + 1, progress = 0,
       deaths = deaths + (status = 'running')::integer,
       leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     WHERE file_id = (
       SELECT f.file_id FROM files.files f
       WHERE f.status IN ('queued', 'running') AND (f.leased_until IS NULL OR f.leased_until < now())
       ORDER BY
         (SELECT count(*) FROM files.files o
          WHERE o.user_id = f.user_id AND o.status = 'running' AND o.leased_until >= now()),
         (SELECT max(o.finished_at) FROM files.files o WHERE o.user_id = f.user_id) NULLS FIRST, f.created_at
       LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING file_id AS "fileId", attempt, deaths, outages, user_id AS "userId", role, name, url, headers,
       (extract(epoch FROM created_at) * 1000)::float8 AS "requestedAt"`,
  );
  const [, claimed] = results as [QueryResult, QueryResult<ClaimedFile>];
  return claimed.rows[0] ?? null;
}

/** Renews the lease and stores the progress. @returns false if the file was cancelled, deleted or taken over */
export async function renewLease(pool: Pool, { fileId, attempt }: Attempt, progress: number): Promise<boolean> {
  const { rowCount } = await run(
    pool,
    `WITH renewed AS (
       UPDATE files.files SET progress = :progress, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
       WHERE file_id = :fileId AND attempt = :attempt AND status = 'running' RETURNING user_id)
     SELECT pg_notify('${FILES_CHANNEL}', user_id) FROM renewed`,
    { fileId, attempt, progress },
  );
  return rowCount === 1;
}

type Attempt = Pick<ClaimedFile, 'fileId' | 'attempt'>;

/** Stores the parts of an attempt. They are shown when the file is finished. */
export async function storeParts(pool: Pool, { fileId, attempt }: Attempt, parts: readonly FilePart[]): Promise<void> {
  for (const [number, { name, contentType, body }] of parts.entries()) {
    const bytes = Buffer.from(body);
    for (let chunk = 0; chunk * CHUNK_BYTES < bytes.length; chunk += 1) {
      const piece = bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
      await pool.query('INSERT INTO files.chunks VALUES ($1, $2, $3, $4, $5)', [fileId, attempt, number, chunk, piece]);
    }
    const part = { file_id: fileId, attempt, number, name, content_type: contentType, bytes: bytes.length };
    await run(pool, sql('files.parts').insert(part));
  }
}

/**
 * Finishes the file with the parts of this attempt, unless it was cancelled or another process has taken over.
 * @param failure null, or the code of a refusal
 */
export async function endAttempt(pool: Pool, { fileId, attempt }: Attempt, failure: RefusalCode | null): Promise<void> {
  await run(
    pool,
    `WITH ended AS (
       UPDATE files.files SET status = :status, failure = :failure, finished_at = now(), leased_until = NULL
       WHERE file_id = :fileId AND attempt = :attempt AND status = 'running' RETURNING user_id),
     outdated AS (
       DELETE FROM files.chunks WHERE file_id = :fileId AND (attempt < :attempt OR :status::text = 'failed') AND EXISTS (TABLE ended))
     SELECT pg_notify('${FILES_CHANNEL}', user_id) FROM ended`,
    { fileId, attempt, status: failure === null ? 'done' : 'failed', failure },
  );
}

/** Why an attempt has ended without a result. A stop of its maker is no failure of the file. */
export type AttemptEnd = 'stop' | 'death' | 'outage';

/**
 * Lets another process take the file: at once after a stop, after a pause otherwise. Deletes what this attempt has stored.
 *
 * Two statements: the first one ends the attempt, so that the second one reads a status that this attempt can no longer
 * change. If the answer to `endAttempt` was lost, the file may be done, and keeps its content.
 */
export async function releaseFile(pool: Pool, file: Released, end: AttemptEnd): Promise<void> {
  const { fileId, attempt } = file;
  const running = sql('files.files').where({ file_id: fileId, attempt, status: 'running' });
  const failed =
    end === 'stop' ? {} : end === 'death' ? { deaths: sql.raw('deaths + 1') } : { outages: sql.raw('outages + 1') };
  const until = sql.raw('now() + make_interval(secs => ?)', [pauseSeconds(file, end)]);
  await run(pool, running.update({ status: 'queued', leased_until: until, ...failed }));
  await pool.query(
    `DELETE FROM files.chunks WHERE file_id = $1 AND attempt = $2
       AND NOT EXISTS (SELECT FROM files.files WHERE file_id = $1 AND attempt = $2 AND status = 'done')`,
    [fileId, attempt],
  );
}

type Released = Pick<ClaimedFile, 'fileId' | 'attempt' | 'deaths' | 'outages'>;

function pauseSeconds({ deaths, outages }: Released, end: AttemptEnd): number {
  return end === 'stop' ? 0 : Math.min(FIRST_PAUSE_SECONDS * 2 ** (deaths + outages), MAX_PAUSE_SECONDS);
}
