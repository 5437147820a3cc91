import type { AnyEvent, EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { recorded, SITE_CONFIGURATION } from '@perktree/projector/testing/events';
import type { Span } from '../effective-clock.ts';
import { asStored } from './honest-history.ts';
import { smallHistory } from './small-history.ts';

type Fact = AnyEvent & { readonly at?: string };

/** The small history at a site that pays out sums as small as that, with the code of each scan. */
export function auditedFacts(): readonly Fact[] {
  const configuration = { ...SITE_CONFIGURATION, minimumPayout: '1.00' };
  return smallHistory().flatMap((fact) => {
    if (fact.type === 'SiteCreated') return { ...fact, data: { ...fact.data, configuration } };
    return fact.type === 'QrScanned' ? [reservedFor(fact.data), fact] : fact;
  });
}

/** The reservation of a scan's code. */
function reservedFor({ siteId, qrId, scanId, redemptionCode, expiresAt }: EventData<'QrScanned'>): Fact {
  const code = redemptionCode ?? '';
  return { type: 'RedemptionCodeReserved', data: { siteId, code, scanId, qrId, expiresAt } };
}

/** As commands would have stored it. */
export const auditedHistory = (facts: readonly Fact[] = auditedFacts()): readonly RecordedEvent[] =>
  asStored(recorded(facts));

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
