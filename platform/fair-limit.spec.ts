import { expect, it } from 'vitest';
import { fairLimit } from './fair-limit.ts';

/** Works that end when a test says so. */
function openWorks() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { started, work, endNext: () => ends.shift()?.() };
}
const full = () => new Error('full');
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets keys take turns, however many works one of them has', async () => {
  const { started, work, endNext } = openWorks();
  const run = fairLimit({ atOnce: 1, waiting: 16, ofKey: 4 });
  const works = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => run(name.slice(0, 1), work(name), full));
  for (const _ of works) {
    await settled();
    endNext();
  }
  await Promise.all(works);
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('refuses works of a key beyond its bound, and takes those of others', async () => {
  const { started, work, endNext } = openWorks();
  const run = fairLimit({ atOnce: 1, waiting: 1, ofKey: 2 });
  const works = [run('a', work('a1'), full), run('a', work('a2'), full)];
  await expect(run('a', work('a3'), full)).rejects.toThrow('full');
  works.push(run('b', work('b1'), full));
  await settled();
  await expect(run('c', work('c1'), full)).rejects.toThrow('full');
  for (const _ of works) {
    endNext();
    await settled();
  }
  await Promise.all(works);
  expect(started).toEqual(['a1', 'b1', 'a2']);
});
