import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackPressure } from './back-pressure.ts';

const BOUNDS = { slowFrom: 10, refuseFrom: 20, holdMs: 500, lookMs: { held: 10, onTheWay: 100 } };
let projected: bigint | null | Error;
let looks: number;
let pressure: BackPressure;

beforeEach(() => {
  vi.useFakeTimers();
  [projected, looks] = [0n, 0];
  pressure = new BackPressure(async () => {
    looks += 1;
    if (projected instanceof Error) throw projected;
    return projected;
  }, BOUNDS);
});
afterEach(() => {
  pressure.close();
  vi.useRealTimers();
});

const append = (...positions: number[]) => {
  for (const position of positions) pressure.appended(BigInt(position), 1);
};
/** Whether a command has gone on, later. */
function command(): { gone: boolean } {
  const seen = { gone: false };
  void pressure.admit().then(() => {
    seen.gone = true;
  });
  return seen;
}
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('back-pressure', () => {
  it('does nothing while the read models keep up, and looks no more when they have everything', async () => {
    append(...upTo(9));
    await pressure.admit();
    projected = 9n;
    await vi.advanceTimersByTimeAsync(100);
    expect(pressure.backlog).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toBe(1);
  });

  it('holds commands back until there is room, and lets no more through than there is room for', async () => {
    append(...upTo(10));
    const commands = [command(), command(), command()];
    await vi.advanceTimersByTimeAsync(30);
    expect(commands.map(({ gone }) => gone)).toEqual([false, false, false]);
    projected = 2n;
    await vi.advanceTimersByTimeAsync(10);
    expect(commands.map(({ gone }) => gone)).toEqual([true, true, false]);
    projected = 10n;
    await vi.advanceTimersByTimeAsync(10);
    expect(commands[2]?.gone).toBe(true);
  });

  it('lets a command go on after a while where the projector stands still, and refuses in the end', async () => {
    append(...upTo(19));
    const slow = command();
    await vi.advanceTimersByTimeAsync(499);
    expect(slow.gone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(slow.gone).toBe(true);
    append(20);
    await expect(pressure.admit()).rejects.toMatchObject({ code: 'READ_MODEL_BEHIND' });
  });

  it('counts events and not positions, which may have gaps and come in any order', async () => {
    append(9_000, 5_000, 7_000);
    expect(pressure.backlog).toBe(3);
    projected = 7_000n;
    await vi.advanceTimersByTimeAsync(100);
    expect(pressure.backlog).toBe(1);
  });

  it('is none where no read model is live: an operator has paused them', async () => {
    append(...upTo(15));
    const waiting = command();
    projected = null;
    await vi.advanceTimersByTimeAsync(10);
    expect(waiting.gone).toBe(true);
    expect(pressure.backlog).toBe(0);
  });

  it('waits out a database that does not answer', async () => {
    append(...upTo(10));
    const waiting = command();
    projected = new Error('gone');
    await vi.advanceTimersByTimeAsync(50);
    projected = 10n;
    await vi.advanceTimersByTimeAsync(10);
    expect(waiting.gone).toBe(true);
  });

  it('lets everybody go when the service closes', async () => {
    append(...upTo(15));
    const waiting = command();
    pressure.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.gone).toBe(true);
  });
});
