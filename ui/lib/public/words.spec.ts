import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { translator } from './words.ts';

it('fills in the named values, isolated from the sentence; returns the key of a missing text', () => {
  const t = translator<Record<string, string>>({ by: 'from {{siteName}}' });
  expect(t('by', { siteName: 'מאפייה' })).toBe('from \u2068מאפייה\u2069');
  expect(t('gone')).toBe('gone');
});

const folder = new URL('../..', import.meta.url).pathname;
const sources = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.|^testing\/|node_modules/.test(file),
);

it('each name in a line of several is isolated: `joined` isolates its parts, and `t` its values', () => {
  const joins = /join\(['"] [·›] ['"]\)|\$\{\w+(\.\w+)*[nN]ame\} ·|· \$\{\w+(\.\w+)*[nN]ame\}/;
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => joins.test(readFileSync(folder + file, 'utf8')))).toEqual([]);
});
