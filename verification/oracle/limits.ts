import { checkPlans } from '../model/invariants/plans.ts';
import { checkRedemptions } from '../model/invariants/redemptions.ts';
import { historiesOf, treesOf, violationsFrom } from './by-tenant.ts';
import type { Check } from './evidence.ts';

/** I4: redemptions keep every limit: of a scan, of a QR and period, of a customer, of the plan. */
export const limits: Check = ({ events, clocksAgree }) =>
  historiesOf(events).flatMap((history) => {
    const trees = treesOf(history);
    if (trees === null) return [];
    return [
      ...violationsFrom(() => checkRedemptions(history, trees)),
      // Concurrent and monthly counts depend on the clocks.
      ...(clocksAgree ? violationsFrom(() => checkPlans(history, trees)) : []),
    ];
  });
