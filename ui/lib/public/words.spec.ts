import { expect, it } from 'vitest';
import englishLanding from '../../locales/en/landing.json';
import englishLinkPages from '../../locales/en/link-pages.json';
import englishScanner from '../../locales/en/scanner.json';
import spanishLanding from '../../locales/es/landing.json';
import spanishLinkPages from '../../locales/es/link-pages.json';
import spanishScanner from '../../locales/es/scanner.json';
import { translator } from './words.ts';

it('fills in the named values', () => {
  const t = translator({ a: { b: 'Used {{used}}/{{max}}' } });
  expect(t('a.b', { used: 1, max: 3 })).toBe('Used 1/3');
});

it('returns the key of a missing text', () => {
  const t = translator<Record<string, string>>({});
  expect(t('gone')).toBe('gone');
});

/** Each text's key with the values that it takes: what has to be the same in every language. */
function shape(catalogue: object, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [`${prefix}${key} ${(value.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ')}`]
      : shape(value as object, `${prefix}${key}.`),
  );
}

it.each([
  ['landing', englishLanding, spanishLanding],
  ['link-pages', englishLinkPages, spanishLinkPages],
  ['scanner', englishScanner, spanishScanner],
])('%s has the same texts with the same values in both languages', (_, english, spanish) => {
  expect(shape(spanish)).toEqual(shape(english));
});
