import { describe, expect, it } from 'vitest';
import { exampleSite, NOW } from '../../testing/example-site.ts';
import { asDistributor, asOwner, birth, Grown, LATER, OFFER, qrId, terms } from '../../testing/example-tree.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideActivate, decideDeactivate } from './decide-activation.ts';
import { decideApprove, decideDecline } from './decide-approval.ts';
import { decideClaim } from './decide-claim.ts';
import { decideCreateRoot } from './decide-create-root.ts';
import { decideReissue } from './decide-reissue.ts';
import { decideSplit } from './decide-split.ts';
import { type CommissionTree, commissionTreeDecider } from './state.ts';

const site = exampleSite();
const waiting = new Grown(
  site,
  given(
    commissionTreeDecider,
    decideCreateRoot(null, {
      ...{ actor: asDistributor('dora'), site, birth: birth('root'), now: NOW },
      claimedOffers: [{ benefit: OFFER, maxRedemptions: 3, commissionPercent: '10.00', isOfOwner: true }],
      terms: { ...terms, commissionPercent: '10.00' },
    }),
    NOW,
  ) as CommissionTree,
);
const command = { qrId: qrId('root'), site, now: LATER };
const claim = (grown: Grown, now: string) =>
  decideClaim(grown.tree, {
    ...{ qrId: qrId('root'), site, userId: 'dora', isDistributor: true, isSiteOwner: false, now },
    redemptionsIn: () => 0,
  });
const split = (grown: Grown, now: string) =>
  decideSplit(grown.tree, {
    ...{ actor: asOwner, site, qrId: qrId('root'), now },
    splits: [{ name: 'A', commissionPercent: '1.00', externalUrl: null, birth: birth('a') }],
  });
const declined = waiting.and(decideDecline(waiting.tree, command), LATER);

describe('a root that waits for approval', () => {
  it.each([
    ['claimed', () => claim(waiting, NOW)],
    ['split', () => split(waiting, NOW)],
    ['activated', () => decideActivate(waiting.tree, command)],
    ['reissued', () => decideReissue(waiting.tree, command)],
    ['claimed once it was declined', () => claim(declined, NOW)],
    ['activated once it was declined', () => decideActivate(declined.tree, command)],
  ])('cannot be %s', (_, act) => {
    expect(refusalOf(act)?.code).toBe('QR_NOT_APPROVED');
  });

  it('is out of use, so that nothing of it is scanned or redeemed', () => {
    expect(waiting.qr('root')).toMatchObject({ approval: 'waiting', isActive: false });
    expect(declined.qr('root')).toMatchObject({ approval: 'declined', isActive: false });
    expect(decideDeactivate(waiting.tree, command)).toEqual([]);
  });

  it('begins its first issue period when it is approved, however long it has waited', () => {
    const approved = waiting.and(decideApprove(waiting.tree, command), LATER);
    expect(approved.qr('root')).toMatchObject({
      ...{ approval: null, isActive: true, period: 1, periodStartsAt: LATER },
      expiresAt: '2026-05-04T10:00:00.000Z',
    });
    expect(claim(approved, LATER)).toHaveLength(1);
    expect(split(approved, LATER)).toHaveLength(1);
  });

  it('is decided on once', () => {
    const approved = waiting.and(decideApprove(waiting.tree, command), LATER);
    for (const { tree } of [approved, declined, Grown.root()]) {
      expect(refusalOf(() => decideApprove(tree, command))?.code).toBe('QR_NOT_WAITING');
      expect(refusalOf(() => decideDecline(tree, command))?.code).toBe('QR_NOT_WAITING');
    }
  });
});
