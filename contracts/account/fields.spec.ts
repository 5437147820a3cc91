import { expect, it } from 'vitest';
import { emailAddress } from './fields.ts';

it.each([
  ['ana@münchen.example', 'ana@xn--mnchen-3ya.example'],
  [' Ana@Bücher.Example ', 'Ana@xn--bcher-kva.example'],
  ['ana@例え.example', 'ana@xn--r8jz45g.example'],
  ['ana@example.test', 'ana@example.test'],
])('%s is stored as %s', (typed, stored) => {
  expect(emailAddress.parse(typed)).toBe(stored);
});

it.each([
  ...['ana@münchen.example/x', 'ana@münchen.example:25', 'ana@b@münchen.example', 'añá@example.test'],
  ...['münchen.example', 'ana@-ü..x'],
])('refuses %s', (typed) => {
  expect(emailAddress.safeParse(typed).success).toBe(false);
});
