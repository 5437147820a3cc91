import { randomUUID } from 'node:crypto';
import { type EventStore, NO_STREAM } from '@perktree/event-store/port';
import { redemptionOf } from '../data/visits.ts';
import { median } from '../statistics.ts';
import type { AppendsOrder, AppendsResult } from './order.ts';

const AT_ONCE = 64;
const PAGE = 500;
const READS = 20;

/** Measures appends and reads on a store that may hold a long history. */
export async function measureAppends(store: EventStore, order: AppendsOrder): Promise<AppendsResult> {
  const head = await store.head();
  const { event } = redemptionOf({ number: 0, tree: 0 }, new Date().toISOString());
  const metadata = { actor: { id: 'bench', role: 'system' }, recordedAt: new Date().toISOString() };
  const append = () => {
    const id = randomUUID();
    const stored = { eventId: id, type: event.type, data: event.data, metadata };
    return store.append(`redemptions-${id}`, NO_STREAM, [stored]);
  };
  const timed = async (callers: number, appends: number) => {
    const start = performance.now();
    let next = 0;
    const caller = async () => {
      while (next < appends) {
        next += 1;
        await append();
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return (appends * 1_000) / (performance.now() - start);
  };
  await timed(AT_ONCE, AT_ONCE * 4);
  const singlePerSecond = await timed(1, order.single);
  const batchedPerSecond = await timed(AT_ONCE, order.batched);
  return { singlePerSecond, batchedPerSecond, ...(await measureReads(store, head)) };
}

async function measureReads(store: EventStore, head: bigint): Promise<Pick<AppendsResult, 'pageMs' | 'streamMs'>> {
  const [pages, reads]: [number[], number[]] = [[], []];
  for (let n = 0; n < READS; n += 1) {
    const after = (head * BigInt(n)) / BigInt(READS);
    const start = performance.now();
    const page = await store.readAll(after, PAGE);
    pages.push(performance.now() - start);
    const begun = performance.now();
    await store.readStream(page[0]?.stream ?? '');
    reads.push(performance.now() - begun);
  }
  return { pageMs: median(pages), streamMs: median(reads) };
}
