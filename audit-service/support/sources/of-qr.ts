import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import { type TreeEvent, treeHistory } from '../../stream-history.ts';
import { disputeEventsOf } from './dispute-events.ts';
import { scanEvents } from './scan-events.ts';
import type { Source, SourceDeps, Wanted } from './source.ts';

/** Changes of a QR, its scans, redemptions and disputes. */
export const ofQr: Source = async (deps, wanted) => {
  const { rows } = await deps.pool.query<{ root_qr_id: string }>(
    'SELECT root_qr_id FROM read_models.qrs WHERE qr_id = $1',
    [wanted.id],
  );
  const [row] = rows;
  if (row === undefined) return [];
  const [tree, scans, disputes, redemptions] = await Promise.all([
    treeHistory(deps.store, row.root_qr_id),
    scanEvents(deps, 'qr_id', wanted),
    disputeEventsOf(deps, 'qr', wanted.id),
    redemptionsOfQr(deps, wanted),
  ]);
  return [...tree.filter((event) => concerns(event, wanted.id)), ...scans, ...disputes, ...redemptions];
};

function concerns({ fact: { type, data } }: TreeEvent, qrId: string): boolean {
  if (data.qrId === qrId) return true;
  if (type === 'QrSplit') return data.children.some((child) => child.qrId === qrId);
  return type === 'SiblingQrCreated' && data.qr.qrId === qrId;
}

/** From the stream of the QR, which is read from a revision on: as far back as the page may need. */
async function redemptionsOfQr({ pool, store }: SourceDeps, wanted: Wanted): Promise<readonly RecordedEvent[]> {
  const { rows } = await pool.query<{ redemptions: number }>(
    `SELECT redemptions FROM read_models.daily_activity
     WHERE qr_id = $1 AND ($2::timestamptz IS NULL OR quarter_hour + interval '15 minutes' <= $2) ORDER BY quarter_hour DESC`,
    [wanted.id, wanted.until],
  );
  let within = 0;
  let quarters = 0;
  while (quarters < rows.length && within < wanted.count) within += rows[quarters++]?.redemptions ?? 0;
  // Each earlier redemption has at least one event.
  const before = rows.slice(quarters).reduce((sum, { redemptions }) => sum + redemptions, 0);
  const stored = await store.readStream(streams.redemptions(wanted.id), before);
  // Cut before decoding.
  const earlier = stored.filter(({ position }) => wanted.before === null || position < wanted.before.position);
  return earlier.slice(-wanted.count).map(decodeEvent);
}
