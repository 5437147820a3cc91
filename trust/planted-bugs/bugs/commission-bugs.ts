import type { PlantedBug } from '../bug.ts';

const rule = 'contracts/commission/rule-v1.ts';
const ruleSpec = 'contracts/commission/rule-v1.spec.ts';
const tree = 'command-service/domain/commission-tree';

/** Shares, budgets and limits of commission trees. */
export const commissionBugs: readonly PlantedBug[] = [
  {
    name: 'the pool is rounded down instead of half-up',
    file: rule,
    before: '(exact(toBasisPoints(top.percent)) + HALF) / PARTS',
    after: 'exact(toBasisPoints(top.percent)) / PARTS',
    caughtBy: ruleSpec,
    isQuick: true,
  },
  {
    name: 'the cents that rounding leaves are handed to nobody',
    file: rule,
    before: 'part.minor += 1n;',
    after: 'part.minor += 0n;',
    caughtBy: ruleSpec,
  },
  {
    name: 'ties go to the QR farthest from the redeemed one',
    file: rule,
    before: 'b.nearness - a.nearness',
    after: 'a.nearness - b.nearness',
    caughtBy: ruleSpec,
  },
  {
    name: 'a QR that nobody has claimed earns',
    file: rule,
    before: 'const top = claimed[0];',
    after: 'const top = path[0];',
    caughtBy: ruleSpec,
  },
  {
    name: 'a split may take a hundredth more than there is',
    file: `${tree}/rules.ts`,
    before: 'if (asked > available)',
    after: 'if (asked > available + 1)',
    caughtBy: `${tree}/decide-split.spec.ts`,
  },
  {
    name: 'one split too many fits under a QR',
    file: `${tree}/room-rules.ts`,
    before: 'parent.childIds.length + percents.length > maxSplitsPerQr',
    after: 'parent.childIds.length + percents.length > maxSplitsPerQr + 1',
    caughtBy: `${tree}/decide-split.spec.ts`,
  },
  {
    name: 'a tree grows a level too deep',
    file: `${tree}/room-rules.ts`,
    before: 'parent.depth + 1 > MAX_TREE_DEPTH',
    after: 'parent.depth > MAX_TREE_DEPTH',
    caughtBy: `${tree}/decide-split.spec.ts`,
  },
  {
    name: 'a QR is still valid at the instant that it expires',
    file: `${tree}/rules.ts`,
    before: 'Date.parse(now) >= Date.parse(qr.expiresAt)',
    after: 'Date.parse(now) > Date.parse(qr.expiresAt)',
    caughtBy: `${tree}/decide-claim.spec.ts`,
  },
  {
    name: 'the second to claim takes the QR from the first',
    file: `${tree}/decide-claim.ts`,
    before: "if (qr.ownerId !== null) throw new Refused('ALREADY_CLAIMED');",
    after: '',
    caughtBy: `${tree}/decide-claim.spec.ts`,
  },
  {
    name: 'a blocked distributor may claim',
    file: `${tree}/decide-claim.ts`,
    before: ' || site.blockedDistributors.has(userId)',
    after: '',
    caughtBy: `${tree}/decide-claim.spec.ts`,
  },
  {
    name: 'a distributor may edit QRs that are another one’s',
    file: `${tree}/decide-edit.ts`,
    before: '(qr.ownerId !== actor.userId || !sameOffer(qr.terms, terms))',
    after: '!sameOffer(qr.terms, terms)',
    caughtBy: `${tree}/decide-edit.spec.ts`,
  },
];
