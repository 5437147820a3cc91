import { expect, it } from 'vitest';
import { HashSet } from './hash-set.ts';

it('knows each of many texts that resemble each other, and no other one', () => {
  const set = new HashSet();
  const names = Array.from({ length: 50_000 }, (_, n) => `redemptions 00000000-0000-8000-8000-${n}`);
  expect(names.filter((name) => !set.add(name))).toEqual([]);
  expect(names.filter((name) => set.add(name))).toEqual([]);
  expect(names.filter((name) => set.has(`${name} `))).toEqual([]);
});
