import { describe, expect, it } from 'vitest';
import { exampleSite, NOW } from '../../testing/example-site.ts';
import { asDistributor, asOwner, birth, Grown, LATER, OFFER, qrId, terms } from '../../testing/example-tree.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import type { ClaimedOffer } from './claimed-offers.ts';
import { type CreateRoot, decideCreateRoot } from './decide-create-root.ts';
import { type CreateSibling, decideSibling } from './decide-sibling.ts';

const dora = asDistributor('dora');

describe('a root', () => {
  const create = (change: Partial<CreateRoot> = {}, commissionPercent?: string) =>
    decideCreateRoot(null, {
      ...{ actor: asOwner, site: exampleSite(), birth: birth('root'), claimedOffers: [], now: NOW },
      terms: { ...terms, commissionPercent },
      ...change,
    });
  const percentOf = ([event]: ReturnType<typeof create>) =>
    event?.type === 'RootQrCreated' && event.data.qr.terms.commissionPercent;

  it('is issued when it is created, for the site’s lifetime', () => {
    expect(create({ site: exampleSite({ qrMinutesLife: 30 }) })).toMatchObject([
      { type: 'RootQrCreated', data: { rootQrId: qrId('root'), qr: { expiresAt: '2026-05-01T10:30:00.000Z' } } },
    ]);
  });

  it('earns 10.00 where its owner names no percent, else what is named', () => {
    expect(percentOf(create())).toBe('10.00');
    expect(percentOf(create({}, '100'))).toBe('100.00');
    expect(percentOf(create({}, '0'))).toBe('0.00');
  });

  const claimed: ClaimedOffer = { benefit: OFFER, maxRedemptions: 3, commissionPercent: '4.00', isOfOwner: true };
  const byDora = (change: Partial<CreateRoot> = {}, commissionPercent?: string) =>
    create({ actor: dora, claimedOffers: [claimed], ...change }, commissionPercent);

  it('of a distributor is a sibling of roots: where it holds a claim and the site allows it', () => {
    expect(percentOf(byDora())).toBe('1.00');
    expect(refusalOf(() => byDora({ claimedOffers: [] }))?.code).toBe('SITE_NOT_FOUND');
    const closed = exampleSite({ distributorCanGenerateTopLevelQrs: false });
    expect(refusalOf(() => byDora({ site: closed }))?.code).toBe('TOP_LEVEL_NOT_ALLOWED');
    const blocking = exampleSite({}, { blockedDistributors: new Set(['dora']) });
    expect(refusalOf(() => byDora({ site: blocking }))?.code).toBe('DISTRIBUTOR_BLOCKED');
  });

  it('of a distributor passes on an offer of the owner that it has claimed, at no higher percent', () => {
    expect(percentOf(byDora({}, '4.00'))).toBe('4.00');
    expect(refusalOf(() => byDora({}, '4.01'))?.message).toBe('Maximum available commission is 4.00%');
    const withTerms = (change: object) => byDora({ terms: { ...terms, commissionPercent: '1.00', ...change } });
    const everything = { ...OFFER, discountPercent: 100 };
    expect(refusalOf(() => withTerms({ benefit: everything }))?.code).toBe('OFFER_NOT_CLAIMED');
    expect(refusalOf(() => withTerms({ maxRedemptions: null }))?.code).toBe('OFFER_NOT_CLAIMED');
    expect(withTerms({ maxRedemptions: undefined })).toMatchObject([
      { data: { qr: { terms: { maxRedemptions: 3 } } } },
    ]);
    const own = { ...claimed, commissionPercent: '100.00', isOfOwner: false };
    expect(refusalOf(() => byDora({ claimedOffers: [own] }))?.code).toBe('OFFER_NOT_CLAIMED');
    expect(refusalOf(() => byDora({ claimedOffers: [own, claimed] }, '4.01'))?.code).toBe('COMMISSION_TOO_HIGH');
  });

  it('of a distributor waits for approval where the site wants that; the owner’s own never does', () => {
    expect(byDora()).toMatchObject([{ data: { approval: 'waiting' } }]);
    expect(byDora({ site: exampleSite({ topLevelQrsNeedApproval: false }) })).toMatchObject([
      { data: { approval: 'not_needed' } },
    ]);
    expect(create()).toMatchObject([{ data: { approval: 'not_needed' } }]);
  });
});

describe('a sibling of a child', () => {
  const grown = Grown.root('10.00').split('root', { a: '4.00' }).claim('a', 'dora').split('a', { b: '1.00' });
  const sibling = (parent: string, change: Partial<CreateSibling> = {}, given: Partial<CreateSibling['terms']> = {}) =>
    decideSibling(grown.tree, {
      ...{ actor: asOwner, site: grown.site, parentQrId: qrId(parent), birth: birth('sibling'), now: NOW },
      terms: { ...terms, commissionPercent: undefined, maxRedemptions: undefined, ...given },
      ...change,
    });

  it('stands under the same parent, with the site’s sibling percent where none is named', () => {
    const after = grown.and(sibling('root'));
    expect(after.qr('sibling')).toMatchObject({ parentQrId: qrId('root'), depth: 1, ownerId: null });
    expect(after.qr('sibling').terms).toMatchObject({ commissionPercent: '1.00', maxRedemptions: null });
    expect(after.qr('root').childIds).toEqual([qrId('a'), qrId('sibling')]);
  });

  it('keeps within the parent’s budget', () => {
    expect(sibling('root', {}, { commissionPercent: '6.00' })).toHaveLength(1);
    expect(refusalOf(() => sibling('root', {}, { commissionPercent: '6.01' }))?.message).toBe(
      'Maximum available commission is 6.00%',
    );
    expect(refusalOf(() => sibling('root', { now: LATER }))?.code).toBe('QR_EXPIRED');
  });

  it('of a distributor goes where it may split, with the offer that is there', () => {
    const after = grown.and(sibling('a', { actor: dora }));
    expect(after.qr('sibling').terms).toMatchObject({ benefit: OFFER, maxRedemptions: 3 });
    expect(refusalOf(() => sibling('root', { actor: dora }))?.code).toBe('QR_NOT_FOUND');
    const everything = { ...OFFER, discountPercent: 100 };
    expect(refusalOf(() => sibling('a', { actor: dora }, { benefit: everything }))?.code).toBe('NOT_ALLOWED');
    expect(refusalOf(() => sibling('a', { actor: dora }, { maxRedemptions: null }))?.code).toBe('NOT_ALLOWED');
    expect(sibling('a', {}, { benefit: everything })).toHaveLength(1);
  });
});
