import { describe, expect, it } from 'vitest';
import { readFields } from '../../../lib/forms/fields.ts';
import { addPercents, createBody, EMPTY_QR_FORM, QR_FIELDS, qrEditBody } from './use-qr-form.ts';

const SITE = '00000000-0000-4000-8000-000000000001';
const read = (typed: Partial<typeof EMPTY_QR_FORM>, language = 'en') =>
  readFields(QR_FIELDS, { ...EMPTY_QR_FORM, name: 'Summer', discountPercent: '20', ...typed }, language);
const body = (typed: Partial<typeof EMPTY_QR_FORM>, parentQrId?: string | null) =>
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

describe('percents', () => {
  it('adds without binary rounding errors', () => expect(addPercents(0.1, 0.2)).toBe(0.3));
});
