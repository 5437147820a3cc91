import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { REFUSALS, Refused, refusalSentence } from '@perktree/contracts/kernel/refusals';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { FILES_CHANNEL, TOO_MANY_FILES } from './migrations.ts';

/** A long call whose answer becomes a file. */
interface FileRequest {
  readonly userId: string;
  /** The active role: the call is made in it. */
  readonly role: string;
  readonly name: string;
  /** Path with query. */
  readonly url: string;
  /** Headers that the answer depends on. */
  readonly headers: Readonly<Record<string, string>>;
  readonly at: Date;
}

interface FileRow {
  readonly file_id: string;
  readonly name: string;
  readonly role: string;
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: number;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly failure: string | null;
  readonly parts: readonly { readonly name: string; readonly contentType: string; readonly bytes: number }[] | null;
}

const RETRY_SECONDS = 30;
/** Chunks of a part that a download reads at a time: 1 MiB. */
const CHUNKS_AT_ONCE = 4;

const FILES = `
  SELECT f.file_id, f.name, f.role, f.status, f.progress, f.created_at, f.expires_at, f.failure,
    (SELECT json_agg(json_build_object('name', p.name, 'contentType', p.content_type, 'bytes', p.bytes) ORDER BY p.number)
     FROM files.parts p WHERE p.file_id = f.file_id AND p.attempt = f.attempt AND f.status = 'done') AS parts
  FROM files.files f
  WHERE f.user_id = :userId AND f.role = ANY(:allRoles) AND f.expires_at > now()`;

/**
 * Requests a file, or gives the unfinished one of the same request.
 * @returns its id
 * @throws Refused TOO_MANY_REQUESTS if the user has too many unfinished files
 */
export async function requestFile(pool: Pool, request: FileRequest, days: number): Promise<string> {
  const { userId, role, name, url, headers, at } = request;
  try {
    const { rows } = await pool.query<{ id: string }>('SELECT files.request($1, $2, $3, $4, $5, $6, $7) AS id', [
      userId,
      role,
      name,
      url,
      JSON.stringify(headers),
      days,
      at,
    ]);
    return (rows[0] as { id: string }).id;
  } catch (error) {
    if ((error as { code?: string }).code !== TOO_MANY_FILES) throw error;
    throw new Refused('TOO_MANY_REQUESTS', { seconds: RETRY_SECONDS });
  }
}

/** A user's files, newest first. Files of a role that the user no longer has are left out. */
export async function filesOf(pool: Pool, user: FileReader): Promise<readonly FileAnswer[]> {
  const { rows } = await run<FileRow>(pool, `${FILES} ORDER BY f.created_at DESC, f.file_id`, { ...user });
  return rows.map(answerOf);
}

/** A user, with all roles. */
interface FileReader {
  readonly userId: string;
  readonly allRoles: readonly string[];
}

/** @throws Refused NOT_FOUND for a file of another user, or of a role that the user no longer has */
export async function fileOf(pool: Pool, user: FileReader, fileId: string): Promise<FileAnswer> {
  const { rows } = await run<FileRow>(pool, `${FILES} AND f.file_id = :fileId`, { ...user, fileId });
  const [row] = rows;
  if (row === undefined) throw new Refused('NOT_FOUND');
  return answerOf(row);
}

/** Cancels an unfinished file, or deletes a finished one. @throws Refused NOT_FOUND */
export async function deleteFile(pool: Pool, userId: string, fileId: string): Promise<void> {
  const { rows } = await run(
    pool,
    `WITH cancelled AS (
       UPDATE files.files SET status = 'cancelled', finished_at = now()
       WHERE file_id = :fileId AND user_id = :userId AND status IN ('queued', 'running') RETURNING file_id),
     deleted AS (
       DELETE FROM files.files
       WHERE file_id = :fileId AND user_id = :userId AND status NOT IN ('queued', 'running') RETURNING file_id)
     SELECT pg_notify('${FILES_CHANNEL}', :userId) FROM (TABLE cancelled UNION ALL TABLE deleted) AS changed`,
    { userId, fileId },
  );
  if (rows.length === 0) throw new Refused('NOT_FOUND');
}

/**
 * The bytes of a part of a finished file.
 * @param bytes how many there are
 * @throws Refused NOT_FOUND if the file is deleted meanwhile: a download must not end as if it were complete
 */
export async function* partBody(pool: Pool, fileId: string, part: number, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for (let from = 0; left > 0; from += CHUNKS_AT_ONCE) {
    const query = sql('files.chunks as c').joinRaw('JOIN files.files f USING (file_id, attempt)').orderBy('number');
    query
      .where({ 'c.file_id': fileId, part, 'f.status': 'done' })
      .whereBetween('number', [from, from + CHUNKS_AT_ONCE - 1]);
    const { rows } = await run<{ body: Buffer }>(pool, query.select('c.body'));
    if (rows.length === 0) throw new Refused('NOT_FOUND');
    for (const { body } of rows) {
      left -= body.length;
      yield body;
    }
  }
}

/** Deletes a user's files, when the account is erased. */
export async function deleteFilesOf(pool: Pool, userId: string): Promise<void> {
  await pool.query('DELETE FROM files.files WHERE user_id = $1', [userId]);
}

/** Age of the oldest unfinished file; 0 if none exists. */
export async function oldestFileSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: string | null }>(
    `SELECT extract(epoch FROM now() - min(created_at)) AS seconds FROM files.files WHERE status IN ('queued', 'running')`,
  );
  return Number(rows[0]?.seconds ?? 0);
}

export async function deleteExpiredFiles(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM files.files WHERE expires_at <= now()');
}

function answerOf(row: FileRow): FileAnswer {
  return {
    id: row.file_id,
    name: row.name,
    status: row.status === 'queued' ? 'running' : row.status,
    progress: row.status === 'done' ? 1 : Math.min(Math.max(row.progress, 0), 1),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    failure: row.failure === null ? null : failureOf(row.failure),
    parts: (row.parts ?? []).map((part, number) => ({ ...part, url: `/api/me/files/${row.file_id}/parts/${number}` })),
  };
}

/** A code of an older version may no longer exist. */
function failureOf(code: string): NonNullable<FileAnswer['failure']> {
  const known = code in REFUSALS ? (code as keyof typeof REFUSALS) : 'FILE_NOT_MADE';
  return { code: known, message: refusalSentence(known) };
}
