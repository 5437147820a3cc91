import { expect, it } from 'vitest';
import { supportedLanguage } from './languages.ts';

it('is the first language of the product that a tag names', () => {
  expect(supportedLanguage(['es', 'en-GB'])).toBe('es');
  expect(supportedLanguage([null, 'fr', 'es-MX', 'en'])).toBe('es');
  expect(supportedLanguage([undefined, 'xx'])).toBe(null);
});
