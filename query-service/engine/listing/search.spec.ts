import { expect, it } from 'vitest';
import { alternativesOf, searchWords } from './search.ts';

it.each([
  ['2,50', '2.50'],
  ['€1,234.56', '1234.56'],
  ['1.234,56€', '1234.56'],
  ['12,5%', '12.5'],
  ['1,234', '1234'],
  ['-€1,234.56', '-1234.56'],
  ['\u221212,50', '-12.50'],
])('finds %s as %s, too', (word, number) => expect(alternativesOf(word)).toEqual([word, number]));

it.each(['bread', '2.50', 'k7m-2qx', '1.2.3', '3'])('finds %s as it is', (word) => {
  expect(alternativesOf(word)).toEqual([word]);
});

it.each([
  ['12,50\u00a0€', ['12,50']],
  ['€ bread', ['bread']],
  ['€', ['€']],
])('searches %s by %s', (search, words) => expect(searchWords(search)).toEqual(words));
