import { expect, it } from 'vitest';
import { preferredLanguage } from './i18n.ts';

it('uses the saved language, else the browser’s first supported one, else English', () => {
  expect(preferredLanguage('es', ['en-GB'])).toBe('es');
  expect(preferredLanguage(null, ['fr', 'es-MX', 'en'])).toBe('es');
  expect(preferredLanguage('xx', ['fr'])).toBe('en');
  expect(preferredLanguage(null, [])).toBe('en');
});
