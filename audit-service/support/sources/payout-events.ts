import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import { inLanes } from '../../in-lanes.ts';
import type { SourceDeps } from './source.ts';

interface PaidTo {
  readonly siteId: string;
  readonly distributorId: string;
}

/** Payouts of distributors on sites; each place but once. */
export async function payoutSource({ store }: SourceDeps, to: readonly PaidTo[]): Promise<readonly RecordedEvent[]> {
  const names = [...new Set(to.map(({ siteId, distributorId }) => streams.payouts(siteId, distributorId)))];
  return (await inLanes(names, (stream) => store.readStream(stream))).flat().map(decodeEvent);
}

/** The events that name some ledger entries, or a sum that stands for one of them. @param events each stream in its order */
export function eventsOfEntries(
  events: readonly RecordedEvent[],
  entryIds: Iterable<string>,
): readonly RecordedEvent[] {
  const ids = new Set(entryIds);
  return events.filter(({ fact: { data } }) => {
    const isNamed = 'entryIds' in data && data.entryIds.some((id) => ids.has(id));
    if (isNamed && 'combinedId' in data) ids.add(data.combinedId);
    return isNamed;
  });
}
