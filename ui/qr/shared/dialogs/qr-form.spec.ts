import { expect, it } from 'vitest';
import { readFields } from '../../../lib/forms/fields.ts';
import { addPercents, createBody, EMPTY_QR_FORM, QR_FIELDS, qrEditBody } from './use-qr-form.ts';

const SITE = '00000000-0000-4000-8000-000000000001';
const BENEFIT = { discountPercent: '20', discountFixedAmount: '5', textReward: ' Tea ' };
const read = (typed: Partial<typeof EMPTY_QR_FORM>) =>
  readFields(QR_FIELDS, { ...EMPTY_QR_FORM, name: ' Summer ', ...BENEFIT, ...typed }, 'en').values;
const body = (typed: Partial<typeof EMPTY_QR_FORM>, parentQrId?: string | null) =>
  JSON.parse(JSON.stringify(createBody(read(typed), SITE, parentQrId)));

it.each([
  ['DISCOUNT_PERCENT', { discountPercent: 20 }],
  ['DISCOUNT_FIXED', { discountFixedAmount: 5 }],
  ['TEXT_REWARD', { textReward: 'Tea' }],
] as const)(
  'sends of the benefit fields that of %s alone; trims names; renews by default; an empty maximum is unlimited',
  (type, benefit) => {
    const common = {
      name: 'Summer',
      type,
      ...benefit,
      commissionPercent: '2.5',
      maxRedemptions: null,
      externalUrl: null,
    };
    const renewing = { ...common, renewalPolicy: 'auto_reissue_on_expire' };
    expect(body({ type, commissionPercent: '2.5' })).toEqual({ ...renewing, siteId: SITE });
    expect(qrEditBody(read({ type, commissionPercent: '2.5' }))).toEqual({ ...renewing, internalName: null });
  },
);

it('sends the parent only for a sibling of a child, and adds percents without binary rounding errors', () => {
  expect(body({ renewalPolicy: 'none' }, SITE)).toMatchObject({ parentQrId: SITE, renewalPolicy: 'none' });
  expect(body({}, null)).not.toHaveProperty('parentQrId');
  expect(addPercents(0.1, 0.2)).toBe(0.3);
});
