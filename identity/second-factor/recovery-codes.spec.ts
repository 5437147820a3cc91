import { expect, it } from 'vitest';
import { newRecoveryCodes, recoveryHash } from './code-check.ts';

it('generates ten different codes of 24 characters with five bits each', () => {
  const codes = newRecoveryCodes();
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
});

it('uses every letter', () => {
  const letters = new Set(Array.from({ length: 20 }, newRecoveryCodes).flat().join('').replaceAll('-', ''));
  expect(letters.size).toBe(32);
});

it('knows a code again however it is typed, and no other', () => {
  const hash = recoveryHash('0A1B-7X2M-0A1B-7X2M-0A1B-7X2M');
  expect(recoveryHash(' oaib 7x2m0a1b-7x2m-0aLb-7x2m ')).toBe(hash);
  expect(recoveryHash('0A1B-7X2M-0A1B-7X2M-0A1B-7X2N')).not.toBe(hash);
});
