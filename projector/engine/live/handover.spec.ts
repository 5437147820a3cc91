import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import { expect, it } from 'vitest';
import { recorded, scanned, stored } from '../../testing/events.ts';
import { decodeBatch } from './decoding.ts';
import { Handover } from './handover.ts';

const ALL = 20_000;
const events = decodeBatch(
  withEffectiveTimes(recorded(Array.from({ length: ALL }, (_, n) => scanned(`s${n}`, 'root'))).map(stored)),
  [],
);
const batch = (from: number, to: number) => events.slice(from - 1, to);
const positions = (handover: Handover, after: bigint, most = ALL) =>
  handover.after(after, most)?.map(({ stored: { position } }) => Number(position)) ?? null;

it('delivers each event once, in order, also events that were handed over twice', () => {
  const handover = new Handover(2n, []);
  handover.add(batch(3, 4));
  handover.add(batch(3, 6));
  handover.add(batch(5, 5));
  expect(positions(handover, 2n, 3)).toEqual([3, 4, 5]);
  expect(positions(handover, 5n)).toEqual([6]);
  expect(positions(handover, 6n)).toEqual([]);
  handover.add(batch(7, 7));
  expect(positions(handover, 6n)).toEqual([7]);
});

it('leaves earlier events, and those beyond its buffer, to the log', () => {
  const handover = new Handover(2n, []);
  handover.add(batch(3, 4));
  expect(positions(handover, 1n)).toBeNull();
  expect(positions(handover, 3n)).toEqual([4]);
  handover.add(batch(5, ALL - 1));
  expect(positions(handover, 4n)).toBeNull();
  handover.add(batch(ALL, ALL));
  expect(positions(handover, BigInt(ALL - 2))).toBeNull();
  expect(positions(handover, BigInt(ALL - 1))).toEqual([ALL]);
});

it('delivers nothing to a reader that is ahead, until it catches up', () => {
  const handover = new Handover(2n, []);
  expect(positions(handover, 5n)).toEqual([]);
  handover.add(batch(3, 6));
  expect(positions(handover, 5n)).toEqual([6]);
});

it('wakes for each event, also for one that came before it was waited for', async () => {
  const handover = new Handover(0n, []);
  const { turn } = handover;
  const aborted = new AbortController();
  const woken = handover.next(turn, aborted.signal);
  handover.add(batch(1, 1));
  await woken;
  await handover.next(turn, aborted.signal);
  const waiting = handover.next(handover.turn, aborted.signal);
  aborted.abort();
  await waiting;
});
