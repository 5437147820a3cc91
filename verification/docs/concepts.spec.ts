import { expect, it } from 'vitest';
import { files, read } from './repository.ts';

/** Folders that know no concept, or that all concepts share. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contracts: ['kernel', 'catalogue', 'fixtures'],
  'command-service': ['engine', 'http', 'payments', 'testing'],
  projector: ['engine', 'http', 'testing'],
  'query-service': ['engine', 'testing'],
  ui: ['admin', 'assets', 'installed', 'kit', 'lib', 'locales', 'public', 'testing'],
};

const glossary = read('docs/glossary.md');
const table = glossary.slice(glossary.indexOf('## Concepts'), glossary.indexOf('## Domain'));
const concepts = [...table.matchAll(/^\| ([a-z-]+) \|/gm)].flatMap(([, name]) => (name === 'concept' ? [] : [name]));

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
