import { describe, expect, it } from 'vitest';
import { lineOf, longRun, quickRun } from './campaign.ts';
import type { Budget, Part, PartResult } from './part.ts';

const silent = () => {};
const result = (more: Partial<PartResult> = {}): PartResult => ({ counts: { tries: 2 }, violations: [], ...more });

function part(name: string, run: (budget: Budget, seed: number) => Promise<PartResult>): Part {
  return { name, about: '', unit: 'tries', quick: 40, run };
}

describe('a campaign', () => {
  it('gives each part its quick count or the given count', async () => {
    const runs: unknown[] = [];
    const recording = part('one', async (budget, seed) => {
      runs.push([budget, seed]);
      return result();
    });
    await quickRun([recording], { seed: 9, count: null }, silent);
    await quickRun([recording], { seed: 9, count: 3 }, silent);
    expect(runs).toEqual([
      [{ count: 40, until: null }, 9],
      [{ count: 3, until: null }, 9],
    ]);
  });

  it('runs two parts at once, waiting parts beside them, and parts that measure times last and alone', async () => {
    let together = 0;
    const most: Record<string, number> = {};
    const busy = (name: string) =>
      part(name, async () => {
        together += 1;
        await new Promise((done) => setImmediate(done));
        most[name] = together;
        together -= 1;
        return result();
      });
    const timed = { ...busy('timed'), measuresTime: true as const };
    const parts = [timed, busy('one'), busy('two'), busy('three')];
    const turns = await quickRun(parts, { seed: 4, count: null }, silent);
    expect(most).toMatchObject({ two: 2, timed: 1 });
    expect(turns.map((turn) => turn.part)).toEqual(['timed', 'one', 'two', 'three']);
    await quickRun([...parts, { ...busy('waiting'), waits: true }], { seed: 4, count: null }, silent);
    expect(most).toMatchObject({ waiting: 3, timed: 1 });
  });

  it('counts a part that ends early as a violation and continues with the others', async () => {
    const broken = part('broken', async () => {
      throw new Error('no disk');
    });
    const turns = await quickRun([broken, part('sound', async () => result())], { seed: 4, count: null }, silent);
    expect(turns[0]?.violations[0]?.what).toContain('no disk');
    expect(turns[0]?.violations[0]?.again).toBe('broken --seed 4');
    expect(turns[1]?.violations).toEqual([]);
    expect(turns[1]?.counts).toEqual({ tries: 2 });
  });

  it('retries a part that ended early once, after all others', async () => {
    const began: string[] = [];
    const parts = ['stalled', 'sound'].map((name) =>
      part(name, async () => {
        began.push(name);
        if (began.length === 1) throw new Error('no answer in time');
        return result();
      }),
    );
    const lines: string[] = [];
    const turns = await quickRun(parts, { seed: 4, count: null }, (line) => lines.push(line));
    expect(began).toEqual(['stalled', 'sound', 'stalled']);
    expect(turns.map((turn) => [turn.part, turn.violations])).toEqual([
      ['stalled', []],
      ['sound', []],
    ]);
    expect(lines.join()).toContain('no answer in time');
  });

  it('does not retry a part that found a violation', async () => {
    let times = 0;
    const faulty = part('faulty', async () => {
      times += 1;
      return result({ violations: [{ what: 'lost', again: 'faulty --seed 4' }] });
    });
    const [turn] = await quickRun([faulty], { seed: 4, count: null }, silent);
    expect([times, turn?.violations.length]).toEqual([1, 1]);
  });

  it('repeats all parts with new seeds until the deadline', async () => {
    const seeds: string[] = [];
    let time = 0;
    const short = (name: string) =>
      part(name, async ({ until }, seed) => {
        seeds.push(`${name} ${seed}`);
        expect(until).not.toBeNull();
        time += 100;
        return result();
      });
    const options = { seed: 1, until: 1_500, now: () => time };
    const turns = await longRun([short('one'), short('two')], options, silent);
    expect(seeds).toHaveLength(15);
    expect(seeds.slice(0, 2)).toEqual(['one 1', 'two 1']);
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(turns).toHaveLength(seeds.length);
    expect(turns.map(lineOf)[0]).toMatch(/^one: 2 tries in \d s; 0 violations$/);
  });
});
