import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import spanish from '../locales/differences/es.json' with { type: 'json' };
import { differenceText } from './difference-words.ts';

it('each difference of an audit has a Spanish text, by its English name in the code of the audit', () => {
  const call = /\b(?:equal|note)\(\s*'([^']+)'|\bmissing\('\w+', '([^']+)'|^ +\['\w+', '([^']+)'\],$/gm;
  const names = ['explanation', 'replay', 'texts'].flatMap((name) => {
    const folder = new URL(`../../audit-service/${name}/`, import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
    const code = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
    return [...code.matchAll(call)].map(([, what, fact, value]) => what ?? fact ?? value ?? '');
  });
  expect(names.length).toBeGreaterThan(100);
  expect([...new Set(names)].filter((name) => !(name in spanish))).toEqual([]);
});

it.each([
  ['amount of an entry, as the screens show it', 'importe de un apunte, según las pantallas'],
  ['at most 3', 'como máximo 3'],
  ['not before 2026-03-15T12:00:00.000Z', 'no antes de 2026-03-15T12:00:00.000Z'],
  ['another 7b1e2a54-5c0e-4a53-9d5b-2f1f0d8f1c11', 'otro: 7b1e2a54-5c0e-4a53-9d5b-2f1f0d8f1c11'],
  ['event 5 cannot be decoded', 'event 5 cannot be decoded'],
  ['something newer, as the screens show it', 'something newer, según las pantallas'],
])('%s', (text, expected) => {
  expect(differenceText(text, spanish)).toBe(expected);
  expect(differenceText(text, {})).toBe(text);
});
