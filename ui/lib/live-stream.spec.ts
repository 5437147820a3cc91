import { LIVE_PATH } from '@perktree/contracts/kernel/live';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLiveStream, RENEWED, sessionRenewal } from './live-stream.ts';

class FakeSource extends EventTarget {
  isClosed = false;
  constructor(readonly url: string) {
    super();
    sources.push(this);
  }
  close() {
    this.isClosed = true;
  }
  say(type: string, data: object = {}) {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data) }));
  }
}
let sources: FakeSource[];
let page: EventTarget & { visibilityState: string };
let close: () => void;
const [onInvalidate, onSignedOut, onReady, onRefused] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
const KEY = ['/api', 'me', 'scans'];

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  for (const reported of [onInvalidate, onSignedOut, onReady, onRefused]) reported.mockClear();
  close = openLiveStream({ onInvalidate, onSignedOut, onReady, onRefused });
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = () => sources.filter(({ isClosed }) => !isClosed);
const newest = () => sources.at(-1) as FakeSource;
function show(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

it('reports changes, and reconnects from the last position with growing pauses', () => {
  expect(newest().url).toBe(LIVE_PATH);
  newest().say('ready', { position: '7', keys: [] });
  newest().say('invalidate', { position: '8', keys: [KEY] });
  expect(onInvalidate.mock.calls).toEqual([[{ position: '8', keys: [KEY] }]]);
  const waits: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    newest().dispatchEvent(new Event('error'));
    expect(open()).toEqual([]);
    // biome-ignore lint/plugin: the clock is faked
    const begun = Date.now();
    vi.advanceTimersToNextTimer();
    // biome-ignore lint/plugin: the clock is faked
    waits.push(Date.now() - begun);
    expect(newest().url).toBe(`${LIVE_PATH}?after=8`);
  }
  expect(waits[0]).toBeLessThanOrEqual(1_000);
  expect(waits[9]).toBeGreaterThanOrEqual(30_000);
  expect(waits[9]).toBeLessThanOrEqual(60_000);
  newest().say('ready', { position: '9', keys: [] });
  newest().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(1_000);
  expect(open().map(({ url }) => url)).toEqual([`${LIVE_PATH}?after=9`]);
});

it('reconnects after 60 seconds without a word, also before the first one', () => {
  vi.advanceTimersByTime(59_999);
  expect(open()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect([open(), onRefused.mock.calls.length]).toEqual([[], 1]);
  vi.advanceTimersByTime(1_000);
  newest().say('ready', { position: '7', keys: [] });
  vi.advanceTimersByTime(50_000);
  newest().say('heartbeat', {});
  vi.advanceTimersByTime(59_999);
  expect(sources).toHaveLength(2);
  vi.advanceTimersByTime(1_001);
  expect(open().map(({ url }) => url)).toEqual([`${LIVE_PATH}?after=7`]);
  expect(sources).toHaveLength(3);
});

it('closes the connection while the page is hidden for long or left, and reconnects', () => {
  newest().say('ready', { position: '7', keys: [] });
  show('hidden');
  vi.advanceTimersByTime(10_000);
  show('visible');
  vi.advanceTimersByTime(30_000);
  expect(sources).toHaveLength(1);
  show('hidden');
  vi.advanceTimersByTime(20_000);
  expect(open()).toEqual([]);
  vi.advanceTimersByTime(600_000);
  expect(sources).toHaveLength(1);
  show('visible');
  expect(open().map(({ url }) => url)).toEqual([`${LIVE_PATH}?after=7`]);
  // Also for the back/forward cache.
  window.dispatchEvent(new Event('pagehide'));
  expect(open()).toEqual([]);
  window.dispatchEvent(new Event('pageshow'));
  expect(open()).toHaveLength(1);
});

it('reconnects with the session’s new cookie from the last position', () => {
  newest().say('ready', { position: '7', keys: [] });
  sessionRenewal.dispatchEvent(new Event(RENEWED));
  expect(open().map(({ url }) => url)).toEqual([`${LIVE_PATH}?after=7`]);
  close();
  sessionRenewal.dispatchEvent(new Event(RENEWED));
  expect(open()).toEqual([]);
});

it('reports whom each connection is for, and connections that do not open, but not those that are lost; ends with the session', () => {
  newest().say('ready', { position: '7', keys: [], userId: 'olga', role: 'staff' });
  newest().dispatchEvent(new Event('error'));
  expect(onRefused).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  newest().dispatchEvent(new Event('error'));
  expect(onRefused).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_000);
  newest().say('ready', { position: '7', keys: [], userId: 'rita' });
  expect(onReady.mock.calls).toEqual([
    ['olga', 'staff'],
    ['rita', undefined],
  ]);
  newest().say('signed-out');
  expect(onSignedOut).toHaveBeenCalledOnce();
  newest().dispatchEvent(new Event('error'));
  show('visible');
  vi.advanceTimersByTime(600_000);
  expect(open()).toEqual([]);
});
