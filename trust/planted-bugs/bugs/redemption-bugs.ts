import type { PlantedBug } from '../bug.ts';

const redeem = 'command-service/domain/redemption/decide-redeem.ts';
const redeemSpec = 'command-service/domain/redemption/decide-redeem.spec.ts';
const reverse = 'command-service/domain/redemption/decide-reverse.ts';
const reverseSpec = 'command-service/domain/redemption/decide-reverse.spec.ts';

/** Redeeming, taking back, paying, and the limits of each. */
export const redemptionBugs: readonly PlantedBug[] = [
  {
    name: 'a QR takes one redemption more than its most',
    file: redeem,
    before: 'redemptionsInPeriod(state, scan.period) >= maxRedemptions',
    after: 'redemptionsInPeriod(state, scan.period) > maxRedemptions',
    caughtBy: redeemSpec,
    isQuick: true,
  },
  {
    name: 'a customer redeems once more than the site lets them',
    file: redeem,
    before: 'customerId).counted >= limit',
    after: 'customerId).counted > limit',
    caughtBy: redeemSpec,
  },
  {
    name: 'one scan is redeemed twice',
    file: redeem,
    before: '.scanIds.includes(scan.scanId)',
    after: ".scanIds.includes('')",
    caughtBy: redeemSpec,
  },
  {
    name: 'whoever earns from a QR redeems it',
    file: redeem,
    before: '  refuseSelfDealing(customerId, command);\n',
    after: '',
    caughtBy: redeemSpec,
  },
  {
    name: 'each share of a partial reversal is rounded by itself',
    file: 'contracts/commission/reversal-rule.ts',
    before: 'for (; missing < 0n; missing += 1n)',
    after: 'for (; missing < -99n; missing += 1n)',
    caughtBy: reverseSpec,
  },
  {
    name: 'a cent more is taken back than was sold',
    file: reverse,
    before: 'if (amountMinor > leftMinor)',
    after: 'if (amountMinor > leftMinor + 1n)',
    caughtBy: reverseSpec,
  },
  {
    name: 'a redemption is reversed twice',
    file: reverse,
    before: "if (isWhollyReversed) throw new Refused('ALREADY_REVERSED');",
    after: '',
    caughtBy: reverseSpec,
  },
  {
    name: 'an entry is in two payouts',
    file: 'command-service/domain/payout/state.ts',
    before: '{ ...state, payouts, taken: withAll(state.taken, entryIds) }',
    after: '{ ...state, payouts }',
    caughtBy: 'command-service/domain/payout/decider.spec.ts',
  },
  {
    name: 'a payout below the minimum is made',
    file: 'command-service/domain/payout/decide-generate.ts',
    before: 'netMinor <= 0n || netMinor < minimumMinor',
    after: 'netMinor <= 0n',
    caughtBy: 'command-service/domain/payout/decider.spec.ts',
  },
  {
    name: 'code entry is locked one miss too late',
    file: 'command-service/domain/staff-codes/decider.ts',
    before: 'misses < MISSES_THAT_LOCK ?',
    after: 'misses <= MISSES_THAT_LOCK ?',
    caughtBy: 'command-service/domain/staff-codes/decider.spec.ts',
    isQuick: true,
  },
  {
    name: 'a plan lets one more through',
    file: 'command-service/domain/subscription/decide-quota.ts',
    before: 'taking.length > 0 && total > limit)',
    after: 'taking.length > 0 && total > limit + 1)',
    caughtBy: 'command-service/domain/subscription/decider.spec.ts',
  },
  {
    name: 'an invitation is used by two people',
    file: 'command-service/domain/site/decide-staff.ts',
    before: 'invitation.usedBy !== null || ',
    after: '',
    caughtBy: 'command-service/domain/site/decider.spec.ts',
  },
  {
    name: 'another business’s site counts as one’s own',
    file: 'command-service/domain/site/ownership-rules.ts',
    before: 'site === null || site.tenantId !== tenantId',
    after: 'site === null',
    caughtBy: 'command-service/domain/site/decider.spec.ts',
    isQuick: true,
  },
  {
    name: 'an amount may have a third decimal',
    file: 'contracts/money.ts',
    before: '(\\.\\d{1,2})?$/;',
    after: '(\\.\\d{1,3})?$/;',
    caughtBy: 'contracts/money.spec.ts',
    isQuick: true,
  },
];
