import { checkPlans } from '../model/invariants/plans.ts';
import { checkRedemptions } from '../model/invariants/redemptions.ts';
import { historiesOf, saidBy, treesOf } from './by-tenant.ts';
import type { Check } from './evidence.ts';

/** I4: redemptions keep every limit: of a scan, of a QR and period, of a customer, of the plan. */
export const limits: Check = ({ events, clocksAgree }) =>
  historiesOf(events).flatMap((history) => {
    const trees = treesOf(history);
    if (trees === null) return [];
    return [
      ...saidBy(() => checkRedemptions(history, trees)),
      // How many count at once, or in a month, is the same by all clocks only where those agree.
      ...(clocksAgree ? saidBy(() => checkPlans(history, trees)) : []),
    ];
  });
