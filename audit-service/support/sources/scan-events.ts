import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import { inLanes } from '../../in-lanes.ts';
import { newestUntil, type SourceDeps, sourceRowsOf, type WantedEvents } from './source.ts';

/** The newest scans of a QR, or of a customer. */
export async function scanSource(
  deps: SourceDeps,
  by: 'qr_id' | 'customer_id',
  wanted: WantedEvents,
): Promise<readonly RecordedEvent[]> {
  const rows = await sourceRowsOf<{ scan_id: string }>(
    deps,
    wanted,
    newestUntil(
      wanted,
      `SELECT scan_id FROM read_models.scans WHERE ${by} = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`,
      'scanned_at',
    ),
  );
  return eventsOfScans(
    deps,
    rows.map(({ scan_id }) => scan_id),
  );
}

export async function eventsOfScans(
  { store }: SourceDeps,
  scanIds: readonly string[],
): Promise<readonly RecordedEvent[]> {
  const read = await inLanes(scanIds, (scanId) => store.readStream(streams.scan(scanId)));
  return read.flat().map(decodeEvent);
}
