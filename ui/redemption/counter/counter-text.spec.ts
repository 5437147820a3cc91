import { expect, it } from 'vitest';
import { readCounterText } from './counter-text.ts';

const ORIGINS = ['https://perktree.example'];
const TOKEN = 'AZ_5-abcdefghijklmnopqrstuv';

it.each([
  ['k7m-2qx', { redemptionCode: 'K7M-2QX' }],
  ['Code: K7M-2QX', { redemptionCode: 'K7M-2QX' }],
  [TOKEN, { token: TOKEN }],
  [` ${TOKEN}\n`, { token: TOKEN }],
  [`https://perktree.example/scan/customer/${TOKEN}`, { problem: 'offer' }],
  [`https://perktree.example/scan/distributor/${TOKEN}`, { problem: 'offer' }],
  [`https://elsewhere.example/scan/customer/${TOKEN}`, { problem: 'other' }],
  ['WIFI:S:Cafe;T:WPA;P:secret;;', { problem: 'other' }],
  ['BEGIN:VCARD\nFN:Ana\nEND:VCARD', { problem: 'other' }],
  ['x'.repeat(301), { problem: 'other' }],
  ['K7M', { problem: 'noCode' }],
  ['K7M-2QXA', { problem: 'noCode' }],
  ['', { problem: 'noCode' }],
])('reads %j', (text, expected) => expect(readCounterText(text, ORIGINS)).toEqual(expected));

it.each(['abc-123', ' ABC 123', 'abc\u2013123', 'ABC\u2014123 ', '\u200babc 123', 'ＡＢＣ-１２３'])(
  'finds the code in %j',
  (text) => expect(readCounterText(text, ORIGINS)).toEqual({ redemptionCode: 'ABC-123' }),
);
