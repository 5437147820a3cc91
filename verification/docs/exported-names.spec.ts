import { expect, it } from 'vitest';
import { files, read } from './repository.ts';

const isProduct = (file: string) =>
  !/\.spec\.|\/testing\/|(^|\/)fixtures\/|^(verification|sdk|docs)\/|vite[^/]*\.config/.test(file);
/** Adapters of the event store name the same step alike. */
const roomOf = (file: string) => (file.startsWith('event-store/') ? 'event-store' : file);

it('each exported name has one definition, so that a reader who finds it has found it', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of files('*.ts', '*.tsx').filter(isProduct)) {
    const exported = /^export (?:async )?(?:const|let|function\*?|(?:abstract )?class|interface|type) (\w+)/gm;
    for (const [, name = ''] of read(file).matchAll(exported)) {
      homes.set(name, (homes.get(name) ?? new Set()).add(roomOf(file)));
    }
  }
  expect([...homes].flatMap(([name, where]) => (where.size > 1 ? [`${name}: ${[...where].join(', ')}`] : []))).toEqual(
    [],
  );
});

it('a bound is called MAX_ or MIN_, so that one search finds all of them', () => {
  const names = files('*.ts', '*.tsx', '*.mjs').flatMap((file) =>
    [...read(file).matchAll(/\b(?:const|let|var) (?:\[[^\]=]*)?((?:MOST|LEAST|LARGEST|HIGHEST)_[A-Z\d_]+)/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  );
  expect(names).toEqual([]);
});
