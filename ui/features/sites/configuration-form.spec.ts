import { configurationBody as bodySchema } from '@perktree/contracts/http/sites';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import { describe, expect, it } from 'vitest';
import { configurationBody, configurationErrors, formOfConfiguration } from './configuration-form.ts';

const form = formOfConfiguration('Shop', DEFAULT_SITE_CONFIGURATION);

describe('configurationBody', () => {
  it('gives back the configuration that the form was filled with', () => {
    expect(configurationBody(form, 'Shop')).toEqual(DEFAULT_SITE_CONFIGURATION);
    expect(bodySchema.safeParse(configurationBody(form, 'Shop')).success).toBe(true);
  });

  it('sends slider percents with two decimals and empty limits as null', () => {
    const body = configurationBody(
      { ...form, minSplitPercent: '2.5', maxTotalSplits: '', commissionPerSiblingQr: '7' },
      'Shop',
    );
    expect(body).toMatchObject({ minSplitPercent: '2.50', commissionPerSiblingQr: '7.00', maxTotalSplits: null });
    expect(configurationBody({ ...form, maxTotalSplits: '12' }, 'Shop').maxTotalSplits).toBe(12);
  });

  it('sends the name only where it changed', () => {
    expect(configurationBody({ ...form, name: 'Shop ' }, 'Shop')).not.toHaveProperty('name');
    expect(configurationBody({ ...form, name: 'New' }, 'Shop').name).toBe('New');
  });
});

it('finds each field that specification 5 bounds', () => {
  expect(configurationErrors(form)).toEqual([]);
  expect(
    configurationErrors({ ...form, name: ' ', qrMinutesLife: '0', maxRedemptions: '', maxSplitsPerQr: '1.5' }),
  ).toEqual(['name', 'qrMinutesLife', 'maxRedemptions', 'maxSplitsPerQr']);
});
