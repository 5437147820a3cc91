import { decodeEvent } from '@perktree/contracts/events/codec';
import type { StoredEvent } from '@perktree/event-store/port';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { projections } from './catalogue.ts';
import { decodeBatch, isAsItShouldBe } from './decoding.ts';
import { recorded, redeemed, reversed, scanned, stored } from './testing/events.ts';

const EVENTS = recorded([
  scanned('scan', 'root'),
  redeemed('r1', 'root', { confirmedVia: 'code', confirmedBy: 'sam' }),
  reversed('r1', 'root'),
]).map(stored);

/** What JSON can hold and events should not. */
const junk = fc.oneof(
  fc.constantFrom(null, true, '', 'x', '2026-02-30T12:00:00.000Z', '1.5', 0, -1, 1.005, 1e21, [], {}),
  fc.jsonValue({ maxDepth: 1 }),
);
type Place = { readonly holder: Record<string, unknown>; readonly key: string };

/** Each field of an event, at any depth. */
function placesOf(holder: Record<string, unknown>): readonly Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? placesOf(value as Record<string, unknown>) : []),
  ]);
}

const change = fc.tuple(
  fc.constantFrom(...EVENTS),
  fc.nat(),
  fc.oneof(fc.constant('left out' as const), fc.constant('added' as const), fc.record({ replaced: junk })),
);

it('takes as they are the events that there are many of', () => {
  expect(EVENTS.map(isAsItShouldBe)).toEqual([true, true, true]);
  expect(decodeBatch(EVENTS, projections).map(({ event }) => event)).toEqual(EVENTS.map(decodeEvent));
});

it('makes of any event what its schema makes of it, or says why it cannot', () => {
  fc.assert(
    fc.property(change, ([event, pick, how]) => {
      const changed = structuredClone({ ...event }) as StoredEvent;
      const places = placesOf({ data: changed.data, metadata: changed.metadata });
      const { holder, key } = places[pick % places.length] as Place;
      if (how === 'left out') delete holder[key];
      else if (how === 'added') Array.isArray(holder) ? holder.push(1) : Object.assign(holder, { added: 1 });
      else holder[key] = how.replaced;
      const [{ event: made } = { event: null }] = decodeBatch([changed], projections);
      let expected: unknown;
      try {
        expected = decodeEvent(changed);
      } catch (error) {
        expected = error;
      }
      expect(made).toEqual(expected);
      if (expected instanceof Error) expect(isAsItShouldBe(changed)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
