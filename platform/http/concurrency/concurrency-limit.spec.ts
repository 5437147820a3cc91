import { describe, expect, it } from 'vitest';
import { type Caller, ConcurrencyLimit } from './concurrency-limit.ts';

const BOUNDS = { perCaller: 2, perNetwork: 3, alone: 5, queuedPerCaller: 4, activeMs: 1_000, slowMs: 250 };
const caller = (key: string, isNetwork = false): Caller => ({ key, isNetwork });
const [a, b, net] = [caller('a'), caller('b'), caller('10.0.0.1', true)];

function rig() {
  let now = 0;
  const limit = new ConcurrencyLimit(BOUNDS, () => now);
  const started: string[] = [];
  const enter = (who: Caller, name = who.key) => limit.enter(who, () => void started.push(name));
  const running = (places: readonly (ReturnType<typeof enter> | null)[]) =>
    places.filter((place) => place?.state === 'running').length;
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
    const { limit, enter, running, started } = rig();
    enter(b);
    const places = [1, 2, 3, 4].map((n) => enter(a, `a${n}`));
    expect([running(places), limit.queued]).toEqual([BOUNDS.perCaller, 2]);
    expect(enter(b)?.state).toBe('running');
    for (const place of places.slice(0, 2)) if (place) limit.leave(place);
    expect([started, limit.queued]).toEqual([['a3'], 1]);
  });

  it('have half of the bound while some wait, unless those under way are slow', () => {
    const { limit, enter, started, pass } = rig();
    enter(b);
    const places = [1, 2, 3, 4].map((n) => enter(a, `a${n}`));
    if (places[0]) limit.leave(places[0]);
    expect(started).toEqual([]);
    if (places[1]) limit.leave(places[1]);
    expect(started).toEqual(['a3']);
    const [report, page] = [places[2], enter(a, 'a5')];
    pass(BOUNDS.slowMs);
    if (page) limit.leave(page);
    expect([report?.state, started]).toEqual(['running', ['a3', 'a4']]);
  });

  it('are bounded by their network where they have neither a session nor a visitor cookie', () => {
    const { enter, running } = rig();
    enter(b);
    expect(running(Array.from({ length: 7 }, () => enter(net)))).toBe(BOUNDS.perNetwork);
  });

  it('hold no other caller back: sixty callers have as much under way from one network as from sixty', () => {
    const { enter, running } = rig();
    const flood = Array.from({ length: 6 }, () => enter(a));
    const guests = Array.from({ length: 60 }, (_, n) => enter(caller(`guest ${n}`)));
    expect(running(guests)).toBe(60);
    expect(running(flood)).toBe(BOUNDS.alone);
  });

  it('have the process to themselves again once others have been quiet for long', () => {
    const { limit, enter, running, pass } = rig();
    enter(b);
    const places = [1, 2, 3, 4].map((n) => enter(a, `a${n}`));
    pass(BOUNDS.activeMs);
    if (places[0]) limit.leave(places[0]);
    expect([running(places), limit.queued]).toEqual([3, 0]);
  });

  it('are refused where too many wait, and leave the queue when their client goes', () => {
    const { limit, enter } = rig();
    enter(b);
    const places = Array.from({ length: BOUNDS.perCaller + BOUNDS.queuedPerCaller }, () => enter(a));
    expect(enter(a)).toBeNull();
    const last = places.at(-1);
    if (last) limit.leave(last);
    expect(enter(a)?.state).toBe('queued');
  });

  it('leave no state behind, however many callers there were', () => {
    const { limit, enter } = rig();
    for (let n = 0; n < 1_000; n += 1) {
      const place = enter(caller(`junk ${n}`));
      if (place) limit.leave(place);
      if (place) limit.leave(place);
    }
    expect((limit as unknown as { lanes: Map<string, unknown> }).lanes.size).toBe(0);
    expect(limit.queued).toBe(0);
  });
});
