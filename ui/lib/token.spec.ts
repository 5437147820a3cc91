import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractScannedToken, extractToken } from './token.ts';

const ORIGINS = ['https://perktree.example', 'http://10.0.0.7:3000'];
const tokenOf = (value: string) => extractToken(value, ORIGINS);

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
  ])('extracts from %s %s', (value, token) => expect(tokenOf(value)).toBe(token));

  it.each(['.', ')', ').', '>', '”', '\u200b'])('ignores a %s that follows a link', (end) => {
    expect(tokenOf(`https://perktree.example/scan/customer/a-b_c${end}`)).toBe('a-b_c');
  });

  it('prefers scan over qr, and falls back to qr if no segment stands two after scan', () => {
    expect(tokenOf('https://perktree.example/scan/customer/one/qr/two')).toBe('one');
    expect(tokenOf('https://perktree.example/qr/two/scan/customer')).toBe('two');
  });

  it.each([
    'WIFI:S:Cafe;T:WPA;P:secret;;',
    'https://elsewhere.example/scan/customer/abc',
    'https://perktree.example.evil.example/scan/customer/abc',
    'http//broken',
    'https://',
    'mailto:a@b.example',
    'two words',
    '',
  ])('keeps "%s" on the device', (value) => expect(tokenOf(value)).toBeNull());

  it('finds any token in its links', () => {
    fc.assert(
      fc.property(fc.base64String({ minLength: 1 }), fc.constantFrom('customer', 'distributor'), (text, kind) => {
        const token = text.replace(/[+/=]/g, '-');
        expect(tokenOf(`https://perktree.example/scan/${kind}/${token}`)).toBe(token);
      }),
    );
  });
});

describe('extractScannedToken', () => {
  it('accepts only links', () => {
    expect(extractScannedToken('https://perktree.example/scan/customer/abc', ORIGINS)).toBe('abc');
    expect(extractScannedToken('abc', ORIGINS)).toBeNull();
  });
});
