import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const BOUNDS = { perCaller: 2, alone: 5, queuedPerCaller: 4, activeMs: 1_000 };
const [a, b] = ['a', 'b'];

function rig() {
  let now = 0;
  const limit = new ConcurrencyLimit(BOUNDS, () => now);
  const started: string[] = [];
  const enter = (caller: string, name = caller) => limit.enter(caller, () => void started.push(name));
  const running = (places: readonly (ReturnType<typeof enter> | null)[]) =>
    places.filter((place) => place?.isRunning && !place.hasLeft).length;
  const pass = (ms: number) => {
    now += ms;
  };
  return { limit, started, enter, running, pass };
}

describe('the requests of one caller', () => {
  it('have the process to themselves while no other caller is active', () => {
    const { enter, running } = rig();
    expect(running(Array.from({ length: 7 }, () => enter(a)))).toBe(BOUNDS.alone);
  });

  it('are bounded while another caller is active, and wait in order', () => {
    const { limit, enter, running } = rig();
    enter(b);
    const places = [1, 2, 3, 4].map((n) => enter(a, `a${n}`));
    expect([running(places), limit.queued]).toEqual([BOUNDS.perCaller, 2]);
    expect(enter(b)?.isRunning).toBe(true);
  });

  it('start one after the other while some wait, unless those under way are slow', () => {
    const { limit, enter, started, pass } = rig();
    enter(b);
    const places = [1, 2, 3, 4].map((n) => enter(a, `a${n}`));
    if (places[0]) limit.leave(places[0]);
    expect(started).toEqual([]);
    if (places[1]) limit.leave(places[1]);
    expect(started).toEqual(['a3']);
    const [report, page] = [places[2], enter(a, 'a5')];
    pass(250);
    if (page) limit.leave(page);
    expect([report?.isRunning, started]).toEqual([true, ['a3', 'a4']]);
  });

  it('are more among many callers than among few', () => {
    const { enter, running, pass } = rig();
    for (let n = 0; n < 16; n += 1) enter(`guest ${n}`);
    expect(running(Array.from({ length: 7 }, () => enter(a)))).toBe(4);
    pass(2 * BOUNDS.activeMs);
    enter(a);
    expect(running(Array.from({ length: 7 }, () => enter(b)))).toBe(BOUNDS.perCaller);
  });

  it('hold no other caller back: sixty callers have as much under way from one network as from sixty', () => {
    const { enter, running } = rig();
    const flood = Array.from({ length: 6 }, () => enter(a));
    const guests = Array.from({ length: 60 }, (_, n) => enter(`guest ${n}`));
    expect(running(guests)).toBe(60);
    expect(running(flood)).toBe(BOUNDS.alone);
  });

  it('have the process to themselves again once others have been quiet for long', () => {
    const { limit, enter, running, pass } = rig();
    enter(b);
    const places = [1, 2].map((n) => enter(a, `a${n}`));
    pass(BOUNDS.activeMs);
    places.push(enter(a, 'a3'));
    pass(BOUNDS.activeMs);
    places.push(enter(a, 'a4'));
    expect(limit.queued).toBe(2);
    if (places[0]) limit.leave(places[0]);
    expect([running(places), limit.queued]).toEqual([3, 0]);
  });

  it('are refused when too many wait, and leave the queue when their client disconnects', () => {
    const { limit, enter } = rig();
    enter(b);
    const places = Array.from({ length: BOUNDS.perCaller + BOUNDS.queuedPerCaller }, () => enter(a));
    expect(enter(a)).toBeNull();
    const last = places.at(-1);
    if (last) limit.leave(last);
    expect(enter(a)?.isRunning).toBe(false);
  });

  it('leave no state behind, however many callers there were', () => {
    const { limit, enter } = rig();
    for (let n = 0; n < 1_000; n += 1) {
      const place = enter(`junk ${n}`);
      if (place) limit.leave(place);
      if (place) limit.leave(place);
    }
    expect((limit as unknown as { lanes: Map<string, unknown> }).lanes.size).toBe(0);
    expect(limit.queued).toBe(0);
  });
});
