import { createPool } from '@perktree/platform/postgres/pool';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
    // No server at this port: only the test, or the fallback poll, wakes the subscription.
    feed = new HeadFeed(
      createPool({ connectionString: 'postgres://none@127.0.0.1:1/none', applicationName: 'feed' }),
      undefined,
    );
  });
  afterEach(async () => {
    vi.useRealTimers();
    feed.close();
  });
  /** For tests in which a poll would read what they expect to be read because of a wake-up, or not at all. */
  const neverPoll = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const following = (
    readAll: (afterPosition: bigint) => Promise<readonly StoredEvent[]>,
    reached?: () => Promise<bigint>,
  ) => {
    const logger = { info: (text: string) => messages.push(text), warn: (text: string) => warnings.push(text) };
    const signal = new AbortController().signal;
    return follow({ afterPosition: 0n, batchSize: 10, signal, feed, readAll, reached, logger });
  };

  it('misses no commit between its query and its wait', async () => {
    neverPoll();
    let looks = 0;
    const reading = following(async () => {
      if (++looks > 1) return [event(1n)];
      feed.wake();
      return [];
    });
    expect((await reading.next()).value).toEqual([event(1n)]);
  });

  it('does not query events that this process has appended together with their rows', async () => {
    neverPoll();
    const looks: bigint[] = [];
    let answered = () => {};
    const writing = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const read = async (afterPosition: bigint) => {
      looks.push(afterPosition);
      return afterPosition === 2n ? [event(3n)] : [];
    };
    const reading = following(read, async () => (looks.length === 0 ? 0n : writing.then(() => 2n)));
    const next = reading.next();
    await expect.poll(() => looks).toEqual([0n]);
    // The server notifies listeners before it answers the append.
    feed.wake(2n);
    await new Promise(setImmediate);
    answered();
    feed.wake(2n);
    await new Promise(setImmediate);
    expect(looks).toEqual([0n]);
    feed.wake(3n);
    expect((await next).value).toEqual([event(3n)]);
    expect(looks).toEqual([0n, 2n]);
  });

  it('queries once for a commit with two wake-ups, and again for the next one', async () => {
    neverPoll();
    const looks: bigint[] = [];
    const reading = following(async (afterPosition) => {
      looks.push(afterPosition);
      if (afterPosition === 2n) return [];
      return [event(afterPosition + 1n)];
    });
    feed.wake(1n);
    await reading.next();
    // The server's notification of the same commit, and the late answer of an earlier one.
    feed.wake(1n);
    feed.wake(0n);
    const next = reading.next();
    await new Promise(setImmediate);
    expect(looks).toEqual([0n]);
    feed.wake(2n);
    expect((await next).value).toEqual([event(2n)]);
    // A wake-up without a position always counts.
    const last = reading.next();
    feed.wake();
    await expect.poll(() => looks).toEqual([0n, 1n, 2n]);
    feed.close();
    await last;
  });

  it('polls without notifications', async () => {
    let looks = 0;
    const reading = following(async () => (++looks < 3 ? [] : [event(1n)]));
    expect((await reading.next()).value).toEqual([event(1n)]);
  });

  it('logs a failure to read once, recovers, and logs that', async () => {
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
