import { streams } from '@perktree/contracts/catalogue/streams';
import { run } from '@perktree/platform/postgres/sql';
import type { Cut } from '../cut.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;
type Count = { readonly qr_id: string; readonly scans: number };

/**
 * Scans of a site by QR. A row of the read model has the scan's effective time; its position is the scan's own until it is
 * redeemed. Of scans that were redeemed later and made in the very millisecond of the cut, the streams have the position.
 * @param moment the effective time of the cut
 * @param roots of the trees whose scans are counted; null: all
 */
export async function scanCounts(
  deps: Deps,
  siteId: string,
  cut: Cut,
  moment: string,
  roots: readonly string[] | null = null,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const add = (qrId: string, by: number) => counts.set(qrId, (counts.get(qrId) ?? 0) + by);
  const { rows } = await run<Count>(
    deps.pool,
    `SELECT qr_id, count(*)::integer AS scans FROM read_models.scans
     WHERE site_id = :siteId AND (position <= :position OR (redemption_id IS NOT NULL AND scanned_at < :moment))
       AND (:roots::uuid[] IS NULL OR root_qr_id = ANY(:roots))
     GROUP BY qr_id`,
    { siteId, position: cut.position.toString(), moment, roots },
  );
  for (const row of rows) add(row.qr_id, row.scans);
  for (const qrId of await scansInDoubt(deps, siteId, cut, moment)) add(qrId, 1);
  return counts;
}

/** Scans that were redeemed later and made in the millisecond of the cut: the QRs of those that are within it. */
async function scansInDoubt(
  { pool, store }: Deps,
  siteId: string,
  { position }: Cut,
  moment: string,
): Promise<readonly string[]> {
  const { rows } = await run<{ scan_id: string; qr_id: string }>(
    pool,
    `SELECT scan_id, qr_id FROM read_models.scans
     WHERE site_id = :siteId AND position > :position AND redemption_id IS NOT NULL AND scanned_at = :moment`,
    { siteId, position: position.toString(), moment },
  );
  const within = await inLanes(rows, async ({ scan_id, qr_id }) => {
    const [scan] = await store.readStream(streams.scan(scan_id));
    return scan !== undefined && scan.position <= position ? [qr_id] : [];
  });
  return within.flat();
}
