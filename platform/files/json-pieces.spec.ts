import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

it('gives the text of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
    }),
  );
  for (const value of [{ a: undefined, b: [undefined] }, [new Date(0)], {}, [], [{}, []], null]) {
    expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
  }
});

it('gives a long text in pieces', () => {
  const events = Array.from({ length: 10_000 }, (_, n) => ({ n, path: 'a'.repeat(100) }));
  const pieces = [...jsonPieces({ statement: { events } })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  expect(pieces.join('')).toBe(JSON.stringify({ statement: { events } }));
});
