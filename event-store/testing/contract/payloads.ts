import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_STREAM } from '../../port.ts';
import { type Bench, newEvent } from './bench.ts';

const ROUND_TRIPS: Readonly<Record<string, unknown>> = {
  'text of all scripts': { text: 'Grüße 你好 שלום 👩‍👩‍👧 e\u0301', 'ключ "}{,\\': '{"a":[1,null]}\n\t\\' },
  'the NUL character': { text: 'a\u0000b\u0000', '\u0000': '\\u0000' },
  'half a surrogate pair': { text: '\ud83d' },
  'line separators': { text: '\u2028\u2029\u007f\u0085' },
  'numbers at their limits': [0, -1, 1.5e-300, Number.MAX_SAFE_INTEGER, 1.7976931348623157e308],
  nothing: null,
  'empty values': { a: '', b: [], c: {}, d: null, e: false },
};

export function describePayloads({ store }: Bench): void {
  describe('payloads', () => {
    it('come back as they were', async () => {
      const values = Object.values(ROUND_TRIPS);
      const events = values.map((value) => ({ ...newEvent(value), metadata: { value } }));
      await store().append('payload-1', NO_STREAM, events);
      const stored = await store().readStream('payload-1');
      expect(stored.map(({ data }) => data)).toEqual(values);
      expect(stored.map(({ metadata }) => metadata)).toEqual(values.map((value) => ({ value })));
    });

    it('may be large', async () => {
      const data = { text: 'ж"\\'.repeat(150_000) };
      await store().append('payload-1', NO_STREAM, [newEvent(data), newEvent({ small: true })]);
      const stored = await store().readStream('payload-1');
      expect(stored.map((event) => event.data)).toEqual([data, { small: true }]);
    });

    it('are refused before anything is sent', async () => {
      const REFUSED = [
        ['a BigInt', () => newEvent({ amount: 1n }), TypeError],
        ['a function', () => newEvent(() => 1), TypeError],
        ['undefined', () => newEvent(Symbol('none')), TypeError],
        ['a circle', () => newEvent(circle()), TypeError],
        ['more than 1 MiB', () => newEvent('x'.repeat(1_048_577)), RangeError],
        ['an event id that is no UUID', () => ({ ...newEvent(), eventId: 'one' }), TypeError],
        ['a type without a name', () => newEvent({}, ''), TypeError],
      ] as const;
      for (const [n, [what, make, kind]] of REFUSED.entries()) {
        const healthy = store().append('payload-2', n - 1, [newEvent()]);
        await expect(store().append('payload-1', NO_STREAM, [newEvent(), make()]), what).rejects.toBeInstanceOf(kind);
        await healthy;
      }
      expect(await store().readStream('payload-1')).toEqual([]);
      expect(await store().readStream('payload-2')).toHaveLength(REFUSED.length);
    });

    it('have stream names of any script, which are not patterns', async () => {
      const names = ['straße-1', "o'brien-1", 'a%-1', 'a_-1', `scan-${randomUUID()}`];
      for (const name of names) await store().append(name, NO_STREAM, [newEvent(name)]);
      for (const name of names) expect((await store().readStream(name)).map(({ data }) => data)).toEqual([name]);
    });

    it('need a stream with a name, a revision and at least one event', async () => {
      await expect(store().append('', NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(TypeError);
      await expect(store().append('a\u0000-1', NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(TypeError);
      await expect(store().append('site-1', NO_STREAM, [])).rejects.toBeInstanceOf(RangeError);
      await expect(store().append('site-1', -2, [newEvent()])).rejects.toBeInstanceOf(RangeError);
      await expect(store().append('site-1', 0.5, [newEvent()])).rejects.toBeInstanceOf(RangeError);
    });
  });
}

function circle(): unknown {
  const ring: { next?: unknown } = {};
  ring.next = ring;
  return ring;
}
