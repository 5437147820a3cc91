import { type EffectiveClock, withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { type RecordedClocks, recordedClocks, SEGMENT_EVENTS, segmentsWithin } from '../chain/segments.ts';

/** Where an event stands in the chain. */
interface Place {
  /** From 1. */
  readonly number: number;
  /** Its effective time, ISO 8601 UTC. */
  readonly at: string;
}

/** The places of events by their positions, which in some engines have gaps. Events that are not recorded have none. */
export async function placesOf(
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
