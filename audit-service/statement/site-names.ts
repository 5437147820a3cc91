import type { Pool } from 'pg';
import type { Statement } from './statement.ts';

/** Names of the sites that a statement is about, as far as the read models have them. */
export async function siteNames(
  pool: Pool,
  { about, totals }: Pick<Statement, 'about' | 'totals'>,
): Promise<Map<string, string>> {
  const ids = [...totals.map(({ siteId }) => siteId), ...(about.kind === 'site' ? [about.id] : [])];
  const { rows } = await pool.query<{ site_id: string; name: string }>(
    'SELECT site_id, name FROM read_models.sites WHERE site_id::text = ANY ($1)',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ site_id, name }) => [site_id, name]));
}
