import type { CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import { toBasisPoints } from '@perktree/contracts/kernel/percent';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { MAX_TREE_DEPTH } from '@perktree/contracts/site/configuration';
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

/** Limits that a tree exceeds. A list, as an assertion for each QR and step takes ten times as long. */
function broken(tree: CommissionTree): readonly string[] {
  const wrong = tree.qrs.size - 1 > MAX_TOTAL_SPLITS ? ['splits of the tree'] : [];
  const must = (qr: Qr, rule: string, holds: boolean) => void (holds || wrong.push(`${rule} of ${qr.qrId}`));
  for (const qr of tree.qrs.values()) {
    const path = pathFromRoot(tree, qr.qrId);
    must(qr, 'budget', budgetOf(tree, qr) >= 0);
    must(qr, 'splits', qr.childIds.length <= MAX_SPLITS_PER_QR);
    must(qr, 'depth', qr.depth <= MAX_TREE_DEPTH && path.length === qr.depth + 1);
    must(qr, 'root', path[0]?.qrId === tree.rootQrId);
    if (qr.parentQrId === null) continue;
    must(qr, 'minimum', toBasisPoints(qr.terms.commissionPercent) >= 25);
    must(qr, 'parent', tree.qrs.get(qr.parentQrId)?.childIds.filter((id) => id === qr.qrId).length === 1);
  }
  return wrong;
}

/** A QR never passes directly from one owner to another; periods only rise. */
function brokenStep(before: CommissionTree, after: CommissionTree): readonly string[] {
  return [...before.qrs].flatMap(([qrId, was]) => {
    const is = after.qrs.get(qrId);
    const hasSteps = was.ownerId === null || is?.ownerId === null || is?.ownerId === was.ownerId;
    return is && hasSteps && is.period >= was.period && is.customerToken === was.customerToken
      ? []
      : [`step of ${qrId}`];
  });
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
            expect([...broken(after.tree), ...brokenStep(grown.tree, after.tree)]).toEqual([]);
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
