import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { translator } from './public/words.ts';

it('isolates names that are written from right to left, and only those', () => {
  expect(isolated('נועה')).toBe('\u2068נועה\u2069');
  expect(isolated('نام‌خانوادگی 3')).toBe('\u2068نام‌خانوادگی 3\u2069');
  expect(isolated('Café Ñandú 日本')).toBe('Café Ñandú 日本');
});

it('isolates them in the sentences of public pages', () => {
  expect(translator({ by: 'from {{siteName}}' })('by', { siteName: 'מאפייה' })).toBe('from \u2068מאפייה\u2069');
});
