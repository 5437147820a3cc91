import { createHash } from 'node:crypto';
import { MAX_PICTURES, type PictureAnswer, pictureUrl } from '@perktree/contracts/brand/picture-calls';
import type { Pictures } from '@perktree/contracts/brand/pictures';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { isThere, run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import type { MadePicture } from './picture-maker.ts';

type Row = Omit<PictureAnswer, 'url' | 'createdAt'> & { readonly createdAt: Date };
const COLUMNS = sql.raw('hash, width, height, octet_length(content) AS bytes, created_at AS "createdAt"');
const pictures = (of: { readonly tenant_id?: string; readonly hash?: string }) => sql('identity.pictures').where(of);

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
    await run(db, sql('identity.tenants').where({ id: tenantId }).forUpdate().select('id'));
    const { rows: known } = await run<Row>(db, pictures({ tenant_id: tenantId, hash }).select(COLUMNS));
    if (known[0]) return answerOf(known[0]);
    const { rows } = await run<{ count: string }>(db, pictures({ tenant_id: tenantId }).count());
    if (Number(rows[0]?.count) >= MAX_PICTURES) throw new Refused('PICTURES_FULL', { max: MAX_PICTURES });
    const row = { tenant_id: tenantId, hash, content, width, height };
    const { rows: stored } = await run<Row>(db, sql('identity.pictures').insert(row).returning(COLUMNS));
    return answerOf(stored[0] as Row);
  });
}

/** The content of a picture, as it is served to everyone; null if none exists. */
export async function pictureContent(pool: Pool, hash: string): Promise<Buffer | null> {
  const { rows } = await run<{ content: Buffer }>(pool, pictures({ hash }).limit(1).select('content'));
  return rows[0]?.content ?? null;
}

export const createPictures = (pool: Pool): Pictures => ({
  async pngOf(tenantId, hash) {
    const { rows } = await run<{ content: Buffer }>(pool, pictures({ tenant_id: tenantId, hash }).select('content'));
    return rows[0]?.content ?? null;
  },
});

/** Whether a business has uploaded a picture. */
export const ownsPicture = (pool: Pool, tenantId: string, hash: string): Promise<boolean> =>
  isThere(pool, pictures({ tenant_id: tenantId, hash }));

export async function picturesOf(pool: Pool, tenantId: string): Promise<PictureAnswer[]> {
  const query = pictures({ tenant_id: tenantId }).orderByRaw('created_at DESC, hash').select(COLUMNS);
  return (await run<Row>(pool, query)).rows.map(answerOf);
}

/** @throws Refused NOT_FOUND if the business has no such picture */
export async function deletePicture(pool: Pool, tenantId: string, hash: string): Promise<void> {
  const { rowCount } = await run(pool, pictures({ tenant_id: tenantId, hash }).delete());
  if (rowCount === 0) throw new Refused('NOT_FOUND');
}
