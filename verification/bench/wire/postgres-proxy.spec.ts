import { expect, it } from 'vitest';
import { inTurn, messageReader } from './postgres-proxy.ts';

const message = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};

it('finds the messages in chunks of any size', () => {
  const bytes = Buffer.concat([message('', 'user'), message('P', 'SELECT Q'), message('E', ''), message('Q', 'BEGIN')]);
  for (let size = 1; size <= bytes.length; size += 1) {
    const types: string[] = [];
    const read = messageReader(true, (type) => types.push(type));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect(types).toEqual(['P', 'E', 'Q']);
  }
});

it('counts statements that waited for one another, not those side by side or without an end', () => {
  const [one, beside, next] = [
    { from: 0, to: 2 },
    { from: 1, to: 3 },
    { from: 2, to: 4 },
  ];
  expect(inTurn([beside, next, one])).toBe(2);
  expect(inTurn([one, { from: 3, to: Number.POSITIVE_INFINITY }])).toBe(1);
  expect(inTurn([])).toBe(0);
});
