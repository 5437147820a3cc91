import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterNotice, NOTICE_MS } from './after-notice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acts once, after the time to read a notice; not after the visitor has left, or it was cancelled', () => {
  const act = vi.fn();
  const page = new EventTarget();
  for (const type of ['beforeunload', 'pagehide']) {
    afterNotice(page, act);
    page.dispatchEvent(new Event(type));
  }
  afterNotice(page, act)();
  vi.advanceTimersByTime(NOTICE_MS);
  afterNotice(page, act);
  vi.advanceTimersByTime(NOTICE_MS - 1);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(NOTICE_MS);
  page.dispatchEvent(new Event('pagehide'));
  expect(act).toHaveBeenCalledOnce();
});
