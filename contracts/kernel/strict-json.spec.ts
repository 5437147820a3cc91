import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, parseStrict } from './strict-json.ts';

describe('a strict reader', () => {
  it.each([
    ['a key twice', '{"a":{"b":[1,{"c":1,"c":1}]}}', 'duplicate-key', 'a.b[1].c'],
    ['a key twice, once escaped', '{"to":1,"\\u0074o":2}', 'duplicate-key', 'to'],
    ['a key twice that is a prototype', '{"__proto__":1,"__proto__":2}', 'duplicate-key', '__proto__'],
    ['a number with a fraction of 0', '{"n":1.0}', 'number', 'n'],
    ['a negative 0', '[-0]', 'number', '[0]'],
    ['a number past any range', '[1e400]', 'number', '[0]'],
    ['a whole number past the safe ones', '{"n":9007199254740992}', 'number', 'n'],
    ['a lone surrogate, escaped', '{"t":"\\ud800"}', 'text', 't'],
    ['a lone surrogate', '["\ud800"]', 'text', '[0]'],
    ['a text behind the value', '{} {}', 'json', ''],
    ['a trailing comma', '[1,]', 'json', '[1]'],
    ['nothing', '', 'json', ''],
    ['too many levels', `${'[ '.repeat(200)}${']'.repeat(200)}`, 'json', '[0]'.repeat(101)],
  ])('refuses %s, and names the place', (_, text, code, at) => {
    expect(() => parseStrict(text)).toThrow(expect.objectContaining({ name: 'StrictJsonError', code, at }));
  });

  it.each([
    ['{"a":[1,-2,0.5,1e+21,true,null],"b":"ñ \\" \\\\ \\u0001"}'],
    [' { "a" : [ 1 , 2 ] ,\n\t"b" : { } , "c" : [ ] }\r\n'],
    ['{"emoji":"\\ud83d\\ude00","raw":"😀"}'],
    ['{"__proto__":{"a":1}}'],
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseStrict(text)).toEqual(JSON.parse(text));
  });

  it('reads what was written, however it is laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        fc.pre(isUnicode(value));
        const text = JSON.stringify(value, null, space);
        expect(parseStrict(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 40 },
    );
  });
});

const isUnicode = (value: unknown) => !/\\ud[89a-f]/.test(JSON.stringify(value)) && isSafe(value);
const isSafe = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    : typeof value !== 'object' || value === null || Object.values(value).every(isSafe);

describe('the canonical form (RFC 8785)', () => {
  it('has keys in the order of their code units, also whole numbers', () => {
    const value = { '\u20ac': 'Euro Sign', '\r': 'CR', '\ufb33': 'Hebrew', '1': 'One', '😀': 'Emoji', '10': 1, '9': 2 };
    expect(canonicalJson(value)).toBe(
      '{"\\r":"CR","1":"One","10":1,"9":2,"€":"Euro Sign","😀":"Emoji","\ufb33":"Hebrew"}',
    );
  });

  it('spells numbers and texts in one way, and leaves out absent fields', () => {
    expect(canonicalJson({ b: undefined, a: null })).toBe('{"a":null}');
    expect(canonicalJson([1 / 3, 1e30, 4.5, 2e-3, 1e-27, '\u20ac$\u000f\nA\'B"\\\\"/'])).toBe(
      '[0.3333333333333333,1e+30,4.5,0.002,1e-27,"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"]',
    );
  });

  it('is the same for values of every kind, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(isUnicode(value));
        // A name that is a whole number takes the slower way.
        const [, , inner] = /^(\{"1":null,"a":)(.*)\}$/s.exec(canonicalJson({ a: value, 1: null })) ?? [];
        expect(canonicalJson(value)).toBe(inner);
      }),
    );
  });

  it('keeps a text that looks like an escaped surrogate', () => {
    expect(canonicalJson({ b: '\\ud800', a: '😀' })).toBe('{"a":"😀","b":"\\\\ud800"}');
  });

  it.each([[Number.NaN], ['\ud800'], [{ '\udc00': 1 }]])('refuses %j, which has no form', (value) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ name: 'StrictJsonError' }));
  });
});
