import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

const tokens = createUnsubscribeTokens('a secret for specs, of more than 32 characters');

it('means the account that it was made for', () => {
  const userId = randomUUID();
  const token = tokens.tokenOf(userId);
  expect(token).toMatch(/^[\w-]{64}$/);
  expect(tokens.userOf(token)).toBe(userId);
  expect(token).not.toContain(userId);
});

it('cannot be made or changed without the secret', () => {
  const token = tokens.tokenOf(randomUUID());
  const other = createUnsubscribeTokens('another secret, of more than 32 characters');
  expect(tokens.userOf(other.tokenOf(randomUUID()))).toBeNull();
  for (const forged of ['', `${token}=`, `${token}A`, ` ${token}`, randomBytes(48).toString('base64url')]) {
    expect(tokens.userOf(forged)).toBeNull();
  }
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABcd01-_'), (at, letter) => {
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      expect(changed === token || tokens.userOf(changed) === null).toBe(true);
    }),
  );
});
