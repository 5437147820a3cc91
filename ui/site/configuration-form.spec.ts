import { calls } from '@perktree/contracts/catalogue/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { describe, expect, it } from 'vitest';
import { readFields } from '../lib/forms/fields.ts';
import { issuesOfBody } from '../lib/forms/rules.ts';
import { emptied } from '../lib/forms/use-edit-form.ts';
import { CONFIGURATION_FIELDS, configurationBodyOf, formOfConfiguration } from './configuration-form.tsx';

const form = formOfConfiguration('Shop', DEFAULT_SITE_CONFIGURATION);
const body = (typed: Partial<typeof form>) =>
  configurationBodyOf(readFields(CONFIGURATION_FIELDS, { ...form, ...typed }, 'en').values, 'Shop');
const wrong = (typed: Partial<typeof form>) =>
  issuesOfBody(calls.configureSite, body(typed)).map(({ path, code }) => `${path} ${code}`);

describe('configurationBody', () => {
  it('returns the configuration that the form was filled with', () => {
    expect(body({})).toEqual(DEFAULT_SITE_CONFIGURATION);
    expect(wrong({})).toEqual([]);
  });

  it('sends percentages with two decimals and empty limits as null', () => {
    expect(body({ minSplitPercent: '2.5', maxTotalSplits: '', commissionPerSiblingQr: '7' })).toMatchObject({
      ...{ minSplitPercent: '2.50', commissionPerSiblingQr: '7.00', maxTotalSplits: null },
    });
    expect(body({ maxTotalSplits: '1,200' }).maxTotalSplits).toBe(1200);
    expect(wrong({ minSplitPercent: '2.5055' })).toEqual(['minSplitPercent TOO_MANY_DECIMALS']);
  });

  it('sends the settings of the chosen commission rule alone', () => {
    const amounts = { 'setting.tierAmounts': '5.00; 2' };
    expect(body({ ...amounts, commissionRule: '2' }).commissionRule).toEqual({
      ...{ version: 2, settings: { tierAmounts: ['5.00', '2'] } },
    });
    expect(body({ ...amounts, commissionRule: '1' }).commissionRule).toEqual({ version: 1, settings: {} });
    expect(wrong({ ...amounts, commissionRule: '2' })).toEqual([]);
  });

  it('sends the name only if it changed', () => {
    expect(body({ name: 'Shop ' })).not.toHaveProperty('name');
    expect(body({ name: 'New' }).name).toBe('New');
  });
});

it('validates each bounded field', () => {
  expect(wrong({ name: ' ', qrMinutesLife: '0', maxSplitsPerQr: '1.5' })).toEqual([
    'maxSplitsPerQr NOT_WHOLE',
    'qrMinutesLife TOO_SMALL',
    'name NAME_REQUIRED',
  ]);
});

it('reports an empty amount, which the call would keep as it was', () => {
  const emptiedBy = (typed: Partial<typeof form>) => emptied(body(typed), { ...DEFAULT_SITE_CONFIGURATION });
  expect(emptiedBy({ maxSaleAmount: '', minimumPayout: ' ' })).toEqual(['maxSaleAmount', 'minimumPayout']);
  expect(emptiedBy({})).toEqual([]);
});
