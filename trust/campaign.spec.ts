import { describe, expect, it } from 'vitest';
import { lineOf, longRun, quickRun, totalOf } from './campaign.ts';
import type { Budget, Part, PartResult } from './part.ts';

const silent = () => {};
const result = (more: Partial<PartResult> = {}): PartResult => ({ counts: { tries: 2 }, violations: [], ...more });

function part(name: string, run: (budget: Budget, seed: number) => Promise<PartResult>): Part {
  return { name, about: '', unit: 'tries', quick: 40, run };
}

describe('a campaign', () => {
  it('asks each part for what makes a quick run, or for so many', async () => {
    const asked: unknown[] = [];
    const note = part('one', async (budget, seed) => {
      asked.push([budget, seed]);
      return result();
    });
    await quickRun([note], { seed: 9, count: null }, silent);
    await quickRun([note], { seed: 9, count: 3 }, silent);
    expect(asked).toEqual([
      [{ count: 40, until: null }, 9],
      [{ count: 3, until: null }, 9],
    ]);
  });

  it('lets two parts go on side by side, those that wait beside them, and those that measure times alone in the end', async () => {
    let together = 0;
    const most: Record<string, number> = {};
    const busy = (name: string) =>
      part(name, async () => {
        together += 1;
        await new Promise((done) => setTimeout(done, 5));
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

  it('takes a part that ends early for a violation, and goes on with the others', async () => {
    const broken = part('broken', async () => {
      throw new Error('no disk');
    });
    const turns = await quickRun([broken, part('sound', async () => result())], { seed: 4, count: null }, silent);
    expect(turns[0]?.violations[0]?.what).toContain('no disk');
    expect(turns[0]?.violations[0]?.again).toBe('broken --seed 4');
    expect(turns[1]?.violations).toEqual([]);
    expect(totalOf(turns)).toEqual({ tries: 2 });
  });

  it('lets a part that ended early try once more, when all others are through', async () => {
    const began: string[] = [];
    const parts = ['stalled', 'sound'].map((name) =>
      part(name, async () => {
        began.push(name);
        if (began.length === 1) throw new Error('no answer in time');
        return result();
      }),
    );
    const told: string[] = [];
    const turns = await quickRun(parts, { seed: 4, count: null }, (line) => told.push(line));
    expect(began).toEqual(['stalled', 'sound', 'stalled']);
    expect(turns.map((turn) => [turn.part, turn.violations])).toEqual([
      ['stalled', []],
      ['sound', []],
    ]);
    expect(told.join()).toContain('no answer in time');
  });

  it('lets nothing that was found try again', async () => {
    let times = 0;
    const faulty = part('faulty', async () => {
      times += 1;
      return result({ violations: [{ what: 'lost', seed: 4, again: 'faulty --seed 4' }] });
    });
    const [turn] = await quickRun([faulty], { seed: 4, count: null }, silent);
    expect([times, turn?.violations.length]).toEqual([1, 1]);
  });

  it('goes on until its time is over, every part in its turn and each time from another seed', async () => {
    const seeds: string[] = [];
    const short = (name: string) =>
      part(name, async ({ until }, seed) => {
        seeds.push(`${name} ${seed}`);
        expect(until).not.toBeNull();
        await new Promise((done) => setTimeout(done, 5));
        return result();
      });
    const kept: string[] = [];
    const until = Date.now() + 60;
    await longRun([short('one'), short('two')], { seed: 1, until }, silent, (turn) => kept.push(lineOf(turn)));
    expect(seeds.slice(0, 2)).toEqual(['one 1', 'two 1']);
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(kept).toHaveLength(seeds.length);
    expect(kept[0]).toBe('one: 2 tries in 0 s; 0 violations');
  });
});
