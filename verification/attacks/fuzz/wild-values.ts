import type { Dice } from '../../trust/dice.ts';

/** Texts that are hard to store, compare, show or forward. */
export const WILD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0007\u001b[2J',
  '\u202eabc\u202c',
  '\ud800',
  '\udfff\ud800',
  '\uffff',
  '\ufeff',
  'İ',
  'ﬀ',
  'Ǆ',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  'ª'.repeat(121),
  'x'.repeat(120),
  'x'.repeat(121),
  'x'.repeat(20_000),
  '0',
  '-0',
  '-5',
  '1e3',
  '0x10',
  '00.1',
  '.5',
  '5.',
  '1_000',
  '१२',
  '１００',
  'NaN',
  'Infinity',
  '100.001',
  '99999999.99',
  'null',
  'true',
  '[]',
  "' OR 1=1; --",
  "'; DROP TABLE identity.users; --",
  '$1',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  '{{7*7}}',
  '$' + '{7*7}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://user:pass@example.test/',
  'https://[::1]:99999/',
  'http://xn--/',
  '=1+1',
  '@SUM(A1)',
  'a\r\nSet-Cookie: x=y',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2020-01-01T24:00:00Z',
  'a@b',
  'a@b.test\u0000',
  `${'a'.repeat(250)}@example.test`,
];

/** Boundary values of numbers. */
export const WILD_NUMBERS: readonly number[] = [
  0, -0, 1, -1, 0.1, 0.001, 1e-7, 1.005, 99.999, 100, 100.01, 255, 256, 32_767, 32_768, 65_536, 1_000_000, 1_000_001,
  2_147_483_647, 2_147_483_648, 4_294_967_296, 9_007_199_254_740_991, 1e21, 1e300, -1e300, 5e-324,
];

/** JSON that no JavaScript value serialises to: numbers beyond doubles, duplicate names. Inserted verbatim into a body. */
export const RAW_JSON: readonly string[] = [
  '1e999',
  '-1e999',
  '123456789012345678901234567890',
  '0.1234567890123456789012345678901234567890',
  '{"a":1,"a":2}',
  '"\\ud800"',
  '"\\u0000"',
];

const MAX_DEPTH = 400;

/** Any JSON value; `depth` bounds its nesting. */
export function wildValue(dice: Dice, depth = 3): unknown {
  const kind = dice.int(depth > 0 ? 10 : 6);
  switch (kind) {
    case 0:
    case 1:
    case 2:
      return dice.pick(WILD_TEXTS);
    case 3:
      return dice.pick(WILD_NUMBERS);
    case 4:
      return dice.next() < 0.5;
    case 5:
      return null;
    case 6:
      return Array.from({ length: dice.int(4) }, () => wildValue(dice, depth - 1));
    case 7:
      return nested(dice.int(MAX_DEPTH), dice.next() < 0.5);
    case 8:
      return { [dice.pick(WILD_TEXTS)]: wildValue(dice, depth - 1) };
    default:
      return Array.from({ length: dice.pick([0, 101, 1_000]) }, () => 'x');
  }
}

function nested(depth: number, inLists: boolean): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = inLists ? [value] : { a: value };
  return value;
}
