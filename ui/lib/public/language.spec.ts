import { expect, it } from 'vitest';
import { firstSupported } from './language.ts';

it('is the saved language, else the browser’s first supported one, else English', () => {
  expect(firstSupported(['es', 'en-GB'])).toBe('es');
  expect(firstSupported([null, 'fr', 'es-MX', 'en'])).toBe('es');
  expect(firstSupported(['xx', 'fr'])).toBe('en');
  expect(firstSupported([null])).toBe('en');
});
