import { expect, it } from 'vitest';
import { parseRedemptionCode } from './code.ts';

it.each([
  ...['K7M-2QX', 'k7m2qx', ' k7m 2qx ', 'K7M – 2QX', 'Code: K7M-2QX', 'Código de canje: k7m-2qx', '\u200bK7M-2QX'],
  ...['Ｋ７Ｍ－２ＱＸ', 'k7m-zqx', 'K7M.2QX', 'k7m_2qx', ' K7M . 2QX '],
])('reads %j as a code', (typed) => expect(parseRedemptionCode(typed)).toBe('K7M-2QX'));

it.each(['K7M-2Q', 'K7M-2QXA', 'K7.M2QX', 'K7M..2QX', 'K1M-2QX', 'https://perktree.example/scan/customer/abc', ''])(
  '%j is no code',
  (typed) => {
    expect(parseRedemptionCode(typed)).toBeNull();
  },
);
