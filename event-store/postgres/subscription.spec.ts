import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../port.ts';
import { HeadFeed } from './head-feed.ts';
import { follow } from './subscription.ts';

const event = (position: bigint): StoredEvent => ({
  ...{ stream: 's-1', revision: Number(position) - 1, position, type: 'Happened' },
  ...{ eventId: '00000000-0000-4000-8000-000000000000', data: {}, metadata: {} },
});

describe('following the store', () => {
  let feed: HeadFeed;
  let warnings: string[];
  let messages: string[];
  beforeEach(() => {
    [warnings, messages] = [[], []];
    // Nobody answers at this port: what wakes the subscription is the test alone, or the poll of the deaf (250 ms).
    feed = new HeadFeed({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }, undefined);
  });
  afterEach(() => feed.close());

  const following = (readAll: (afterPosition: bigint) => Promise<readonly StoredEvent[]>) => {
    const logger = { info: (text: string) => messages.push(text), warn: (text: string) => warnings.push(text) };
    const signal = new AbortController().signal;
    return follow({ afterPosition: 0n, batchSize: 10, signal, feed, readAll, logger });
  };

  it('misses no commit that comes between its look and its waiting', async () => {
    const pauses: number[] = [];
    for (let n = 0; n < 5; n++) {
      const looks: number[] = [];
      const reading = following(async () => {
        looks.push(performance.now());
        if (looks.length > 1) return [event(1n)];
        feed.wake();
        return [];
      });
      expect((await reading.next()).value).toEqual([event(1n)]);
      pauses.push((looks[1] ?? 0) - (looks[0] ?? 0));
    }
    // A poll would have been waited for each time; a busy machine holds up one or another.
    expect(Math.min(...pauses)).toBeLessThan(100);
  });

  it('looks once for a commit of which it hears twice, and again for the next one', async () => {
    const looks: bigint[] = [];
    const reading = following(async (afterPosition) => {
      looks.push(afterPosition);
      if (afterPosition === 2n) return [];
      return [event(afterPosition + 1n)];
    });
    feed.wake(1n);
    await reading.next();
    // The same commit, told by the server; and one before it, whose answer came late.
    feed.wake(1n);
    feed.wake(0n);
    const next = reading.next();
    await new Promise(setImmediate);
    expect(looks).toEqual([0n]);
    feed.wake(2n);
    expect((await next).value).toEqual([event(2n)]);
    // Whoever does not know up to where there is news is heard in any case.
    const last = reading.next();
    feed.wake();
    await expect.poll(() => looks).toEqual([0n, 1n, 2n]);
    await feed.close();
    await last;
  });

  it('looks by itself while nobody wakes it', async () => {
    let looks = 0;
    const reading = following(async () => (++looks < 3 ? [] : [event(1n)]));
    expect((await reading.next()).value).toEqual([event(1n)]);
  });

  it('tells once that it cannot read, goes on by itself, and tells that too', async () => {
    let looks = 0;
    const reading = following(async () => {
      if (++looks < 4) throw new Error('gone');
      return [event(1n)];
    });
    expect((await reading.next()).value).toEqual([event(1n)]);
    expect(warnings).toEqual(['event store: a subscription cannot read: gone']);
    expect(messages).toEqual(['event store: a subscription reads again']);
  });

  it('refuses a batch size that would never give anything', async () => {
    const { signal } = new AbortController();
    const reading = follow({
      ...{ afterPosition: 0n, batchSize: 0, signal, feed, logger: undefined },
      readAll: async () => [],
    });
    await expect(reading.next()).rejects.toBeInstanceOf(RangeError);
  });
});
