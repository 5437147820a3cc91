import { expect, it } from 'vitest';
import { extractScannedToken, extractToken } from './token.ts';

const ORIGINS = ['https://perktree.example', 'http://10.0.0.7:3000'];

it.each([
  ['https://perktree.example/scan/distributor/abc?utm=1#x', 'abc'],
  ['http://10.0.0.7:3000/app/scan/customer/abc', 'abc'],
  ['HTTPS://perktree.example/scan/customer/abc', 'abc'],
  ['https://perktree.example/qr/abc', 'abc'],
  ['https://perktree.example/qr/two/scan/customer/one', 'one'],
  ['https://perktree.example/qr/two/scan/customer', 'two'],
  ['https://perktree.example/elsewhere', 'https://perktree.example/elsewhere'],
  ['  a_-1  ', 'a_-1'],
  ...['.', ').', '>', '”', '\u200b'].map((end) => [`https://perktree.example/scan/customer/a-b_c${end}`, 'a-b_c']),
])('extracts from %s %s', (value, token) => expect(extractToken(value as string, ORIGINS)).toBe(token));

it.each([
  'WIFI:S:Cafe;T:WPA;P:secret;;',
  'https://elsewhere.example/scan/customer/abc',
  'https://perktree.example.evil.example/scan/customer/abc',
  'https://',
  'mailto:a@b.example',
  'two words',
  '',
])('keeps "%s" on the device', (value) => expect(extractToken(value, ORIGINS)).toBeNull());

it('a camera reads only links', () => {
  expect(extractScannedToken('https://perktree.example/scan/customer/abc', ORIGINS)).toBe('abc');
  expect(extractScannedToken('abc', ORIGINS)).toBeNull();
});
