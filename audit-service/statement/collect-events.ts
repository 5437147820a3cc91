import type { RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent } from '@perktree/contracts/events/codec';
import { streams } from '@perktree/contracts/streams';
import { type EffectiveClock, withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { SEGMENT_EVENTS, segmentsWithin } from '../chain/segments.ts';
import { isWithin, type Span } from '../effective-clock.ts';
import { inLanes } from '../in-lanes.ts';
import { redemptionIdOf } from '../stream-history.ts';
import { numbersOf } from './numbers-of.ts';
import type { StatementAsked } from './statement.ts';

const TYPES = [
  ...(['BenefitRedeemed', 'RedemptionConfirmed', 'RedemptionReversed', 'PayoutPaid', 'BalanceWrittenOff'] as const),
] as const;
export type StatementFact = RecordedEvent<(typeof TYPES)[number]>;

/** An event that a statement is about, with its number in the chain. */
export interface Collected {
  readonly number: number;
  readonly stored: StoredEvent;
  readonly recorded: StatementFact;
  /** Its effective time, ISO 8601 UTC. */
  readonly at: string;
  readonly isInPeriod: boolean;
}

/** More than may be asked for at once: a shorter period has fewer. */
export class TooMuchToState extends Error {
  override readonly name = 'TooMuchToState';
  constructor(readonly most: number) {
    super(`The period has more than ${most} events to state.`);
  }
}

/** What may be read and told at once. */
export interface Bounds {
  /** Whole segments of the chain that may be looked through. */
  readonly segments: number;
  readonly events: number;
}

interface Source {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly pool: Pool;
  readonly clock: EffectiveClock;
  readonly bounds?: Bounds;
}

/**
 * The events that a statement stands on, in the order of the store: what was redeemed, confirmed, taken back, paid and
 * written off in the period, and for what was confirmed or taken back the earlier events of the redemption.
 * @param span the events of the period
 * @param headEvents how many events the signed head covers
 * @throws TooMuchToState
 */
export async function collectEvents(
  source: Source,
  asked: StatementAsked,
  span: Span,
  headEvents: number,
): Promise<readonly Collected[]> {
  const within = await eventsWithin(source, asked, span, headEvents);
  const earlier = await whatTheyBuildOn(source, within);
  return [...earlier, ...within].sort((a, b) => a.number - b.number);
}

async function eventsWithin(
  { store, pool, clock, bounds }: Source,
  asked: StatementAsked,
  span: Span,
  headEvents: number,
): Promise<readonly Collected[]> {
  const segments = await segmentsWithin(pool, span, Math.ceil(headEvents / SEGMENT_EVENTS) - 1);
  if (bounds && segments.length > bounds.segments) throw new TooMuchToState(bounds.segments * SEGMENT_EVENTS);
  const collected: Collected[] = [];
  for (const { number: segment, after } of segments) {
    const first = segment * SEGMENT_EVENTS + 1;
    const events = await store.readAll(after, Math.min(SEGMENT_EVENTS, headEvents - first + 1));
    const { at: before } = await clock.at(after);
    for (const [n, stored] of withEffectiveTimes(events, before).entries()) {
      const recorded = factOf(stored);
      if (recorded === null || !isAbout(recorded, asked) || !isWithin(span, stored)) continue;
      collected.push({ number: first + n, stored, recorded, at: stored.effectiveAt, isInPeriod: true });
    }
    if (bounds && collected.length > bounds.events) throw new TooMuchToState(bounds.events);
  }
  return collected;
}

/** Of redemptions that were confirmed or taken back, their earlier events. */
async function whatTheyBuildOn(source: Source, within: readonly Collected[]): Promise<readonly Collected[]> {
  const byQr = new Map<string, Set<string>>();
  for (const { fact } of within.map(({ recorded }) => recorded)) {
    if (fact.type !== 'RedemptionConfirmed' && fact.type !== 'RedemptionReversed') continue;
    const { qrId, redemptionId } = fact.data;
    byQr.set(qrId, (byQr.get(qrId) ?? new Set()).add(redemptionId));
  }
  const there = new Set(within.map(({ stored }) => stored.position));
  const last = within.at(-1)?.stored.position ?? 0n;
  const found = await inLanes([...byQr], async ([qrId, redemptionIds]) => {
    const stream = await source.store.readStream(streams.redemptions(qrId));
    return stream.filter(
      ({ position, data }) => position < last && !there.has(position) && redemptionIds.has(redemptionIdOf(data)),
    );
  });
  const earlier = found.flat();
  const numbers = await numbersOf(
    source,
    earlier.map(({ position }) => position),
  );
  const collected: Collected[] = [];
  for (const stored of earlier) {
    const [number, recorded] = [numbers.get(stored.position), factOf(stored)];
    if (number === undefined || recorded === null) continue;
    const { at } = await source.clock.at(stored.position);
    collected.push({ number, stored, recorded, at, isInPeriod: false });
  }
  return collected;
}

function factOf(stored: StoredEvent): StatementFact | null {
  return TYPES.some((type) => type === stored.type) ? (decodeEvent(stored) as StatementFact) : null;
}

function isAbout({ fact: { type, data } }: StatementFact, { about: { kind, id } }: StatementAsked): boolean {
  if (kind === 'site') return data.siteId === id;
  if (type === 'PayoutPaid' || type === 'BalanceWrittenOff') return data.distributorId === id;
  return data.shares.some(({ ownerId }) => ownerId === id);
}
