import { describe, expect, it } from 'vitest';
import { checkQrForm } from './check-qr-form.ts';
import {
  addPercents,
  commissionText,
  createBody,
  defaultChildCommission,
  EMPTY_QR_FORM,
  editBodyOfDistributor,
} from './qr-form.ts';

const SITE = '00000000-0000-4000-8000-000000000001';

describe('createBody', () => {
  it('sends only the field of the chosen benefit type', () => {
    const typed = {
      ...EMPTY_QR_FORM,
      name: ' Summer ',
      discountPercent: '20',
      discountFixedAmount: '5',
      textReward: 'Tea',
    };
    const fields = (type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'TEXT_REWARD') => {
      const { discountPercent, discountFixedAmount, textReward } = createBody({ ...typed, type }, SITE);
      return { discountPercent, discountFixedAmount, textReward };
    };
    expect(fields('DISCOUNT_PERCENT')).toEqual({ discountPercent: 20, discountFixedAmount: null, textReward: null });
    expect(fields('DISCOUNT_FIXED')).toEqual({ discountPercent: null, discountFixedAmount: 5, textReward: null });
    expect(fields('TEXT_REWARD')).toEqual({ discountPercent: null, discountFixedAmount: null, textReward: 'Tea' });
  });

  it('trims names, sends the commission as a string and an empty maximum as unlimited', () => {
    const body = createBody(
      { ...EMPTY_QR_FORM, name: ' Summer ', discountPercent: '20', commissionPercent: '2,5' },
      SITE,
    );
    expect(body).toMatchObject({ name: 'Summer', commissionPercent: '2.50', maxRedemptions: null, externalUrl: null });
    expect(body).not.toHaveProperty('parentQrId');
    expect(body).not.toHaveProperty('internalName');
  });

  it('names the parent for a sibling of a child alone', () => {
    expect(createBody({ ...EMPTY_QR_FORM, name: 'a' }, SITE, SITE).parentQrId).toBe(SITE);
    expect(createBody({ ...EMPTY_QR_FORM, name: 'a' }, SITE, null)).not.toHaveProperty('parentQrId');
  });
});

describe('checkQrForm', () => {
  it('asks for a name first, in the words of its dialog', () => {
    for (const dialog of ['split', 'sibling', 'edit'] as const) {
      expect(checkQrForm({ name: '  ', commissionPercent: '99' }, dialog, 1)).toEqual({
        title: 'problem.nameRequired',
        text: `problem.nameRequired_${dialog}`,
      });
    }
  });

  it('says how much there is when the commission is above it', () => {
    expect(checkQrForm({ name: 'a', commissionPercent: '6.01' }, 'split', 6)?.values).toEqual({ available: '6' });
    expect(checkQrForm({ name: 'a', commissionPercent: '6' }, 'split', 6)).toBeNull();
    expect(checkQrForm({ name: 'a', commissionPercent: '60' }, 'sibling', null)).toBeNull();
  });
});

describe('percents', () => {
  it('caps the default of a child at what there is', () => {
    expect([5, 1, 0.3, 0, -1].map(defaultChildCommission)).toEqual(['1.00', '1.00', '0.30', '0.00', '0.00']);
  });

  it('adds without binary leftovers', () => expect(addPercents(0.1, 0.2)).toBe(0.3));

  it('leaves what is no number to the server', () => expect(commissionText('a lot')).toBe('a lot'));
});

it('sends of a distributor’s edit nothing but name and link', () => {
  expect(editBodyOfDistributor({ ...EMPTY_QR_FORM, name: 'a', externalUrl: '' })).toEqual({
    name: 'a',
    externalUrl: null,
  });
});
