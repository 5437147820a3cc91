import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { files, ROOT, read } from './repository.ts';

const SERVICES = ['contracts', 'command-service', 'projector', 'query-service', 'ui'];
const map = read('docs/reference/map.md');
const sectionOf = (page: string, heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| ([a-z-]+) \|(.*)\|$/gm)]
    .map(([, concept = '', cells = '']) => ({ concept, cells: cells.split('|') }))
    .filter(({ concept }) => concept !== 'concept');

const rows = rowsOf(sectionOf(map, 'Concepts and their files'));
const isThere = (path: string) => existsSync(join(ROOT, path));

it('has one row for each concept of the glossary, in its order', () => {
  const glossary = rowsOf(sectionOf(read('docs/glossary.md'), 'Concepts'));
  expect(rows.map(({ concept }) => concept)).toEqual(glossary.map(({ concept }) => concept));
});

it.each(rows)('names files of $concept that exist, in each of its folders', ({ concept, cells }) => {
  const named = cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
  const missing = named.flatMap((paths, column) =>
    paths.filter((path) => !isThere(path) && !isThere(join(SERVICES[column] ?? '', concept, path))),
  );
  expect(missing).toEqual([]);
  const unnamed = SERVICES.filter((service, column) => named[column]?.length === 0 && isThere(`${service}/${concept}`));
  expect(unnamed).toEqual([]);
});

it('names no file that is not there', () => {
  const tops = new Set(files().map((file) => file.split('/')[0]));
  const paths = [...map.matchAll(/(?<![\w./(-])[a-z][\w-]*(?:\/[\w.-]+)+\/?/g)].map(([path]) => path);
  const missing = paths.filter((path) => tops.has(path.split('/')[0] ?? '') && !isThere(path));
  expect(missing).toEqual([]);
});
