import { describe, expect, it } from 'vitest';
import { exampleSite, NOW, OWNER } from '../../testing/example-site.ts';
import { asDistributor, asOwner, LATER, newIds, OFFER, qrId, TreeBuilder, terms } from '../../testing/example-tree.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import {
  type ClaimQr,
  decideActivate,
  decideApprove,
  decideAutomaticReissue,
  decideClaim,
  decideDeactivate,
  decideDecline,
  decideEdit,
  decideReissue,
  decideRelease,
  decideReplaceLink,
  type EditQr,
} from './change-qr.ts';
import { decideCreateRoot, decideSplit } from './create-qrs.ts';
import type { TreeActor } from './rules.ts';
import { type CommissionTree, commissionTreeFold } from './state.ts';

const family = TreeBuilder.root('10.00')
  .split('root', { a: '4.00', b: '2.00' })
  .split('a', { c: '1.50' })
  .claim('a', 'dora');
const dora = asDistributor('dora');

function edit(qr: string, changes: Partial<EditQr['changes']>, actor: TreeActor = asOwner, site = family.site) {
  const all = { name: family.qr(qr).terms.name, ...changes };
  return decideEdit(family.tree, { actor, site, qrId: qrId(qr), changes: all });
}
const editRefusal = (...args: Parameters<typeof edit>) => refusalOf(() => edit(...args));
const termsAfter = (...args: Parameters<typeof edit>) => {
  const [event] = edit(...args);
  return event?.type === 'QrEdited' ? event.data.terms : null;
};

