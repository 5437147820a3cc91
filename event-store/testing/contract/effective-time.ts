import { describe, expect, it } from 'vitest';
import { marksInMemory } from '../../effective-time/clock-marks.ts';
import { EffectiveClock, type OrderedEvent } from '../../effective-time/effective-clock.ts';
import { inEffectiveOrder } from '../../effective-time/ordered-store.ts';
import { NO_STREAM } from '../../port.ts';
import { type Bench, newEvent } from './bench.ts';

const at = (recordedAt: string | undefined) => ({ ...newEvent(recordedAt ?? 'no clock'), metadata: { recordedAt } });
const NOV_1 = '2026-11-01T00:00:00.000Z';
/** Clocks of commands, as they were stored. */
const CLOCKS = [
  '2026-10-31T23:59:59.000Z',
  '2026-11-01T00:00:01.000Z',
  '2026-10-31T23:59:59.999Z',
  undefined,
  '2026-11-01T00:00:00.500Z',
  '2026-11-01T00:00:02Z',
];
const EFFECTIVE = [CLOCKS[0], CLOCKS[1], CLOCKS[1], CLOCKS[1], CLOCKS[1], '2026-11-01T00:00:02.000Z'];

export function describeEffectiveTime({ store, current, signal }: Bench): void {
  describe('the effective time of events that were stored out of the order of their clocks', () => {
    const fill = async () => {
      for (const [n, clock] of CLOCKS.entries()) await store().append(`s-${n}`, NO_STREAM, [at(clock)]);
    };
    const times = (events: readonly OrderedEvent[]) => events.map(({ effectiveAt }) => effectiveAt);

    it('never decreases, from any start position and in any process', async () => {
      await fill();
      const ordered = inEffectiveOrder(store());
      const all = await ordered.readAll(0n, 100);
      expect(times(all)).toEqual(EFFECTIVE);
      const other = inEffectiveOrder(await current().another());
      for (const [n, { position }] of all.entries()) {
        expect(times(await other.readAll(position, 100))).toEqual(EFFECTIVE.slice(n + 1));
      }
    });

    it('is delivered by subscriptions, for past and live events', async () => {
      await fill();
      const second = (await store().readAll(0n, 2)).at(-1)?.position ?? 0n;
      const seen: OrderedEvent[] = [];
      const ordered = inEffectiveOrder(store());
      for await (const batch of ordered.subscribe({ afterPosition: second, batchSize: 2, signal: signal() })) {
        seen.push(...batch);
        if (seen.length === 4) await store().append('s-late', NO_STREAM, [at('2026-10-01T00:00:00.000Z')]);
        if (seen.length === 5) break;
      }
      expect(times(seen)).toEqual([...EFFECTIVE.slice(2), EFFECTIVE.at(-1)]);
    });

    it('divides the store at a moment', async () => {
      const ordered = new EffectiveClock(store(), marksInMemory());
      expect(await ordered.positionBefore(NOV_1)).toBe(0n);
      await fill();
      const positions = (await store().readAll(0n, 100)).map(({ position }) => position);
      expect(await ordered.positionBefore('2026-10-31T23:59:59.000Z')).toBe(0n);
      expect(await ordered.positionBefore(NOV_1)).toBe(positions[0]);
      expect(await ordered.positionBefore('2026-11-01T00:00:01.001Z')).toBe(positions[4]);
      expect(await ordered.positionBefore('2027-01-01T00:00:00.000Z')).toBe(positions[5]);
    });
  });
}
