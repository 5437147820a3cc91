import { designVersion, type QrDesign } from '@perktree/contracts/qr/design';
import type { QrDesignAnswer } from '@perktree/contracts/qr/design-calls';
import type { Pool } from 'pg';
import { select } from '../engine/sql.ts';

/** The design of a campaign, else of its site. @param rootQrId null: only the site's */
export async function designOf(pool: Pool, siteId: string, rootQrId: string | null): Promise<QrDesignAnswer> {
  const rows = await select<{ readonly subject_id: string; readonly design: string }>(
    pool,
    'SELECT subject_id, design FROM read_models.qr_designs WHERE subject_id IN ($1, $2) AND design IS NOT NULL',
    [siteId, rootQrId],
    'design-of-qr',
  );
  const row = rows.find(({ subject_id }) => subject_id === rootQrId) ?? rows[0];
  if (row === undefined) return { design: null, from: null, version: null };
  const design = JSON.parse(row.design) as QrDesign;
  return { design, from: row.subject_id === rootQrId ? 'campaign' : 'site', version: designVersion(design) };
}
