import type { RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent } from '@perktree/contracts/events/codec';
import { streams } from '@perktree/contracts/streams';
import { inLanes } from '../../in-lanes.ts';
import type { SourceDeps } from './source.ts';

interface PaidTo {
  readonly siteId: string;
  readonly distributorId: string;
}

/** Payouts of distributors on sites; each place but once. */
export async function payoutEvents({ store }: SourceDeps, to: readonly PaidTo[]): Promise<readonly RecordedEvent[]> {
  const names = [...new Set(to.map(({ siteId, distributorId }) => streams.payouts(siteId, distributorId)))];
  return (await inLanes(names, (stream) => store.readStream(stream))).flat().map(decodeEvent);
}

/** Whether a payout's event names one of these ledger entries. */
export function isOfEntries({ fact: { data } }: RecordedEvent, entryIds: ReadonlySet<string>): boolean {
  return 'entryIds' in data && data.entryIds.some((entryId) => entryIds.has(entryId));
}
