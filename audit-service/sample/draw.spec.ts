import { describe, expect, it } from 'vitest';
import { type DrawnEntry, draw } from './draw.ts';

const entry = (name: string, amount: string, currency: 'EUR' | 'USD' = 'EUR'): DrawnEntry => ({
  ...{ entryId: name, eventId: 'event', position: '1', at: '2026-03-01T00:00:00.000Z', distributorId: 'ana' },
  ...{ qrId: 'qr', redemptionId: 'redemption', percent: '5.00', amount, currency },
  kind: amount.startsWith('-') ? 'reversed' : 'earned',
});
const ENTRIES = [
  ...[entry('a', '1.00'), entry('b', '5.00'), entry('c', '-3.00'), entry('d', '0.50'), entry('e', '0.50')],
  entry('f', '2.00', 'USD'),
];
const names = (asked: Parameters<typeof draw>[1], entries = ENTRIES) =>
  draw(entries, asked).items.map(({ entryId }) => entryId);

describe('a sample', () => {
  it('has the largest amounts of each currency, reversals too, in the order of the store', () => {
    expect(names({ method: 'largest', seed: null, size: 2 })).toEqual(['b', 'c', 'f']);
  });

  it('is the same for the same seed, whatever else the store has before it, and another for another seed', () => {
    const asked = { method: 'random', seed: '4711', size: 2 } as const;
    expect(names(asked)).toEqual(names(asked));
    expect(names(asked)).toHaveLength(3);
    const seeds = ['1', '2', '3', '4', '5', '6'].map((seed) => names({ ...asked, seed }).join());
    expect(new Set(seeds).size).toBeGreaterThan(1);
  });

  it('by money units has each entry that is larger than the interval', () => {
    for (const seed of ['1', '2', '3', '4', '5', '6', '7', '8']) {
      const drawn = draw(ENTRIES, { method: 'monetary_unit', seed, size: 4 });
      const [euro] = drawn.population;
      // 10.00 in four intervals of 2.50.
      expect(euro).toMatchObject({ currency: 'EUR', entries: 5, sum: '4.00', gross: '10.00', interval: '250' });
      expect(Number(euro?.start)).toBeLessThan(250);
      expect(drawn.items.map(({ entryId }) => entryId)).toEqual(expect.arrayContaining(['b', 'c']));
    }
  });

  it('is everything where more is asked for than there is, and nothing of nothing', () => {
    for (const method of ['random', 'largest', 'monetary_unit'] as const) {
      expect(names({ method, seed: '1', size: 200 }).toSorted()).toEqual(
        method === 'monetary_unit' ? expect.arrayContaining(['a', 'b', 'c']) : ['a', 'b', 'c', 'd', 'e', 'f'],
      );
      expect(draw([], { method, seed: '1', size: 5 })).toEqual({ population: [], items: [] });
    }
  });
});
