import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { Span } from '../effective-clock.ts';

/** The events of a period in a history that begins with the first event of its store. */
export function spanIn(
  events: readonly RecordedEvent[],
  { from, to }: { readonly from?: string | undefined; readonly to: string },
): Span {
  const before = (until: string) => {
    const first = events.findIndex(({ metadata }) => Date.parse(metadata.recordedAt) >= Date.parse(until));
    return events[first < 0 ? events.length - 1 : first - 1]?.position ?? 0n;
  };
  return { after: from === undefined ? 0n : before(from), upTo: before(to) };
}
