import type { DisputeAnswer, DisputeState } from '@perktree/contracts/http/support';
import type { Pool } from 'pg';
import type { Place, TimelinePage } from './page.ts';
import type { SupportScope } from './scope.ts';

interface Row {
  readonly redemption_id: string;
  readonly title: string;
  readonly site_id: string;
  readonly site_name: string;
  readonly state: DisputeState;
  readonly opened_at: Date;
  readonly changed_at: Date;
  readonly notes: number;
  readonly position: string;
}

/** Disputes that are not closed, those that were written about last first. */
export async function pendingDisputes(
  pool: Pool,
  { tenantId }: SupportScope,
  { limit, before }: TimelinePage,
): Promise<{ readonly disputes: readonly DisputeAnswer[]; readonly next: Place | null }> {
  const { rows } = await pool.query<Row>(
    `SELECT d.redemption_id, r.qr_name AS title, s.site_id, s.name AS site_name, d.state, d.opened_at, d.changed_at,
       d.notes, d.position
     FROM read_models.disputes d
     JOIN read_models.redemptions r USING (redemption_id) JOIN read_models.sites s ON s.site_id = d.site_id
     WHERE d.state <> 'closed' AND ($1::uuid IS NULL OR d.tenant_id = $1)
       AND ($2::timestamptz IS NULL OR (d.changed_at, d.position) < ($2, $3::bigint))
     ORDER BY d.changed_at DESC, d.position DESC LIMIT $4`,
    [tenantId, before?.at ?? null, before?.position.toString() ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    disputes: shown.map((row) => ({
      redemptionId: row.redemption_id,
      title: row.title,
      site: { id: row.site_id, name: row.site_name },
      state: row.state,
      openedAt: row.opened_at.toISOString(),
      changedAt: row.changed_at.toISOString(),
      notes: row.notes,
    })),
    next: rows.length > limit && last ? { at: last.changed_at.toISOString(), position: BigInt(last.position) } : null,
  };
}
