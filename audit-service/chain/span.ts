import type { StoredEvent } from '@perktree/event-store/port';
import { textIn } from '../text-in.ts';
import type { SegmentSpan } from './segments.ts';

/** From the earliest to the latest event; null if an event has no time. */
export function chainSpanOf(events: readonly StoredEvent[]): SegmentSpan | null {
  const times = events.map(({ metadata }) => Date.parse(textIn(metadata, 'recordedAt') ?? ''));
  if (times.length === 0 || times.some(Number.isNaN)) return null;
  const text = (time: number) => new Date(time).toISOString();
  return { earliest: text(Math.min(...times)), latest: text(Math.max(...times)) };
}

/** Over both of them. */
export function widened(one: SegmentSpan | null, other: SegmentSpan | null): SegmentSpan | null {
  if (one === null || other === null) return null;
  return {
    earliest: one.earliest < other.earliest ? one.earliest : other.earliest,
    latest: one.latest > other.latest ? one.latest : other.latest,
  };
}
