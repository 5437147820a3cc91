import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { readFields } from '../lib/forms/fields.ts';
import { checkWhatIf, fieldsOf, initialOf, percentName, queryOfForm, type TriedQrs } from './what-if-form.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const tried = { [A]: { name: 'Door', percent: '10.00' } };
const read = (typed: object, language = 'en', qrs: TriedQrs = {}) =>
  readFields(fieldsOf(qrs), { ...initialOf(qrs), ...typed }, language);
const wrong = (typed: object, qrs: TriedQrs = {}) =>
  Object.entries(checkWhatIf(read(typed, 'en', qrs).values, qrs)).map(([name, issue]) => [name, issue?.code]);

it('sends changed values only', () => {
  expect(queryOfForm(read({}).values, {})).toEqual({});
  const typed = { rule: 'even_split', holdDays: '30', minimumPayout: '5.00', staff_burst: true, shared_device: true };
  const query = queryOfForm(read({ ...typed, [percentName(A)]: '2' }, 'en', tried).values, tried);
  expect(query).toEqual({
    ...{ rule: 'even_split', holdDays: '30', minimumPayout: '5.00', refused: 'staff_burst,shared_device' },
    percents: `${A}:2`,
  });
  expect(calls.whatIf.query.safeParse(query).success).toBe(true);
});

it('parses numbers in the format of the language', () => {
  const { values, issues } = read({ minimumPayout: '1.000,50', [percentName(A)]: '2,5' }, 'es', tried);
  expect(issues).toEqual({});
  expect(queryOfForm(values, tried)).toEqual({ minimumPayout: '1000.50', percents: `${A}:2.5` });
});

it.each([
  [{ minimumPayout: '-1' }, 'minimumPayout', 'TOO_SMALL'],
  [{ minimumPayout: '1.2345' }, 'minimumPayout', 'TOO_MANY_DECIMALS'],
  [{ [percentName(A)]: '101' }, percentName(A), 'TOO_BIG'],
  [{ [percentName(A)]: '' }, percentName(A), 'REQUIRED'],
])('reports the issue of %j', (typed, field, code) => {
  expect(wrong(typed, tried)).toEqual([[field, code]]);
});

it('accepts what the call accepts', () => {
  expect(wrong({})).toEqual([]);
  for (const percent of ['0', '100.00', '0.5']) {
    expect(wrong({ minimumPayout: '20', [percentName(A)]: percent }, tried)).toEqual([]);
  }
});