describe('the site’s owner edits', () => {
  it('all terms; missing fields stay, null clears', () => {
    expect(termsAfter('root', { name: 'Autumn' })).toMatchObject({
      ...{ name: 'Autumn', internalName: 'Counter 3', commissionPercent: '10.00', maxRedemptions: 3 },
      benefit: { discountPercent: 20 },
    });
    expect(termsAfter('root', { maxRedemptions: null, internalName: null })).toMatchObject({
      maxRedemptions: null,
      internalName: null,
    });
    expect(termsAfter('root', { type: 'TEXT_REWARD', textReward: 'Tea' })?.benefit).toEqual({
      ...{ type: 'TEXT_REWARD', discountPercent: null, discountFixedAmount: null, textReward: 'Tea' },
    });
  });

  it('whether the campaign renews, once, whichever of its QRs is edited', () => {
    const renewalPolicy = 'auto_reissue_on_expire';
    const events = edit('c', { renewalPolicy });
    expect(events).toEqual([
      { type: 'QrRenewalChosen', data: expect.objectContaining({ qrId: qrId('root'), renewalPolicy }) },
    ]);
    const renewing = given(commissionTreeFold, events, NOW, family.tree);
    const changes = { name: family.qr('a').terms.name, renewalPolicy } as const;
    expect(decideEdit(renewing, { actor: asOwner, site: family.site, qrId: qrId('a'), changes })).toEqual([]);
    expect(edit('a', { renewalPolicy: family.site.configuration.renewalPolicy })).toEqual([]);
    expect(editRefusal('a', { renewalPolicy }, dora)).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('without a change, which appends nothing', () => {
    expect(edit('root', { commissionPercent: '10', type: 'DISCOUNT_PERCENT', discountPercent: 20 })).toEqual([]);
  });

  it.each([
    ['the field of another type', { type: 'TEXT_REWARD', textReward: 'Tea', discountPercent: 5 }],
    ['no value for a new type', { type: 'DISCOUNT_FIXED' }],
  ] as const)('a benefit with %s is refused', (_, changes) => {
    expect(editRefusal('root', changes)?.code).toBe('VALIDATION_FAILED');
  });

  it('a percent down to the sum of the children', () => {
    expect(termsAfter('a', { commissionPercent: '1.50' })).not.toBeNull();
    expect(editRefusal('a', { commissionPercent: '1.49' })).toEqual({
      code: 'COMMISSION_BELOW_CHILDREN',
      message: 'The commission cannot be less than the 1.50% given to its splits.',
    });
    expect(editRefusal('root', { commissionPercent: '5.99' })?.code).toBe('COMMISSION_BELOW_CHILDREN');
  });

  it('a percent up to what the parent can give', () => {
    expect(termsAfter('a', { commissionPercent: '8.00' })).not.toBeNull();
    expect(editRefusal('a', { commissionPercent: '8.01' })?.message).toBe('Maximum available commission is 8.00%');
    expect(termsAfter('root', { commissionPercent: '100' })?.commissionPercent).toBe('100.00');
  });

  it('a child’s percent no lower than the site’s minimum; another field although the minimum has risen', () => {
    const strict = exampleSite({ minSplitPercent: '3.00' });
    expect(editRefusal('b', { commissionPercent: '2.50' }, asOwner, strict)?.code).toBe('COMMISSION_TOO_LOW');
    expect(termsAfter('b', { name: 'Renamed' }, asOwner, strict)?.name).toBe('Renamed');
  });
});

describe('a distributor edits', () => {
  it('name and external URL of a QR that it has claimed', () => {
    expect(termsAfter('a', { name: 'Mine', externalUrl: 'https://example.org' }, dora)).toMatchObject({
      name: 'Mine',
      externalUrl: 'https://example.org',
    });
  });

  it('when the other fields are sent unchanged', () => {
    const offer = { maxRedemptions: 3, type: 'DISCOUNT_PERCENT', discountPercent: 20 } as const;
    const unchanged = { internalName: null, commissionPercent: '4.0', ...offer };
    expect(termsAfter('a', { name: 'Mine', ...unchanged }, dora)?.name).toBe('Mine');
  });

  it.each([{ commissionPercent: '3.99' }, { maxRedemptions: null }, { discountPercent: 21 }, { internalName: 'x' }])(
    'nothing else: %j',
    (changes) => {
      expect(editRefusal('a', changes, dora)?.code).toBe('NOT_ALLOWED');
    },
  );

  it('only QRs that it has claimed; it cannot see QRs outside its subtree', () => {
    expect(editRefusal('c', { name: 'Mine' }, dora)?.code).toBe('NOT_ALLOWED');
    expect(editRefusal('b', { name: 'Mine' }, dora)?.code).toBe('QR_NOT_FOUND');
  });
});

const root = { qrId: qrId('root') };
const unclaimed = TreeBuilder.root('10.00');

function claim(of: TreeBuilder, change: Partial<ClaimQr> = {}) {
  const person = { userId: 'dora', isDistributor: true, isSiteOwner: false };
  const command = { ...root, token: 'd-root', site: of.site, ...person, redemptionsIn: () => 0, now: NOW };
  return decideClaim(of.tree, { ...command, ...change });
}
const claimRefusal = (...args: Parameters<typeof claim>) => refusalOf(() => claim(...args))?.code;

describe('a code that is replaced', () => {
  const replace = (of: TreeBuilder, link: 'customer' | 'distributor', token: string) =>
    of.and(decideReplaceLink(of.tree, { ...root, link, token }));

  it('gives its link a new token, and keeps claim, period and the other link', () => {
    const claimed = unclaimed.and(claim(unclaimed));
    const events = decideReplaceLink(claimed.tree, { ...root, link: 'customer', token: 'new' });
    expect(events).toEqual([
      {
        type: 'QrLinkReplaced',
        data: expect.objectContaining({ qrId: qrId('root'), link: 'customer', token: 'new', replacedToken: 'c-root' }),
      },
    ]);
    expect(claimed.and(events).qr('root')).toEqual({ ...claimed.qr('root'), customerToken: 'new' });
  });

  it('claims nothing any more; the new one does', () => {
    const replaced = replace(unclaimed, 'distributor', 'new');
    expect(claimRefusal(replaced)).toBe('CODE_REPLACED');
    expect(claim(replaced, { token: 'new' })).toHaveLength(1);
    expect(claim(replace(unclaimed, 'customer', 'new'))).toHaveLength(1);
  });

  it('can be replaced again, and the one before it stays replaced', () => {
    const twice = replace(replace(unclaimed, 'distributor', 'second'), 'distributor', 'third');
    expect(['d-root', 'second', 'third'].map((token) => claimRefusal(twice, { token }))).toEqual([
      'CODE_REPLACED',
      'CODE_REPLACED',
      undefined,
    ]);
  });

  it('is one of a QR that the owner has approved', () => {
    const waiting = {
      ...unclaimed.tree,
      qrs: new Map([[qrId('root'), { ...unclaimed.qr('root'), approval: 'waiting' as const }]]),
    };
    expect(refusalOf(() => decideReplaceLink(waiting, { ...root, link: 'customer', token: 'new' }))?.code).toBe(
      'QR_NOT_APPROVED',
    );
    expect(refusalOf(() => decideReplaceLink(null, { ...root, link: 'customer', token: 'new' }))?.code).toBe(
      'QR_NOT_FOUND',
    );
  });
});

describe('claiming a QR', () => {
  const claimed = unclaimed.and(claim(unclaimed));

  it('again by its owner appends nothing, also after it has expired', () => {
    expect(claimed.qr('root').ownerId).toBe('dora');
    expect(claim(claimed)).toEqual([]);
    expect(claim(claimed, { now: LATER })).toEqual([]);
  });

  it('outside the tree cannot be folded', () => {
    const other = unclaimed.split('root', { a: '4.00' });
    expect(() => unclaimed.and(claim(other, { qrId: qrId('a'), token: 'd-a' }))).toThrow('is not in the tree');
  });

  it.each([
    ['no distributor', { isDistributor: false }],
    ['the site’s owner', { isSiteOwner: true }],
    ['the site’s owner by account', { userId: OWNER }],
    ['staff', { site: exampleSite({}, { staff: new Set(['dora']) }) }],
    ['blocked', { site: exampleSite({}, { blockedDistributors: new Set(['dora']) }) }],
  ] satisfies [string, Partial<ClaimQr>][])('is not allowed to %s, whether claimed or not', (_, change) => {
    expect(claimRefusal(unclaimed, change)).toBe('CLAIM_NOT_ALLOWED');
    expect(claimRefusal(unclaimed.claim('root', 'emil'), change)).toBe('CLAIM_NOT_ALLOWED');
  });

  it('that is unknown, claimed by another, expired, inactive, full or of a stopped site is refused', () => {
    expect(claimRefusal(claimed, { userId: 'emil' })).toBe('ALREADY_CLAIMED');
    expect(claimRefusal(unclaimed, { site: exampleSite({}, { isActive: false }) })).toBe('SITE_INACTIVE');
    expect(claimRefusal(unclaimed, { qrId: qrId('nowhere') })).toBe('CLAIM_INVALID');
    expect(claimRefusal(unclaimed, { now: '2026-05-02T10:00:00.000Z' })).toBe('QR_EXPIRED');
    expect(claimRefusal(unclaimed, { redemptionsIn: (period) => (period === 1 ? 3 : 0) })).toBe('QR_FULL');
    expect(claim(unclaimed, { redemptionsIn: () => 2 })).toHaveLength(1);
    const inactive = unclaimed.and(decideDeactivate(unclaimed.tree, root));
    expect(claimRefusal(inactive)).toBe('QR_INACTIVE');
    expect(claim(inactive.and(decideActivate(inactive.tree, root)))).toHaveLength(1);
  });

  it('is possible again after the site’s owner has released the QR', () => {
    const released = claimed.and(decideRelease(claimed.tree, root));
    expect(released.qr('root').ownerId).toBeNull();
    expect(claim(released, { userId: 'emil' })).toHaveLength(1);
    expect(refusalOf(() => decideRelease(released.tree, root))?.code).toBe('NOT_CLAIMED');
  });
});

it('deactivating is idempotent, as is activating', () => {
  const inactive = unclaimed.and(decideDeactivate(unclaimed.tree, root));
  expect(inactive.qr('root').isActive).toBe(false);
  expect(decideDeactivate(inactive.tree, root)).toEqual([]);
  expect(decideActivate(unclaimed.tree, root)).toEqual([]);
});

const site = exampleSite();
const waiting = new TreeBuilder(
  site,
  given(
    commissionTreeFold,
    decideCreateRoot(null, {
      ...{ actor: asDistributor('dora'), site, ids: newIds('root'), now: NOW },
      claimedOffers: [{ benefit: OFFER, maxRedemptions: 3, commissionPercent: '10.00', isOfOwner: true }],
      terms: { ...terms, commissionPercent: '10.00' },
    }),
    NOW,
  ) as CommissionTree,
);
const command = { qrId: qrId('root'), site, now: LATER };
const claimAt = (grown: TreeBuilder, now: string) =>
  decideClaim(grown.tree, {
    ...{ qrId: qrId('root'), token: 'd-root', site, userId: 'dora', isDistributor: true, isSiteOwner: false, now },
    redemptionsIn: () => 0,
  });
const splitAt = (grown: TreeBuilder, now: string) =>
  decideSplit(grown.tree, {
    ...{ actor: asOwner, site, qrId: qrId('root'), now },
    splits: [{ name: 'A', commissionPercent: '1.00', externalUrl: null, ids: newIds('a') }],
  });
const declined = waiting.and(decideDecline(waiting.tree, command), LATER);

describe('a root that waits for approval', () => {
  it.each([
    ['claimed', () => claimAt(waiting, NOW)],
    ['splitAt', () => splitAt(waiting, NOW)],
    ['activated', () => decideActivate(waiting.tree, command)],
    ['reissued', () => decideReissue(waiting.tree, command)],
    ['claimed once it was declined', () => claimAt(declined, NOW)],
  ])('cannot be %s', (_, act) => {
    expect(refusalOf(act)?.code).toBe('QR_NOT_APPROVED');
  });

  it('is inactive, so that it cannot be scanned or redeemed', () => {
    expect(waiting.qr('root')).toMatchObject({ approval: 'waiting', isActive: false });
    expect(declined.qr('root')).toMatchObject({ approval: 'declined', isActive: false });
    expect(decideDeactivate(waiting.tree, command)).toEqual([]);
  });

  it('starts its first issue period at its approval', () => {
    const approved = waiting.and(decideApprove(waiting.tree, command), LATER);
    expect(approved.qr('root')).toMatchObject({
      ...{ approval: null, isActive: true, period: 1, periodStartsAt: LATER },
      expiresAt: '2026-05-04T10:00:00.000Z',
    });
    expect(claimAt(approved, LATER)).toHaveLength(1);
    expect(splitAt(approved, LATER)).toHaveLength(1);
  });

  it('is approved or declined once', () => {
    const approved = waiting.and(decideApprove(waiting.tree, command), LATER);
    for (const { tree } of [approved, declined, TreeBuilder.root()]) {
      expect(refusalOf(() => decideApprove(tree, command))?.code).toBe('QR_NOT_WAITING');
      expect(refusalOf(() => decideDecline(tree, command))?.code).toBe('QR_NOT_WAITING');
    }
  });
});

/** Expires at 11:00. */
const hourly = TreeBuilder.root('10.00', exampleSite({ qrMinutesLife: 60, renewalPolicy: 'auto_reissue_on_expire' }));
const at = (time: string) => ({ ...root, site: hourly.site, now: `2026-05-01T${time}.000Z` });

describe('reissuing by hand', () => {
  it('starts the next period now, with the site’s current lifetime of QRs', () => {
    const site = exampleSite({ qrMinutesLife: 10 });
    const after = hourly.and(decideReissue(hourly.tree, { ...at('13:30:00'), site }));
    expect(after.qr('root')).toMatchObject({
      ...{ period: 2, periodStartsAt: '2026-05-01T13:30:00.000Z', expiresAt: '2026-05-01T13:40:00.000Z' },
      ...{ customerToken: 'c-root', distributorToken: 'd-root' },
    });
  });

  it('is refused while the QR is valid', () => {
    expect(refusalOf(() => decideReissue(hourly.tree, at('10:59:59')))?.code).toBe('QR_STILL_VALID');
    expect(decideReissue(hourly.tree, at('11:00:00'))).toHaveLength(1);
  });
});

describe('reissuing automatically', () => {
  it.each([
    ['11:59:59', 2, '11:00', '12:00'],
    ['12:00:00', 3, '12:00', '13:00'],
  ])('at %s opens period %i, from the old one’s end without a gap', (time, period, startsAt, expiresAt) => {
    const [event] = decideAutomaticReissue(hourly.tree, at(time));
    expect(event).toMatchObject({
      type: 'QrReissued',
      data: {
        ...{ period, trigger: 'automatic' },
        startsAt: `2026-05-01T${startsAt}:00.000Z`,
        expiresAt: `2026-05-01T${expiresAt}:00.000Z`,
      },
    });
  });

  it('is idempotent and does nothing before the expiry', () => {
    expect(decideAutomaticReissue(hourly.tree, at('10:59:59'))).toEqual([]);
    const after = hourly.and(decideAutomaticReissue(hourly.tree, at('11:00:01')));
    expect(decideAutomaticReissue(after.tree, at('11:00:02'))).toEqual([]);
  });

  it('does nothing if the site does not renew or the QR is inactive', () => {
    expect(decideAutomaticReissue(hourly.tree, { ...at('12:00:00'), site: exampleSite() })).toEqual([]);
    const inactive = hourly.and(decideDeactivate(hourly.tree, root));
    expect(decideAutomaticReissue(inactive.tree, at('12:00:00'))).toEqual([]);
  });
});
