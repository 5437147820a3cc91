import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { TIMELINE_EVENTS, type TimelineEventType, type TimelineKind } from '@perktree/contracts/support/calls';
import { effectiveClock } from '../effective-clock.ts';
import { newestFirst, type Place, type TimelinePage } from './page.ts';
import type { SupportScope } from './scope.ts';
import { ofCustomer } from './sources/of-customer.ts';
import { ofDistributor } from './sources/of-distributor.ts';
import { ofQr } from './sources/of-qr.ts';
import { ofRedemption } from './sources/of-redemption.ts';
import type { Source, SourceDeps } from './sources/source.ts';

export type DescribedEvent = RecordedEvent<TimelineEventType>;

const SOURCES: Readonly<Record<TimelineKind, Source>> = {
  redemption: ofRedemption,
  customer: ofCustomer,
  qr: ofQr,
  distributor: ofDistributor,
};

/** A page of a timeline, newest first, and where the next one begins; null: that was all. */
export async function timelineOf(
  deps: SourceDeps,
  subject: { readonly kind: TimelineKind; readonly id: string; readonly scope: SupportScope },
  { limit, before }: TimelinePage,
): Promise<{ readonly events: readonly DescribedEvent[]; readonly next: Place | null }> {
  const { kind, id, scope } = subject;
  // One more row shows whether a next page exists.
  const found = await SOURCES[kind](deps, { id, scope, before, until: before?.at ?? null, count: limit + 1 });
  const events = describedEvents(found, scope, before);
  const shown = events.slice(0, limit);
  const last = shown.at(-1);
  return { events: shown, next: events.length > limit && last ? await placeOf(deps, last) : null };
}

async function placeOf(deps: SourceDeps, { position }: DescribedEvent): Promise<Place> {
  const { at } = await effectiveClock(deps).at(position);
  return { at, position };
}

function describedEvents(
  found: readonly RecordedEvent[],
  scope: SupportScope,
  before: Place | null,
): readonly DescribedEvent[] {
  const unique = new Map(found.map((event) => [event.eventId, event]));
  return [...unique.values()]
    .filter((event): event is DescribedEvent => isOnTimeline(event) && isWithin(event, scope))
    .filter((event) => before === null || newestFirst(event, before) > 0)
    .toSorted(newestFirst);
}

export const isOnTimeline = ({ fact }: RecordedEvent) => (TIMELINE_EVENTS as readonly string[]).includes(fact.type);

const isWithin = ({ fact: { data } }: RecordedEvent, { tenantIds }: SupportScope) =>
  tenantIds === null || ('tenantId' in data && data.tenantId !== null && tenantIds.includes(data.tenantId));
