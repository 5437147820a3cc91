import { expect, it } from 'vitest';
import { readCounterText } from './counter-text.ts';

const TOKEN = 'AZ_5-abcdefghijklmnopqrstuv';

it.each([
  ['k7m-2qx', { redemptionCode: 'K7M-2QX' }],
  ['Code: K7M-2QX', { redemptionCode: 'K7M-2QX' }],
  [' K7M\u20132QX', { redemptionCode: 'K7M-2QX' }],
  ['\u200bk7m 2qx', { redemptionCode: 'K7M-2QX' }],
  [' k7m.2qx ', { redemptionCode: 'K7M-2QX' }],
  ['ＡＢＣ-１２３', { redemptionCode: 'ABC-123' }],
  [` ${TOKEN}\n`, { token: TOKEN }],
  [`https://perktree.example/scan/customer/${TOKEN}`, { problem: 'offer' }],
  [`https://perktree.example/scan/distributor/${TOKEN}`, { problem: 'offer' }],
  [`https://elsewhere.example/scan/customer/${TOKEN}`, { problem: 'other' }],
  ['WIFI:S:Cafe;T:WPA;P:secret;;', { problem: 'other' }],
  ['x'.repeat(301), { problem: 'other' }],
  ['K7M', { problem: 'noCode' }],
  ['K7M-2QXA', { problem: 'noCode' }],
  ['', { problem: 'noCode' }],
])('reads %j', (text, expected) => expect(readCounterText(text, ['https://perktree.example'])).toEqual(expected));
