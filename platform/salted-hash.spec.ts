import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { saltedHash } from './salted-hash.ts';

it('is the SHA-256 of prefix, salt and text, byte for byte as the decision record says', () => {
  const salt = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
  const bytes = [...Buffer.from('perktree-text-1\n', 'ascii'), ...Array(32).keys(), ...Buffer.from('SEPA ü 1', 'utf8')];
  const byHand = createHash('sha256').update(Uint8Array.from(bytes)).digest('hex');
  expect(saltedHash(salt, 'SEPA ü 1')).toBe(byHand);
  expect(saltedHash(salt, 'SEPA ü 2')).not.toBe(byHand);
  expect(() => saltedHash('00', 'SEPA')).toThrow('32 bytes');
});
