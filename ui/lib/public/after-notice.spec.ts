import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterNotice, NOTICE_MS } from './after-notice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acts once, after the time to read a notice', () => {
  const act = vi.fn();
  const page = new EventTarget();
  afterNotice(page, act);
  vi.advanceTimersByTime(NOTICE_MS - 1);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(NOTICE_MS);
  page.dispatchEvent(new Event('pagehide'));
  expect(act).toHaveBeenCalledOnce();
});

it.each(['beforeunload', 'pagehide'])('does nothing after %s, because the visitor has left', (type) => {
  const act = vi.fn();
  const page = new EventTarget();
  afterNotice(page, act);
  page.dispatchEvent(new Event(type));
  vi.advanceTimersByTime(NOTICE_MS);
  expect(act).not.toHaveBeenCalled();
});

it('does nothing after it was cancelled', () => {
  const act = vi.fn();
  afterNotice(new EventTarget(), act)();
  vi.advanceTimersByTime(NOTICE_MS);
  expect(act).not.toHaveBeenCalled();
});
