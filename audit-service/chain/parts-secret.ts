import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

const BYTES = 32;

/** Null: nothing was recorded in parts yet. */
export async function readPartsSecret(pool: Pool): Promise<Buffer | null> {
  const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM audit.parts_secret');
  return rows[0]?.secret ?? null;
}

/** The one secret of a store. It is created with the first event, so an unused store stays empty. */
export async function partsSecret(pool: Pool): Promise<Buffer> {
  const there = await readPartsSecret(pool);
  if (there) return there;
  // Of concurrent processes, all use the secret that was inserted first.
  await pool.query('INSERT INTO audit.parts_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING', [randomBytes(BYTES)]);
  return (await readPartsSecret(pool)) as Buffer;
}
