import { allocateCommission, DEFAULT_COMMISSION_RULE } from '@perktree/contracts/commission/registry';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { EARNERS, type Earner, type ExampleShares, type ExampleValues } from './example-values.ts';

/** Calculated by the default commission rule. Loaded after the page, because decimal.js is larger than the rest of it. */
export function sharesOf(values: ExampleValues): ExampleShares {
  const sale = `${values.sale}.00`;
  const path = EARNERS.map((earner) => ({ qrId: earner, ownerId: earner, percent: `${values[earner]}.00` }));
  const { pool, shares } = allocateCommission(DEFAULT_COMMISSION_RULE, path, sale, 'EUR');
  const amountOf = (earner: Earner) => shares.find(({ qrId }) => qrId === earner)?.amount ?? '0.00';
  return {
    shop: fromMinor(toMinor(sale, 'EUR') - toMinor(pool, 'EUR'), 'EUR'),
    distributor: amountOf('distributor'),
    partner: amountOf('partner'),
    last: amountOf('last'),
  };
}
