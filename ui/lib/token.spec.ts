import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractScannedToken, extractToken } from './token.ts';

describe('extractToken', () => {
  it.each([
    ['https://perktree.example/scan/customer/abc', 'abc'],
    ['https://perktree.example/scan/distributor/abc?utm=1#x', 'abc'],
    ['http://10.0.0.7:3000/app/scan/customer/abc', 'abc'],
    ['HTTPS://perktree.example/scan/customer/abc', 'abc'],
    ['https://perktree.example/qr/abc', 'abc'],
    ['https://perktree.example/qr/scan/customer/abc', 'abc'],
    ['https://perktree.example/elsewhere', 'https://perktree.example/elsewhere'],
    ['  abc  ', 'abc'],
    ['abc', 'abc'],
  ])('extracts from %s %s', (value, token) => expect(extractToken(value)).toBe(token));

  it('prefers scan over qr, and falls back to qr if no segment stands two after scan', () => {
    expect(extractToken('https://a.example/scan/customer/one/qr/two')).toBe('one');
    expect(extractToken('https://a.example/qr/two/scan/customer')).toBe('two');
  });

  it('returns null for invalid URLs that start with http', () => {
    expect(extractToken('http//broken')).toBeNull();
    expect(extractToken('https://')).toBeNull();
  });

  it('finds any token in its links', () => {
    fc.assert(
      fc.property(fc.base64String({ minLength: 1 }), fc.constantFrom('customer', 'distributor'), (text, kind) => {
        const token = text.replace(/[+/=]/g, '-');
        expect(extractToken(`https://perktree.example/scan/${kind}/${token}`)).toBe(token);
      }),
    );
  });
});

describe('extractScannedToken', () => {
  it('accepts only URLs', () => {
    expect(extractScannedToken('https://perktree.example/scan/customer/abc')).toBe('abc');
    expect(extractScannedToken('just a text')).toBeNull();
  });
});
