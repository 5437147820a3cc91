import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from './bytes.ts';
import { PackedMap } from './packed-map.ts';

const texts = { write: (out: ByteWriter, value: string) => out.text(value), read: (bytes: ByteReader) => bytes.text() };
const uuids = fc.uuid();
const anyText = fc.oneof(
  ...[fc.string(), fc.string({ unit: 'grapheme' }), uuids, uuids.map((id) => `2 ${id}`)],
  ...[uuids.map((id) => `${id}-`), uuids.map((id) => id.toUpperCase()), uuids.map((id) => `${id.slice(1)}g`)],
);
const entries = fc.array(fc.tuple(anyText, anyText), { maxLength: 60 });

function withAll(map: PackedMap<string>, all: readonly (readonly [string, string])[]): PackedMap<string> {
  return all.reduce((changed, [key, value]) => changed.with(key, value), map);
}

describe('a packed map', () => {
  it('holds what a Map holds, however often it is packed on the way', () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 4 }), fc.array(anyText), (rounds, strangers) => {
        const expected = new Map<string, string>();
        let map = PackedMap.empty(texts);
        for (const round of rounds) {
          map = PackedMap.fromBytes(texts, Buffer.from(withAll(map, round).toBytes()));
          for (const [key, value] of round) expected.set(key, value);
          // Some are changed again before the next round.
          const again = round.slice(0, 2).map(([key]) => [key, 'again'] as const);
          map = withAll(map, again);
          for (const [key, value] of again) expected.set(key, value);
        }
        for (const [key, value] of expected) expect(map.get(key)).toBe(value);
        for (const key of strangers) expect(map.get(key)).toBe(expected.get(key));
      }),
    );
  });

  it('is not made of bytes that are cut off', () => {
    const bytes = PackedMap.empty(texts).with('a', 'b').toBytes();
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => PackedMap.fromBytes(texts, bytes.subarray(0, length))).toThrow(RangeError);
    }
  });
});

it('numbers and texts are read as they were written', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), anyText, (number, text) => {
      const out = new ByteWriter(1);
      out.uint(number);
      out.text(text);
      out.block(Buffer.from(text));
      const reader = new ByteReader(out.written);
      expect([reader.uint(), reader.text(), reader.block().toString()]).toEqual([
        number,
        text,
        Buffer.from(text).toString(),
      ]);
    }),
  );
});
