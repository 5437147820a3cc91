import { PLANS } from '@perktree/contracts/subscription/plans';
import { newCustomer } from '../people.ts';
import { countedIn, isExpired, redemptionsThisMonth } from '../reference.ts';
import { brokenByRedeeming } from '../rules.ts';
import type { Command } from './command.ts';
import { ownRedeem } from './redeeming.ts';

/**
 * New customers redeem one QR concurrently: as many succeed as the limits allow. One crowd in eight exceeds the Free plan's
 * monthly limit.
 */
export const crowd: Command = (scene) => {
  const { world, dice, facts } = scene;
  const qr = dice.pick(world.qrs);
  if (!qr) return null;
  const customers = Array.from({ length: dice.of(3, 4, 6, 4, 3, 6, 4, 52) }, () => newCustomer('guest', facts.newId()));
  const crowd = customers.map((customer) => ownRedeem(scene, qr, customer));
  const first = customers[0];
  const isOff = isExpired(world, qr) || !qr.isActive;
  const attempted = first && { qr, customer: first, period: qr.period, redemption: null };
  if (isOff || !attempted || brokenByRedeeming(world, attempted, { confirmedBy: attempted.customer }).length > 0) {
    return { crowd, succeed: 0 };
  }
  const { tenant } = qr.site;
  const inPeriod = qr.max === null ? customers.length : qr.max - countedIn(world, qr, qr.period);
  const perMonth = PLANS[tenant.plan].limits.redemptionsPerMonth;
  const inMonth = perMonth === null ? customers.length : perMonth - redemptionsThisMonth(world, tenant);
  return { crowd, succeed: Math.min(customers.length, inPeriod, inMonth) };
};
