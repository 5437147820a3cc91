import { createHash } from 'node:crypto';
import { MAX_PICTURES, type PictureAnswer, pictureUrl } from '@perktree/contracts/http/pictures';
import { Refused } from '@perktree/contracts/refusals';
import type { Pictures } from '@perktree/platform/pictures';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import type { MadePicture } from './picture-maker.ts';

type Row = Omit<PictureAnswer, 'url' | 'createdAt'> & { readonly createdAt: Date };
const COLUMNS = 'hash, width, height, octet_length(content) AS bytes, created_at AS "createdAt"';

const answerOf = (row: Row): PictureAnswer => ({
  ...row,
  url: pictureUrl(row.hash),
  createdAt: row.createdAt.toISOString(),
});

/** Stores a picture under its hash; the same picture is stored once. @throws Refused PICTURES_FULL */
export function storePicture(pool: Pool, tenantId: string, { content, width, height }: MadePicture) {
  const hash = createHash('sha256').update(content).digest('hex');
  return inTransaction(pool, async (db): Promise<PictureAnswer> => {
    // Serialises the uploads of a business, so that they count each other.
    await db.query('SELECT 1 FROM identity.tenants WHERE id = $1 FOR UPDATE', [tenantId]);
    const { rows: known } = await db.query<Row>(
      `SELECT ${COLUMNS} FROM identity.pictures WHERE tenant_id = $1 AND hash = $2`,
      [tenantId, hash],
    );
    if (known[0]) return answerOf(known[0]);
    const { rows } = await db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM identity.pictures WHERE tenant_id = $1',
      [tenantId],
    );
    if ((rows[0]?.count ?? 0) >= MAX_PICTURES) throw new Refused('PICTURES_FULL', { max: MAX_PICTURES });
    const { rows: stored } = await db.query<Row>(
      `INSERT INTO identity.pictures (tenant_id, hash, content, width, height) VALUES ($1, $2, $3, $4, $5)
       RETURNING ${COLUMNS}`,
      [tenantId, hash, content, width, height],
    );
    return answerOf(stored[0] as Row);
  });
}

/** The content of a picture, as it is served to everyone; null if none exists. */
export async function pictureContent(pool: Pool, hash: string): Promise<Buffer | null> {
  const { rows } = await pool.query<{ content: Buffer }>(
    'SELECT content FROM identity.pictures WHERE hash = $1 LIMIT 1',
    [hash],
  );
  return rows[0]?.content ?? null;
}

/** Pictures as other services read them. */
export const createPictures = (pool: Pool): Pictures => ({
  async pngOf(tenantId, hash) {
    const { rows } = await pool.query<{ content: Buffer }>(
      'SELECT content FROM identity.pictures WHERE tenant_id = $1 AND hash = $2',
      [tenantId, hash],
    );
    return rows[0]?.content ?? null;
  },
});

/** Whether a business has uploaded a picture. */
export async function ownsPicture(pool: Pool, tenantId: string, hash: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM identity.pictures WHERE tenant_id = $1 AND hash = $2', [
    tenantId,
    hash,
  ]);
  return rowCount === 1;
}

export async function picturesOf(pool: Pool, tenantId: string): Promise<PictureAnswer[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS} FROM identity.pictures WHERE tenant_id = $1 ORDER BY created_at DESC, hash`,
    [tenantId],
  );
  return rows.map(answerOf);
}

/** @throws Refused NOT_FOUND if the business has no such picture */
export async function deletePicture(pool: Pool, tenantId: string, hash: string): Promise<void> {
  const { rowCount } = await pool.query('DELETE FROM identity.pictures WHERE tenant_id = $1 AND hash = $2', [
    tenantId,
    hash,
  ]);
  if (rowCount === 0) throw new Refused('NOT_FOUND');
}
