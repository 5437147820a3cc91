import { describe, expect, it } from 'vitest';
import { within } from '../within.ts';
import { ManualTimers } from './manual-timers.ts';

describe('manual timers', () => {
  it('fire in order, and equal ones in the order of their creation', async () => {
    const timers = new ManualTimers();
    const fired: string[] = [];
    for (const [ms, name] of [
      [30, 'd'],
      [10, 'a'],
      [20, 'b'],
      [20, 'c'],
    ] as const)
      timers.after(ms, () => fired.push(`${name} at ${timers.monotonic()}`));
    await timers.until(timers.sleep(86_400_000));
    expect(fired).toEqual(['a at 10', 'b at 20', 'c at 20', 'd at 30']);
    expect(timers.monotonic()).toBe(86_400_000);
  });

  it('advance only when all promises have settled', async () => {
    const timers = new ManualTimers();
    const done: number[] = [];
    timers.after(1, () => done.push(-1));
    const work = (async () => {
      for (let n = 0; n < 50; n += 1) {
        await null;
        done.push(n);
      }
      await timers.sleep(2);
    })();
    await timers.until(work);
    expect(done.indexOf(-1)).toBe(50);
  });

  it('ignore ended timers, and fail when no timer is left', async () => {
    const timers = new ManualTimers();
    timers.after(5, () => {})();
    await expect(timers.until(new Promise(() => {}))).rejects.toThrow('deadlock');
    expect(timers.monotonic()).toBe(0);
  });

  it('keep thousands of timers sorted', async () => {
    const timers = new ManualTimers();
    const seen: number[] = [];
    for (let n = 0; n < 3_000; n += 1) timers.after((n * 7919) % 3_001, () => seen.push(timers.monotonic()));
    await timers.until(timers.sleep(4_000));
    expect(seen).toHaveLength(3_000);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('fire what is due within the time that passes, and nothing later', async () => {
    const timers = new ManualTimers();
    const fired: string[] = [];
    timers.after(100, () => fired.push('once'));
    timers.after(101, () => fired.push('too late'));
    const end = timers.every(30, () => fired.push(`every at ${timers.monotonic()}`));
    await timers.advance(100);
    expect(fired).toEqual(['every at 30', 'every at 60', 'every at 90', 'once']);
    end();
    await timers.advance(1);
    expect(fired.slice(4)).toEqual(['too late']);
  });

  it('let work that sleeps again within the time that passes go on', async () => {
    const timers = new ManualTimers();
    const turns: number[] = [];
    const stopping = new AbortController();
    const loop = (async () => {
      while (!stopping.signal.aborted) {
        turns.push(timers.monotonic());
        await timers.sleep(40, stopping.signal);
      }
    })();
    await timers.untilSet(40);
    await timers.advance(100);
    expect(turns).toEqual([0, 40, 80]);
    stopping.abort();
    await loop;
  });

  it('show a wall clock that can be set back, while durations go on', async () => {
    const timers = new ManualTimers('2026-10-25T00:59:59.500Z');
    await timers.advance(500);
    expect(new Date(timers.now()).toISOString()).toBe('2026-10-25T01:00:00.000Z');
    timers.setWallClock('2026-10-25T00:00:00.000Z');
    await timers.advance(1_000);
    expect(new Date(timers.now()).toISOString()).toBe('2026-10-25T00:00:01.000Z');
    expect(timers.monotonic()).toBe(1_500);
  });
});

describe('within', () => {
  it('waits for work as long as its limit', async () => {
    const timers = new ManualTimers();
    expect(await timers.until(within(100, timers.sleep(99), timers))).toBe(true);
    expect(await timers.until(within(100, timers.sleep(101), timers))).toBe(false);
    expect(await timers.until(within(100, Promise.reject(new Error('failed')), timers))).toBe(true);
  });
});
