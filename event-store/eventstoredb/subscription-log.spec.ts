import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FellBehind } from './live-events.ts';
import { SubscriptionLog } from './subscription-log.ts';

describe('the log of a subscription', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  function startLog() {
    const told: string[] = [];
    const tell = (text: string) => void told.push(text);
    return { told, log: new SubscriptionLog({ first: 100, longest: 5_000 }, { info: tell, warn: tell }) };
  }

  it('logs a loss and its end at most once a minute, with the number of suppressed lines', () => {
    const { told, log } = startLog();
    const lost = 'event store: a subscription was lost: gone';
    const again = 'event store: a subscription reads again';
    for (let second = 0; second < 120; second += 1) {
      log.failed(new Error('gone'));
      log.failed(new Error('gone'));
      log.reads();
      vi.advanceTimersByTime(1_000);
    }
    expect(told).toEqual([lost, again, `${lost} (59 more times since the last line)`, again]);
  });

  it('logs a lagging subscription at most once a minute, separately from losses, without backoff', () => {
    const { told, log } = startLog();
    for (let n = 0; n < 100; n += 1) log.failed(new FellBehind());
    expect(log.pauseMs()).toBe(0);
    log.failed(new Error('gone'));
    expect(told).toHaveLength(2);
    expect(log.pauseMs()).toBeGreaterThan(0);
  });
});
