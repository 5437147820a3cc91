import { expect, it } from 'vitest';
import { fillSentence, namedSentence } from './fill-sentence.ts';
import { ISSUES } from './issue-codes.ts';
import { REFUSALS, refusalSentence } from './refusals.ts';
import { validationIssue } from './validation-issues.ts';

const sentence = 'At most {max, plural, one {# split} other {# splits}} of {name}.';
const filled = (language: string, max: string, text = sentence) =>
  fillSentence(text, language, (name) => (name === 'max' ? max : '$& {x}'));

it('chooses the plural form of a language, and puts values as they are', () => {
  expect(filled('en', '1')).toBe('At most 1 split of $& {x}.');
  expect(filled('en', '0')).toBe('At most 0 splits of $& {x}.');
  expect(filled('es', '1000000')).toBe('At most 1000000 splits of $& {x}.');
  expect(filled('pl', '3', '{max, plural, one {# a} few {# b} many {# c} other {# d}}')).toBe('3 b');
  expect(namedSentence(sentence)).toBe('At most {max} splits of {name}.');
});

it('fills refusals and issues', () => {
  expect(refusalSentence('TOO_MANY_SPLITS', { limit: 1 })).toBe('A QR code of this site can have at most 1 split.');
  expect(refusalSentence('TOO_MANY_SPLITS', { limit: 2 })).toBe('A QR code of this site can have at most 2 splits.');
  expect(validationIssue('name', 'TOO_SHORT', { min: 1 }).message).toBe('Enter at least 1 character.');
  expect(validationIssue('name', 'TOO_SHORT', { min: 3 }).message).toBe('Enter at least 3 characters.');
});

/** Numbers before these words need no other form. */
const NO_NOUN = /^(and|are|for|is|of|or|percent|to)\b/;
const NUMBERS = /\{(seconds|minutes|hours|days|limit|least|most|max|min|count|total)\} (?=\p{Ll})(.*)/u;

it.each([...Object.entries(REFUSALS).map(([code, [, text]]) => [code, text] as const), ...Object.entries(ISSUES)])(
  'has the plural forms of what %s counts',
  (_, text) => {
    const [, , rest] = NUMBERS.exec(text) ?? [];
    expect(rest === undefined || NO_NOUN.test(rest) ? null : text).toBeNull();
  },
);
