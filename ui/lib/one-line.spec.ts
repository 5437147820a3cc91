import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { translator } from './public/words.ts';

const folder = new URL('..', import.meta.url).pathname;
const sources = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.|^testing\/|node_modules/.test(file),
);

it.each(sources)('isolates each name in a line of several: %s', (file) => {
  const source = readFileSync(folder + file, 'utf8');
  // `joined` isolates its parts, and `t` its values.
  expect(source.match(/join\(['"] [·›] ['"]\)|\$\{\w+(\.\w+)*[nN]ame\} ·|· \$\{\w+(\.\w+)*[nN]ame\}/g)).toBeNull();
});

it('isolates names in the sentences of public pages', () => {
  expect(translator({ by: 'from {{siteName}}' })('by', { siteName: 'מאפייה' })).toBe('from \u2068מאפייה\u2069');
});
