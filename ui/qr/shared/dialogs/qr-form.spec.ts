import { describe, expect, it } from 'vitest';
import { readFields } from '../../../lib/forms/fields.ts';
import {
  addPercents,
  createBody,
  defaultChildCommission,
  defaultRootCommission,
  EMPTY_QR_FORM,
  missingBenefit,
  missingCommission,
  QR_FIELDS,
  type QrForm,
  qrEditBody,
} from './use-qr-form.ts';

const SITE = '00000000-0000-4000-8000-000000000001';
const read = (typed: Partial<QrForm>, language = 'en') =>
  readFields(QR_FIELDS, { ...EMPTY_QR_FORM, name: 'Summer', discountPercent: '20', ...typed }, language);
const body = (typed: Partial<QrForm>, parentQrId?: string | null) =>
  JSON.parse(JSON.stringify(createBody(read(typed).values, SITE, parentQrId)));

describe('createBody', () => {
  it.each([
    ['DISCOUNT_PERCENT', 'discountPercent', 20],
    ['DISCOUNT_FIXED', 'discountFixedAmount', 5],
    ['TEXT_REWARD', 'textReward', 'Tea'],
  ] as const)('sends of the benefit fields that of %s alone', (type, field, value) => {
    const sent = body({ type, discountFixedAmount: '5', textReward: ' Tea ' });
    const fields = ['discountPercent', 'discountFixedAmount', 'textReward'].filter((name) => name in sent);
    expect([fields, sent[field]]).toEqual([[field], value]);
    const edit = qrEditBody(read({ type, discountFixedAmount: '5', textReward: 'Tea' }).values);
    expect(
      Object.keys(edit).filter((name) => ['discountPercent', 'discountFixedAmount', 'textReward'].includes(name)),
    ).toEqual([field]);
  });

  it('trims names, sends the commission as a string and an empty maximum as unlimited', () => {
    const sent = body({ name: ' Summer ', commissionPercent: '2.5' });
    expect(sent).toMatchObject({ name: 'Summer', commissionPercent: '2.5', maxRedemptions: null, externalUrl: null });
    expect(sent).not.toHaveProperty('parentQrId');
    expect(sent).not.toHaveProperty('internalName');
  });

  it('renews by default, because printed codes would stop working unseen', () => {
    expect(body({}).renewalPolicy).toBe('auto_reissue_on_expire');
    expect(body({ renewalPolicy: 'none' }).renewalPolicy).toBe('none');
  });

  it('sends the parent only for a sibling of a child', () => {
    expect(body({}, SITE).parentQrId).toBe(SITE);
    expect(body({}, null)).not.toHaveProperty('parentQrId');
  });
});

it.each([
  ['en', '1,000', 1000],
  ['es', '1.000', 1000],
  ['en', '', null],
])('parses in %s the limit %j as %s', (language, maxRedemptions, limit) => {
  expect(read({ maxRedemptions }, language)).toMatchObject({ values: { maxRedemptions: limit }, issues: {} });
});

it.each([
  ['en', '5o'],
  ['en', '1.0.5'],
])('rejects in %s the limit %j, and never sends it as unlimited', (language, maxRedemptions) => {
  const { values, issues } = read({ maxRedemptions }, language);
  expect(issues).toMatchObject({ maxRedemptions: { code: 'BAD_DECIMAL', values: { example: 1000 } } });
  expect(values.maxRedemptions).toBeUndefined();
});

it('requires the value of the selected benefit type', () => {
  expect(missingBenefit(read({ discountPercent: '' }).values)).toEqual({ discountPercent: { code: 'REQUIRED' } });
  expect(missingBenefit(read({ type: 'TEXT_REWARD' }).values)).toEqual({ textReward: { code: 'REQUIRED' } });
  expect(missingBenefit(read({}).values)).toEqual({});
});

it.each(['', ' '])('requires a commission where the form has one: %j', (commissionPercent) => {
  const { values } = read({ commissionPercent });
  expect(createBody(values, SITE).commissionPercent).toBeUndefined();
  expect(missingCommission(QR_FIELDS, values)).toEqual({ commissionPercent: { code: 'REQUIRED' } });
  expect(missingCommission({ name: 'text' }, {})).toEqual({});
  expect(missingCommission(QR_FIELDS, read({}).values)).toEqual({});
});

describe('percents', () => {
  it('caps the default of a child at the available commission', () => {
    expect([5, 1, 0.3, 0, -1].map(defaultChildCommission)).toEqual(['1.00', '1.00', '0.30', '0.00', '0.00']);
  });

  it('adds without binary rounding errors', () => expect(addPercents(0.1, 0.2)).toBe(0.3));
});

it('defaults a new root to 10.00, and a distributor’s to at most the offer’s commission', () => {
  expect(defaultRootCommission('4.00', false)).toBe('10.00');
  expect(defaultRootCommission('4.00', true)).toBe('4.00');
  expect(defaultRootCommission('25.00', true)).toBe('10.00');
});
