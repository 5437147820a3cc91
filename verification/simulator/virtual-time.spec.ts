import { describe, expect, it } from 'vitest';
import { VirtualTime } from './virtual-time.ts';

describe('virtual time', () => {
  it('fires timers in order, and equal ones in the order of their creation', async () => {
    const time = new VirtualTime();
    const fired: string[] = [];
    const start = (ms: number, name: string) => time.after(ms, () => fired.push(`${name} at ${time.now}`));
    for (const [ms, name] of [
      [30, 'd'],
      [10, 'a'],
      [20, 'b'],
      [20, 'c'],
    ] as const)
      start(ms, name);
    await time.until(time.sleep(86_400_000));
    expect(fired).toEqual(['a at 10', 'b at 20', 'c at 20', 'd at 30']);
    expect(time.now).toBe(86_400_000);
  });

  it('advances only when all promises have settled', async () => {
    const time = new VirtualTime();
    const fired: number[] = [];
    time.after(1, () => fired.push(-1));
    const work = (async () => {
      for (let n = 0; n < 50; n += 1) {
        await null;
        fired.push(n);
      }
      await time.sleep(2);
    })();
    await time.until(work);
    expect(fired.indexOf(-1)).toBe(50);
  });

  it('ignores cancelled timers and fails when no timer is left', async () => {
    const time = new VirtualTime();
    time.after(5, () => {}).isOver = true;
    await expect(time.until(new Promise(() => {}))).rejects.toThrow('deadlock');
    expect(time.now).toBe(0);
  });

  it('keeps thousands of timers sorted', async () => {
    const time = new VirtualTime();
    const seen: number[] = [];
    for (let n = 0; n < 3_000; n += 1) time.after((n * 7919) % 3_001, () => seen.push(time.now));
    await time.until(time.sleep(4_000));
    expect(seen).toHaveLength(3_000);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});
