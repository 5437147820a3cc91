import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, hotp, otpauthAddress, stepAt, stepOf } from './one-time-password.ts';

/** Of the test vectors in both RFCs. */
const SECRET = Buffer.from('12345678901234567890');

describe('a code', () => {
  it('is that of RFC 4226, appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter));
    expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489');
  });

  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('is that of RFC 6238, appendix B, at %i', (seconds, code) => {
    expect(hotp(SECRET, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
  });

  it('counts in its step and in those beside it, and in no other', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.nat(4_000_000_000),
        fc.integer({ min: -5, max: 5 }),
        (bytes, seconds, away) => {
          const secret = Buffer.from(bytes);
          const now = new Date(seconds * 1000 + 600_000);
          const step = stepAt(now) + away;
          const found = stepOf(hotp(secret, step), secret, now);
          if (Math.abs(away) <= 1) expect(found).toBeGreaterThanOrEqual(step);
          // Six digits are the same by chance now and then: of another step, then.
          else expect(found).not.toBe(step);
        },
      ),
    );
  });

  it.each(['', '75522', '7552240', '75522x', '７５５２２４'])('%j is none', (text) => {
    expect(stepOf(text, SECRET, new Date(60_000))).toBeNull();
  });
});

describe('the key URI for an authenticator', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('has the secret in base32, as RFC 4648, 10 does %j', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it('names the product and the account, with any characters', () => {
    const secret = randomBytes(20);
    const address = new URL(otpauthAddress({ issuer: 'Tea & Co: Perks', email: 'a+b%c@example.test', secret }));
    expect([address.protocol, address.host, address.pathname]).toEqual([
      'otpauth:',
      'totp',
      '/Tea%20%26%20Co%20%20Perks:a%2Bb%25c%40example.test',
    ]);
    expect(address.search).toContain('issuer=Tea%20%26%20Co%20%20Perks&');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      secret: base32(secret),
      issuer: 'Tea & Co  Perks',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
