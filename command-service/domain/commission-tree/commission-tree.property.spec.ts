import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import { toBasisPoints } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import { MAX_TREE_DEPTH } from '@perktree/contracts/site-configuration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleSite } from '../../testing/example-site.ts';
import { asDistributor, asOwner, newIds, OFFER, TreeBuilder } from '../../testing/example-tree.ts';
import {
  decideActivate,
  decideClaim,
  decideDeactivate,
  decideEdit,
  decideReissue,
  decideRelease,
} from './change-qr.ts';
import { decideSibling, decideSplit } from './create-qrs.ts';
import { budgetOf, pathFromRoot, type TreeActor } from './rules.ts';
import type { CommissionTree, Qr } from './state.ts';

const MAX_SPLITS_PER_QR = 3;
const MAX_TOTAL_SPLITS = 12;
const site = exampleSite({
  maxSplitsPerQr: MAX_SPLITS_PER_QR,
  maxTotalSplits: MAX_TOTAL_SPLITS,
  minSplitPercent: '0.25',
});

const percentUpTo = (max: number) => fc.integer({ min: 0, max }).map((basisPoints) => (basisPoints / 100).toFixed(2));
const percent = fc.oneof(percentUpTo(300), percentUpTo(1_500));
const actor: fc.Arbitrary<TreeActor> = fc.constantFrom(asOwner, asOwner, asDistributor('dora'), asDistributor('emil'));
const command = fc.record({
  kind: fc.constantFrom('split', 'split', 'sibling', 'edit', 'claim', 'release', 'reissue', 'deactivate', 'activate'),
  /** Which QR of those that are there. */
  target: fc.nat(),
  actor,
  percents: fc.array(percent, { minLength: 1, maxLength: 4 }),
  minutes: fc.integer({ min: 0, max: 120 }),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

function decide(
  tree: CommissionTree,
  qr: Qr,
  asked: Command,
  step: number,
  now: string,
): readonly CommissionTreeEvent[] {
  const { qrId } = qr;
  const { actor: by, percents } = asked;
  const userId = by.kind === 'distributor' ? by.userId : 'dora';
  const [commissionPercent = '1.00'] = percents;
  const terms = { name: 'QR', internalName: null, benefit: OFFER, externalUrl: null, maxRedemptions: undefined };
  switch (asked.kind) {
    case 'split': {
      const splits = percents.map((each, index) => ({
        ...{ name: 'QR', commissionPercent: each, externalUrl: null, ids: newIds(`${step}/${index}`) },
      }));
      return decideSplit(tree, { actor: by, site, qrId, splits, now });
    }
    case 'sibling': {
      const sibling = { ids: newIds(`${step}`), terms: { ...terms, commissionPercent } };
      return decideSibling(tree, { actor: by, site, parentQrId: qrId, ...sibling, now });
    }
    case 'edit':
      return decideEdit(tree, { actor: by, site, qrId, changes: { name: `Step ${step}`, commissionPercent } });
    case 'claim': {
      const person = { userId, isDistributor: true, isSiteOwner: false };
      const token = tree?.qrs.get(qrId)?.distributorToken ?? '';
      return decideClaim(tree, { qrId, token, site, ...person, redemptionsIn: () => 0, now });
    }
    case 'release':
      return decideRelease(tree, { qrId });
    case 'reissue':
      return decideReissue(tree, { qrId, site, now });
    case 'deactivate':
      return decideDeactivate(tree, { qrId });
    default:
      return decideActivate(tree, { qrId });
  }
}

function check(tree: CommissionTree): void {
  expect(tree.qrs.size - 1).toBeLessThanOrEqual(MAX_TOTAL_SPLITS);
  for (const qr of tree.qrs.values()) {
    expect(budgetOf(tree, qr)).toBeGreaterThanOrEqual(0);
    expect(qr.childIds.length).toBeLessThanOrEqual(MAX_SPLITS_PER_QR);
    expect(qr.depth).toBeLessThanOrEqual(MAX_TREE_DEPTH);
    const path = pathFromRoot(tree, qr.qrId);
    expect(path).toHaveLength(qr.depth + 1);
    expect(path[0]?.qrId).toBe(tree.rootQrId);
    if (qr.parentQrId === null) continue;
    expect(toBasisPoints(qr.terms.commissionPercent)).toBeGreaterThanOrEqual(25);
    expect(tree.qrs.get(qr.parentQrId)?.childIds.filter((id) => id === qr.qrId)).toHaveLength(1);
  }
}

/** A QR never passes directly from one owner to another; periods only rise. */
function checkStep(before: CommissionTree, after: CommissionTree): void {
  for (const [qrId, was] of before.qrs) {
    const is = after.qrs.get(qrId);
    if (was.ownerId !== null && is?.ownerId !== null) expect(is?.ownerId).toBe(was.ownerId);
    expect(is?.period).toBeGreaterThanOrEqual(was.period);
    expect(is?.customerToken).toBe(was.customerToken);
  }
}

describe('any sequence of commands on a tree', () => {
  it('keeps every budget at 0 or more, all limits, and one owner', () => {
    const accepted = new Map<string, number>();
    fc.assert(
      fc.property(
        percentUpTo(10_000),
        fc.array(command, { minLength: 20, maxLength: 60, size: 'max' }),
        (rootPercent, commands) => {
          let grown = TreeBuilder.root(rootPercent, site);
          let clock = Date.parse('2026-05-01T10:00:00.000Z');
          commands.forEach((asked, step) => {
            clock += asked.minutes * 60_000;
            const now = new Date(clock).toISOString();
            const qrs = [...grown.tree.qrs.values()];
            const target = qrs[asked.target % qrs.length] as Qr;
            const after = grown.and(
              unlessRefused(() => decide(grown.tree, target, asked, step, now)),
              now,
            );
            if (after.tree !== grown.tree) accepted.set(asked.kind, (accepted.get(asked.kind) ?? 0) + 1);
            check(after.tree);
            checkStep(grown.tree, after.tree);
            grown = after;
          });
        },
      ),
      { numRuns: 300 },
    );
    // Otherwise the property would hold of trees to which nothing happens.
    for (const kind of ['split', 'sibling', 'edit', 'claim', 'release', 'reissue', 'deactivate', 'activate']) {
      expect(accepted.get(kind), kind).toBeGreaterThan(20);
    }
  });
});

function unlessRefused(decision: () => readonly CommissionTreeEvent[]): readonly CommissionTreeEvent[] {
  try {
    return decision();
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}
