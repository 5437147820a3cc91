import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { type EffectiveClock, withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { isBareCorrection } from '../chain/parts-hash.ts';
import { type RecordedClocks, recordedClocks, SEGMENT_EVENTS, segmentsWithin } from '../chain/segments.ts';
import { isInSpan, type Span } from '../effective-clock.ts';
import { inLanes, inParts } from '../in-lanes.ts';
import { redemptionOfStream } from '../stream-history.ts';
import type { FindOwnStreams } from './own-streams.ts';
import type { StatementAsked } from './statement.ts';

/** The store does not have an event as it was recorded: nothing is proven of it. */
export class NotAsRecorded extends Error {
  override readonly name = 'NotAsRecorded';
  constructor(what: string) {
    super(`${what} is not as it was recorded; npm run perktree -- chain verify says more.`);
  }
}

/** Where an event stands in the chain. */
interface Place {
  /** From 1. */
  readonly number: number;
  /** Its effective time, ISO 8601 UTC. */
  readonly at: string;
}

/** The places of events by their positions, which in some engines have gaps. Events that are not recorded have none. */
async function placesOf(
  source: { readonly store: Pick<EventStore, 'readAll'>; readonly pool: Pool; readonly clock: EffectiveClock },
  positions: readonly bigint[],
): Promise<ReadonlyMap<bigint, Place>> {
  const places = new Map<bigint, Place>();
  const sorted = [...positions].sort((a, b) => (a < b ? -1 : 1));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return places;
  const { pool } = source;
  const segments = await segmentsWithin(pool, { after: first - 1n, upTo: last });
  let next = 0;
  for (const { number, after, upTo } of segments) {
    const from = next;
    while (next < sorted.length && (sorted[next] as bigint) <= upTo) next += 1;
    const own = sorted.slice(from, next);
    if (own.length === 0) continue;
    const clocks = (await recordedClocks(pool, number)) ?? (await clocksRead(source, after));
    // Positions without gaps are the numbers.
    // biome-ignore lint/plugin: finds out whether there are gaps
    const isDense = clocks.upTo - after === BigInt(clocks.at.length);
    // biome-ignore lint/plugin: without gaps
    const place = isDense ? (position: bigint) => Number(position - after) - 1 : await indexesIn(source.store, after);
    for (const position of own) {
      const index = place(position);
      const at = clocks.at[index];
      if (at !== undefined) places.set(position, { number: number * SEGMENT_EVENTS + index + 1, at });
    }
  }
  return places;
}

/** From the events of a segment, for one that was recorded without clocks. */
async function clocksRead(
  { store, clock }: { readonly store: Pick<EventStore, 'readAll'>; readonly clock: EffectiveClock },
  after: bigint,
): Promise<RecordedClocks> {
  const events = await store.readAll(after, SEGMENT_EVENTS);
  const { at: before } = await clock.at(after);
  const timed = withEffectiveTimes(events, before);
  return { upTo: events.at(-1)?.position ?? after, at: timed.map(({ effectiveAt }) => effectiveAt) };
}

async function indexesIn(store: Pick<EventStore, 'readAll'>, after: bigint): Promise<(position: bigint) => number> {
  const events = await store.readAll(after, SEGMENT_EVENTS);
  const indexes = new Map(events.map(({ position }, index) => [position, index]));
  return (position) => indexes.get(position) ?? -1;
}

const PAGE = 1_000;
/** Streams of one query, so that several connections share them. */
const STREAMS_AT_ONCE = 100;

const TYPES = [
  ...(['BenefitRedeemed', 'RedemptionConfirmed', 'RedemptionReversed'] as const),
  ...(['PayoutPaid', 'PayoutReferenceCorrected', 'PayoutReturned', 'BalanceWrittenOff'] as const),
] as const;
type StatementFact = RecordedEvent<(typeof TYPES)[number]>;

/** An event that a statement is about, with its number in the chain. */
export interface Collected {
  readonly number: number;
  readonly stored: StoredEvent;
  readonly recorded: StatementFact;
  /** Its effective time, ISO 8601 UTC. */
  readonly at: string;
  readonly isInPeriod: boolean;
}

interface Source {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'readSince'>;
  readonly pool: Pool;
  readonly clock: EffectiveClock;
  readonly ownStreams: FindOwnStreams;
}

/**
 * The events that a statement stands on, in the order of the store: what was redeemed, confirmed, taken back, paid,
 * corrected and written off in the period, and for what was confirmed or taken back the other events of the redemption. Reads the streams
 * of the site or distributor alone.
 * @param span the events of the period
 * @param head the last event that the signed head covers
 * @throws NotAsRecorded
 */
export async function collectEvents(
  source: Source,
  asked: StatementAsked,
  span: Span,
  head: bigint,
): Promise<readonly Collected[]> {
  const period = { after: span.after, upTo: span.upTo < head ? span.upTo : head };
  if (period.upTo <= period.after) return [];
  const names = await namesOfStreams(source, asked, period);
  const read = await readSince(source.store, names, period.after);
  const stated = await inLanes(read, (stream) => eventsToState(source.store, stream, asked, period));
  const events = stated.flat();
  const last = events.reduce((max, { stored, isInPeriod }) => {
    return isInPeriod && stored.position > max ? stored.position : max;
  }, 0n);
  const shown = events.filter(({ stored }) => stored.position <= last);
  const places = await placesOf(
    source,
    shown.map(({ stored }) => stored.position),
  );
  const collected = shown
    .map((event) => {
      const place = places.get(event.stored.position);
      if (place === undefined) throw new NotAsRecorded(`The event at position ${event.stored.position}`);
      return { ...event, ...place };
    })
    .sort((a, b) => a.number - b.number);
  assertTimes(collected);
  return collected;
}

/** Effective times are not before an event's own clock or an earlier event's. @throws NotAsRecorded */
function assertTimes(events: readonly Collected[]): void {
  let before = Number.NEGATIVE_INFINITY;
  for (const { number, at, recorded } of events) {
    const time = Date.parse(at);
    if (time < before || time < Date.parse(recorded.metadata.recordedAt)) throw new NotAsRecorded(`Event ${number}`);
    before = time;
  }
}

/** Of each stream the last event before the period and all after it, or the whole stream. */
async function readSince(
  store: Source['store'],
  names: readonly string[],
  after: bigint,
): Promise<readonly (readonly StoredEvent[])[]> {
  if (!store.readSince) return inLanes(names, (name) => store.readStream(name));
  const readSince = store.readSince.bind(store);
  return (await inLanes(inParts(names, STREAMS_AT_ONCE), (part) => readSince(part, after))).flat();
}

/** Of one stream, the events of the period, and the others of redemptions that were confirmed or taken back in it. */
async function eventsToState(
  store: Source['store'],
  stream: readonly StoredEvent[],
  asked: StatementAsked,
  period: Span,
): Promise<readonly Pick<Collected, 'stored' | 'recorded' | 'isInPeriod'>[]> {
  const [first] = stream;
  if (first === undefined) return [];
  assertNoGap(stream, first.position <= period.after ? first.revision : 0);
  const ofPeriod = stream.flatMap((stored) => {
    const recorded = isInSpan(period, stored) ? factOf(stored) : null;
    return recorded !== null && isAbout(recorded, asked) ? { stored, recorded, isInPeriod: true } : [];
  });
  const builtOn = new Set(
    ofPeriod.flatMap(({ recorded: { fact } }) =>
      fact.type === 'RedemptionConfirmed' || fact.type === 'RedemptionReversed' ? fact.data.redemptionId : [],
    ),
  );
  if (builtOn.size === 0) return ofPeriod;
  const whole = first.revision === 0 ? stream : await store.readStream(first.stream);
  assertNoGap(whole, 0);
  const there = new Set(ofPeriod.map(({ stored }) => stored.revision));
  const others = whole.flatMap((stored) => {
    const recorded =
      builtOn.has(redemptionOfStream(stored.data)) && !there.has(stored.revision) ? factOf(stored) : null;
    return recorded === null ? [] : { stored, recorded, isInPeriod: false };
  });
  return [...ofPeriod, ...others];
}

/** @throws NotAsRecorded */
function assertNoGap(stream: readonly StoredEvent[], fromRevision: number): void {
  const gap = stream.findIndex(({ revision }, n) => revision !== fromRevision + n);
  if (gap >= 0) throw new NotAsRecorded(`Event ${fromRevision + gap} of ${stream[gap]?.stream}`);
}

/** Also the streams that the read models do not know yet: those of the newest events. */
async function namesOfStreams(
  { store, ownStreams }: Source,
  asked: StatementAsked,
  { after, upTo }: Span,
): Promise<readonly string[]> {
  const { names, completeUpTo } = await ownStreams(asked, { after });
  const all = new Set(names);
  for (let position = completeUpTo > after ? completeUpTo : after; position < upTo; ) {
    const events = await store.readAll(position, PAGE);
    for (const stored of events) {
      const recorded = factOf(stored);
      if (recorded !== null && isAbout(recorded, asked)) all.add(stored.stream);
    }
    position = events.at(-1)?.position ?? upTo;
  }
  return [...all];
}

function factOf(stored: StoredEvent): StatementFact | null {
  return TYPES.some((type) => type === stored.type) ? (decodeEvent(stored) as StatementFact) : null;
}

function isAbout({ fact: { type, data }, metadata }: StatementFact, { about: { kind, id } }: StatementAsked): boolean {
  if (kind === 'site') return data.siteId === id;
  if (isBareCorrection(type, metadata.schemaVersion)) return false;
  return 'distributorId' in data ? data.distributorId === id : data.shares.some(({ ownerId }) => ownerId === id);
}
