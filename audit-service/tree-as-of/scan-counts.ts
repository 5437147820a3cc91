import { streams } from '@perktree/contracts/streams';
import { type Cut, isWithin } from '../cut.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;
type Count = { readonly qr_id: string; readonly scans: number };

/**
 * The clocks of commands and the order of their events may disagree by as much: a command is stored, or given up, within
 * a minute of the instant that it took for now.
 */
const CLOCK_DISORDER = '60 seconds';

/**
 * Scans of a site by QR. A row of the read model says when; its position is the scan's own until it is redeemed. Of the
 * redeemed ones around the event that is asked for, the scans' streams are asked for theirs.
 * @param moment of the cut
 */
export async function scanCounts(
  deps: Deps,
  siteId: string,
  cut: Cut,
  moment: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const add = (qrId: string, by: number) => counts.set(qrId, (counts.get(qrId) ?? 0) + by);
  const { rows } = await ('position' in cut
    ? deps.pool.query<Count>(
        `SELECT qr_id, count(*)::integer AS scans FROM read_models.scans
         WHERE site_id = $1
           AND (position <= $2 OR (redemption_id IS NOT NULL AND scanned_at < $3::timestamptz - $4::interval))
         GROUP BY qr_id`,
        [siteId, cut.position.toString(), moment, CLOCK_DISORDER],
      )
    : deps.pool.query<Count>(
        `SELECT qr_id, count(*)::integer AS scans FROM read_models.scans
         WHERE site_id = $1 AND scanned_at <= $2 GROUP BY qr_id`,
        [siteId, cut.moment],
      ));
  for (const row of rows) add(row.qr_id, row.scans);
  if ('position' in cut) for (const qrId of await scansInDoubt(deps, siteId, cut, moment)) add(qrId, 1);
  return counts;
}

/** Scans that were redeemed later and made at about the moment: the QRs of those whose own event is within the cut. */
async function scansInDoubt(
  { pool, store }: Deps,
  siteId: string,
  cut: Cut & { position: bigint },
  moment: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ scan_id: string; qr_id: string }>(
    `SELECT scan_id, qr_id FROM read_models.scans
     WHERE site_id = $1 AND position > $2 AND redemption_id IS NOT NULL
       AND scanned_at BETWEEN $3::timestamptz - $4::interval AND $3::timestamptz + $4::interval`,
    [siteId, cut.position.toString(), moment, CLOCK_DISORDER],
  );
  const within = await inLanes(rows, async ({ scan_id, qr_id }) => {
    const [scan] = await store.readStream(streams.scan(scan_id));
    return scan !== undefined && isWithin(cut, { position: scan.position, recordedAt: moment }) ? [qr_id] : [];
  });
  return within.flat();
}
