import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import spanish from '../locales/differences/es.json' with { type: 'json' };
import { differenceText } from './difference-words.ts';

const folder = (name: string) => new URL(`../../audit-service/${name}/`, import.meta.url);
/** The English names of all differences, as the audit's code has them. */
const names = ['explanation', 'replay', 'texts'].flatMap((name) =>
  readdirSync(folder(name))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => {
      const code = readFileSync(new URL(file, folder(name)), 'utf8');
      const calls = code.matchAll(
        /\b(?:equal|note)\(\s*'([^']+)'|\bmissing\('\w+', '([^']+)'|^ +\['\w+', '([^']+)'\],$/gm,
      );
      return [...calls].map(([, what, fact, value]) => what ?? fact ?? value ?? '');
    }),
);

describe('the differences of an audit, in Spanish', () => {
  it('have a text for each name', () => {
    expect(names.length).toBeGreaterThan(100);
    expect([...new Set(names)].filter((name) => !(name in spanish))).toEqual([]);
  });

  it.each([
    ['pool', 'comisión total'],
    ['amount of an entry, as the screens show it', 'importe de una entrada, según las pantallas'],
    ['at most 3', 'como máximo 3'],
    ['not before 2026-03-15T12:00:00.000Z', 'no antes de 2026-03-15T12:00:00.000Z'],
    ['another 7b1e2a54-5c0e-4a53-9d5b-2f1f0d8f1c11', 'otro: 7b1e2a54-5c0e-4a53-9d5b-2f1f0d8f1c11'],
    ['true', 'sí'],
    ['2.00', '2.00'],
    ['event 5 cannot be decoded', 'event 5 cannot be decoded'],
    ['something newer, as the screens show it', 'something newer, según las pantallas'],
  ])('%s', (text, expected) => {
    expect(differenceText(text, spanish)).toBe(expected);
    expect(differenceText(text, {})).toBe(text);
  });
});
