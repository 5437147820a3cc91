import { describe, expect, it } from 'vitest';
import { exampleSite, NOW, OWNER } from '../../testing/example-site.ts';
import { Grown, LATER, qrId } from '../../testing/example-tree.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideActivate, decideDeactivate } from './decide-activation.ts';
import { type ClaimQr, decideClaim } from './decide-claim.ts';
import { decideRelease } from './decide-release.ts';

const root = { qrId: qrId('root') };
const grown = Grown.root('10.00');

function claim(of: Grown, change: Partial<ClaimQr> = {}) {
  const person = { userId: 'dora', isDistributor: true, isSiteOwner: false };
  return decideClaim(of.tree, { ...root, site: of.site, ...person, redemptionsIn: () => 0, now: NOW, ...change });
}
const refusal = (...args: Parameters<typeof claim>) => refusalOf(() => claim(...args))?.code;

describe('claiming a QR', () => {
  const claimed = grown.and(claim(grown));

  it('makes a distributor its one owner', () => {
    expect(claimed.qr('root').ownerId).toBe('dora');
  });

  it('again by the owner changes nothing, also when it has expired since', () => {
    expect(claim(claimed)).toEqual([]);
    expect(claim(claimed, { now: LATER })).toEqual([]);
  });

  it('of a site that was stopped is not for anybody', () => {
    expect(refusal(grown, { site: exampleSite({}, { isActive: false }) })).toBe('SITE_INACTIVE');
  });

  it('that the tree has never had cannot be folded: that history is broken', () => {
    const other = grown.split('root', { a: '4.00' });
    expect(() => grown.and(claim(other, { qrId: qrId('a') }))).toThrow('is not in the tree');
  });

  it('that another has claimed: 409', () => {
    expect(refusal(claimed, { userId: 'emil' })).toBe('ALREADY_CLAIMED');
  });

  it.each([
    ['no distributor', { isDistributor: false }],
    ['the site’s owner', { isSiteOwner: true }],
    ['the site’s owner by account', { userId: OWNER }],
    ['staff', { site: exampleSite({}, { staff: new Set(['dora']) }) }],
    ['blocked', { site: exampleSite({}, { blockedDistributors: new Set(['dora']) }) }],
  ] satisfies [string, Partial<ClaimQr>][])('is not allowed to %s, whether claimed or not', (_, change) => {
    expect(refusal(grown, change)).toBe('CLAIM_NOT_ALLOWED');
    expect(refusal(grown.claim('root', 'emil'), change)).toBe('CLAIM_NOT_ALLOWED');
  });

  it('that is unknown, expired, out of use or full: 400', () => {
    expect(refusal(grown, { qrId: qrId('nowhere') })).toBe('CLAIM_INVALID');
    expect(refusal(grown, { now: '2026-05-02T10:00:00.000Z' })).toBe('QR_EXPIRED');
    expect(refusal(grown, { redemptionsIn: (period) => (period === 1 ? 3 : 0) })).toBe('QR_FULL');
    expect(claim(grown, { redemptionsIn: () => 2 })).toHaveLength(1);
    const inactive = grown.and(decideDeactivate(grown.tree, root));
    expect(refusal(inactive)).toBe('QR_INACTIVE');
    expect(claim(inactive.and(decideActivate(inactive.tree, root)))).toHaveLength(1);
  });

  it('is open to others when the site’s owner has released it', () => {
    const released = claimed.and(decideRelease(claimed.tree, root));
    expect(released.qr('root').ownerId).toBeNull();
    expect(claim(released, { userId: 'emil' })).toHaveLength(1);
    expect(refusalOf(() => decideRelease(released.tree, root))?.code).toBe('NOT_CLAIMED');
  });
});

describe('deactivating', () => {
  it('twice is once; so is activating', () => {
    const inactive = grown.and(decideDeactivate(grown.tree, root));
    expect(inactive.qr('root').isActive).toBe(false);
    expect(decideDeactivate(inactive.tree, root)).toEqual([]);
    expect(decideActivate(grown.tree, root)).toEqual([]);
  });
});
