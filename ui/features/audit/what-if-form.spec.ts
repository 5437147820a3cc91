import { expect, it } from 'vitest';
import { queryOfForm, UNCHANGED, wrongIn } from './what-if-form.ts';

it('asks for what is changed alone', () => {
  expect(queryOfForm(UNCHANGED)).toEqual({});
  const form = {
    rule: 'even_split',
    holdDays: '30',
    minimumPayout: '5.00',
    refused: ['staff_burst', 'shared_device'],
  } as const;
  expect(queryOfForm({ ...form, percents: { a: '5.00', b: '2' } })).toEqual({
    ...{ rule: 'even_split', holdDays: '30', minimumPayout: '5.00', refused: 'staff_burst,shared_device' },
    percents: 'a:5.00,b:2',
  });
});

it('knows what is wrong before it asks', () => {
  expect(wrongIn(UNCHANGED)).toEqual([]);
  expect(wrongIn({ ...UNCHANGED, minimumPayout: '-1', percents: { a: '101' } })).toEqual(['minimumPayout', 'percents']);
  expect(wrongIn({ ...UNCHANGED, percents: { a: '' } })).toEqual(['percents']);
  expect(wrongIn({ ...UNCHANGED, minimumPayout: '20', percents: { a: '100.00', b: '0.5' } })).toEqual([]);
});
