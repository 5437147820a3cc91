import { describe, expect, it } from 'vitest';
import { takeBatch } from './append-batch.ts';

const append = (stream: string, events = 1, bytes = 10) => ({
  stream,
  expectedRevision: -1,
  events: Array.from({ length: events }, () => ({ eventId: '', type: '', data: '', metadata: '', bytes })),
});
const sizes = (queue: ReturnType<typeof append>[]) => {
  const batches: number[] = [];
  while (queue.length > 0) batches.push(takeBatch(queue).length);
  return batches;
};

describe('a batch', () => {
  it('takes everything in order', () => {
    const queue = [append('a'), append('b'), append('c')];
    const [a, b, c] = queue;
    expect(takeBatch(queue)).toEqual([a, b, c]);
    expect(queue).toEqual([]);
  });

  it('holds at most 500 events and 1 MiB, though always one append', () => {
    expect(sizes(Array.from({ length: 1200 }, (_, n) => append(`s-${n}`)))).toEqual([500, 500, 200]);
    expect(sizes(Array.from({ length: 5 }, (_, n) => append(`s-${n}`, 1, 400_000)))).toEqual([2, 2, 1]);
    expect(sizes([append('a'), append('b', 3, 1_048_576), append('c')])).toEqual([1, 1, 1]);
  });

  it('holds at most 8 appends to one stream', () => {
    expect(sizes(Array.from({ length: 20 }, () => append('hot')))).toEqual([8, 8, 4]);
  });
});
