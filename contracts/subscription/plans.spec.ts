import { describe, expect, it } from 'vitest';
import { PLANS, planOfPrice, quotaLimit } from './plans.ts';

describe('plans', () => {
  it('cost 0, 15.99 and 22.5 EUR a month', () => {
    expect(Object.values(PLANS).map(({ id, price, priceId }) => [id, price, priceId])).toEqual([
      ['free', 0, null],
      ['pro', 15.99, 'price_pro'],
      ['ultra', 22.5, 'price_ultra'],
    ]);
  });

  it.each([
    ['free', 1, 3, 50],
    ['pro', 3, 100, null],
    ['ultra', null, null, null],
  ] as const)('%s allows %s sites, %s active QRs and %s redemptions a month', (plan, sites, activeQrs, redemptions) => {
    expect(quotaLimit(plan, 'sites')).toBe(sites);
    expect(quotaLimit(plan, 'activeQrs')).toBe(activeQrs);
    expect(quotaLimit(plan, 'redemptions')).toBe(redemptions);
  });

  it('are bought by their price ids, and no others', () => {
    expect(planOfPrice('price_pro')?.id).toBe('pro');
    expect(planOfPrice('price_ultra')?.id).toBe('ultra');
    for (const none of ['price_free', '', 'null', 'toString']) expect(planOfPrice(none)).toBeNull();
  });
});
