import { expect, it } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../catalogue/calls.ts';
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

const EMAILS = Object.entries(allCalls).flatMap(([name, { body }]: [string, { readonly body?: unknown }]) =>
  body instanceof z.ZodObject && 'email' in body.shape ? [[name, body.shape.email as z.ZodType] as const] : [],
);

it.each(EMAILS)('%s takes an address as a registration does', (_, email) => {
  expect(email.parse(' Ana@Bücher.Example ')).toBe('Ana@xn--bcher-kva.example');
});
