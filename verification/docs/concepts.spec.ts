import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { files, ROOT, read } from './repository.ts';

/** Folders that know no concept, or that all concepts share. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contracts: ['kernel', 'catalogue', 'fixtures'],
  'command-service': ['engine', 'http', 'payments', 'testing'],
  projector: ['engine', 'http', 'testing'],
  'query-service': ['engine', 'testing'],
  ui: ['admin', 'assets', 'installed', 'kit', 'lib', 'locales', 'public', 'testing'],
};

const services = Object.keys(ROOMS);
const map = read('docs/reference/map.md');
const sectionOf = (page: string, heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| ([a-z-]+) \|(.*)\|$/gm)]
    .map(([, concept = '', cells = '']) => ({ concept, cells: cells.split('|') }))
    .filter(({ concept }) => concept !== 'concept');

const rows = rowsOf(sectionOf(map, 'Concepts and their files'));
const isThere = (path: string) => existsSync(join(ROOT, path));
const concepts = rowsOf(sectionOf(read('docs/glossary.md'), 'Concepts')).map(({ concept }) => concept);

const foldersOf = (service: string) =>
  new Set(files(`${service}/`).flatMap((file) => (file.split('/').length > 2 ? [String(file.split('/')[1])] : [])));

it.each(Object.entries(ROOMS))('each folder of %s is a concept of the glossary', (service, rooms) => {
  const unnamed = [...foldersOf(service)].filter((name) => !rooms.includes(name) && !concepts.includes(name));
  expect(unnamed).toEqual([]);
});

it('the import law knows the concepts of the glossary', () => {
  const law = read('.dependency-cruiser.cjs');
  const listed = law.slice(law.indexOf('const CONCEPTS'), law.indexOf('const CONCEPT '));
  expect([...listed.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name).sort()).toEqual([...concepts].sort());
});

it('docs/reference/map.md has one row for each concept of the glossary, in its order', () => {
  expect(rows.map(({ concept }) => concept)).toEqual(concepts);
});

it.each(rows)(
  'docs/reference/map.md names files of $concept that exist, in each of its folders',
  ({ concept, cells }) => {
    const named = cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
    const missing = named.flatMap((paths, column) =>
      paths.filter((path) => !isThere(path) && !isThere(join(services[column] ?? '', concept, path))),
    );
    expect(missing).toEqual([]);
    const unnamed = services.filter(
      (service, column) => named[column]?.length === 0 && isThere(`${service}/${concept}`),
    );
    expect(unnamed).toEqual([]);
  },
);

it('docs/reference/map.md names no file that is not there', () => {
  const tops = new Set(files().map((file) => file.split('/')[0]));
  const paths = [...map.matchAll(/(?<![\w./(-])[a-z][\w-]*(?:\/[\w.-]+)+\/?/g)].map(([path]) => path);
  const missing = paths.filter((path) => tops.has(path.split('/')[0] ?? '') && !isThere(path));
  expect(missing).toEqual([]);
});
