import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import { expect, it } from 'vitest';
import { recorded, scanned, stored } from '../../testing/events.ts';
import { decodeBatch } from './decoding.ts';
import { InMemoryFeed } from './in-memory-feed.ts';

const ALL = 20_000;
const events = decodeBatch(
  withEffectiveTimes(recorded(Array.from({ length: ALL }, (_, n) => scanned(`s${n}`, 'root'))).map(stored)),
  [],
);
const batch = (from: number, to: number) => events.slice(from - 1, to);
const positions = (feed: InMemoryFeed, after: bigint, max = ALL) =>
  feed.after(after, max)?.map(({ stored: { position } }) => Number(position)) ?? null;

it('delivers each event once, in order, also events that were handed over twice', () => {
  const feed = new InMemoryFeed(2n, []);
  feed.add(batch(3, 4));
  feed.add(batch(3, 6));
  feed.add(batch(5, 5));
  expect(positions(feed, 2n, 3)).toEqual([3, 4, 5]);
  expect(positions(feed, 5n)).toEqual([6]);
  expect(positions(feed, 6n)).toEqual([]);
  feed.add(batch(7, 7));
  expect(positions(feed, 6n)).toEqual([7]);
});

it('leaves earlier events, and those beyond its buffer, to the log', () => {
  const feed = new InMemoryFeed(2n, []);
  feed.add(batch(3, 4));
  expect(positions(feed, 1n)).toBeNull();
  expect(positions(feed, 3n)).toEqual([4]);
  feed.add(batch(5, ALL - 1));
  expect(positions(feed, 4n)).toBeNull();
  feed.add(batch(ALL, ALL));
  expect(positions(feed, BigInt(ALL - 2))).toBeNull();
  expect(positions(feed, BigInt(ALL - 1))).toEqual([ALL]);
});

it('delivers nothing to a reader that is ahead, until it catches up', () => {
  const feed = new InMemoryFeed(2n, []);
  expect(positions(feed, 5n)).toEqual([]);
  feed.add(batch(3, 6));
  expect(positions(feed, 5n)).toEqual([6]);
});

it('wakes for each event, also for one that came before it was waited for', async () => {
  const feed = new InMemoryFeed(0n, []);
  const { turn } = feed;
  const aborted = new AbortController();
  const woken = feed.next(turn, aborted.signal);
  feed.add(batch(1, 1));
  await woken;
  await feed.next(turn, aborted.signal);
  const waiting = feed.next(feed.turn, aborted.signal);
  aborted.abort();
  await waiting;
});
