import { expect, it } from 'vitest';
import { isolated, joined } from './isolated.ts';

it('isolates names that are written from right to left, and only those', () => {
  expect(isolated('נועה')).toBe('\u2068נועה\u2069');
  expect(isolated('نام‌خانوادگی 3')).toBe('\u2068نام‌خانوادگی 3\u2069');
  expect(isolated('Café Ñandú 日本')).toBe('Café Ñandú 日本');
});

it('isolates each part of a line', () => {
  expect(joined(['נועה', null, '', false, undefined, '12:30'])).toBe('\u2068נועה\u2069 · 12:30');
  expect(joined(['מאפייה', 'קפה'], ' › ')).toBe('\u2068מאפייה\u2069 › \u2068קפה\u2069');
});
