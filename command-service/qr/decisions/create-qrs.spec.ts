import { describe, expect, it } from 'vitest';
import { exampleSite, NOW } from '../../testing/example-site.ts';
import { asDistributor, asOwner, LATER, newIds, OFFER, qrId, TreeBuilder, terms } from '../../testing/example-tree.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideDeactivate } from './change-qr.ts';
import {
  type ClaimedOffer,
  type CreateRoot,
  type CreateSibling,
  decideCreateRoot,
  decideSibling,
  decideSplit,
} from './create-qrs.ts';
import { budgetOf, type TreeActor } from './rules.ts';

const dora = asDistributor('dora');

describe('a root', () => {
  const create = (change: Partial<CreateRoot> = {}, commissionPercent?: string) =>
    decideCreateRoot(null, {
      ...{ actor: asOwner, site: exampleSite(), ids: newIds('root'), claimedOffers: [], now: NOW },
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

  it('has 10.00 percent unless the owner gives another', () => {
    expect(percentOf(create())).toBe('10.00');
    expect(percentOf(create({}, '100'))).toBe('100.00');
    expect(percentOf(create({}, '0'))).toBe('0.00');
  });

  const claimed: ClaimedOffer = { benefit: OFFER, maxRedemptions: 3, commissionPercent: '4.00', isOfOwner: true };
  const byDora = (change: Partial<CreateRoot> = {}, commissionPercent?: string) =>
    create({ actor: dora, claimedOffers: [claimed], ...change }, commissionPercent);

  it('of a distributor needs a claim on the site and the permission of the site', () => {
    expect(percentOf(byDora())).toBe('1.00');
    expect(refusalOf(() => byDora({ claimedOffers: [] }))?.code).toBe('SITE_NOT_FOUND');
    const closed = exampleSite({ distributorCanGenerateTopLevelQrs: false });
    expect(refusalOf(() => byDora({ site: closed }))?.code).toBe('TOP_LEVEL_NOT_ALLOWED');
    const blocking = exampleSite({}, { blockedDistributors: new Set(['dora']) });
    expect(refusalOf(() => byDora({ site: blocking }))?.code).toBe('DISTRIBUTOR_BLOCKED');
  });

  it('of a distributor repeats a claimed offer of the owner, at no higher percent', () => {
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

  it('of a distributor waits for approval if the site requires it; the owner’s never does', () => {
    expect(byDora()).toMatchObject([{ data: { approval: 'waiting' } }]);
    expect(byDora({ site: exampleSite({ topLevelQrsNeedApproval: false }) })).toMatchObject([
      { data: { approval: 'not_needed' } },
    ]);
    expect(create()).toMatchObject([{ data: { approval: 'not_needed' } }]);
  });
});

describe('a sibling of a child', () => {
  const grown = TreeBuilder.root('10.00').split('root', { a: '4.00' }).claim('a', 'dora').split('a', { b: '1.00' });
  const sibling = (parent: string, change: Partial<CreateSibling> = {}, given: Partial<CreateSibling['terms']> = {}) =>
    decideSibling(grown.tree, {
      ...{ actor: asOwner, site: grown.site, parentQrId: qrId(parent), ids: newIds('sibling'), now: NOW },
      terms: { ...terms, commissionPercent: undefined, maxRedemptions: undefined, ...given },
      ...change,
    });

  it('has the same parent, and the site’s sibling percent by default', () => {
    const after = grown.and(sibling('root'));
    expect(after.qr('sibling')).toMatchObject({ parentQrId: qrId('root'), depth: 1, ownerId: null });
    expect(after.qr('sibling').terms).toMatchObject({ commissionPercent: '1.00', maxRedemptions: null });
    expect(after.qr('root').childIds).toEqual([qrId('a'), qrId('sibling')]);
  });

  it('stays within the parent’s budget', () => {
    expect(sibling('root', {}, { commissionPercent: '6.00' })).toHaveLength(1);
    expect(refusalOf(() => sibling('root', {}, { commissionPercent: '6.01' }))?.message).toBe(
      'Maximum available commission is 6.00%',
    );
    expect(refusalOf(() => sibling('root', { now: LATER }))?.code).toBe('QR_EXPIRED');
  });

  it('of a distributor needs permission to split, and repeats the offer', () => {
    const after = grown.and(sibling('a', { actor: dora }));
    expect(after.qr('sibling').terms).toMatchObject({ benefit: OFFER, maxRedemptions: 3 });
    expect(refusalOf(() => sibling('root', { actor: dora }))?.code).toBe('QR_NOT_FOUND');
    const everything = { ...OFFER, discountPercent: 100 };
    expect(refusalOf(() => sibling('a', { actor: dora }, { benefit: everything }))?.code).toBe('NOT_ALLOWED');
    expect(refusalOf(() => sibling('a', { actor: dora }, { maxRedemptions: null }))?.code).toBe('NOT_ALLOWED');
    expect(sibling('a', {}, { benefit: everything })).toHaveLength(1);
  });
});

function split(grown: TreeBuilder, parent: string, percents: readonly string[], actor: TreeActor = asOwner, now = NOW) {
  const splits = percents.map((commissionPercent, index) => ({
    name: `Child ${index}`,
    commissionPercent,
    externalUrl: null,
    ids: newIds(`new ${index}`),
  }));
  return decideSplit(grown.tree, { actor, site: grown.site, qrId: qrId(parent), splits, now });
}
const refusal = (...args: Parameters<typeof split>) => refusalOf(() => split(...args));

describe('splitting a QR', () => {
  it('creates unclaimed children that inherit benefit and maximum, within the budget', () => {
    const grown = TreeBuilder.root('10.00');
    const after = grown.and(split(grown, 'root', ['4', '1.5']));
    expect(budgetOf(after.tree, after.qr('root'))).toBe(450);
    expect(after.qr('new 0')).toMatchObject({
      ...{ parentQrId: qrId('root'), depth: 1, ownerId: null, period: 1, isActive: true },
      expiresAt: '2026-05-02T10:00:00.000Z',
      terms: { benefit: OFFER, maxRedemptions: 3, commissionPercent: '4.00', internalName: null },
    });
  });

  it('above the budget is refused with the available percent', () => {
    const grown = TreeBuilder.root('10.00').split('root', { a: '4.00' });
    expect(split(grown, 'root', ['6.00'])).toHaveLength(1);
    expect(refusal(grown, 'root', ['5.00', '1.01'])).toEqual({
      code: 'COMMISSION_TOO_HIGH',
      message: 'Maximum available commission is 6.00%',
    });
  });

  it.each([
    ['0.50', '0.49', '0.50'],
    ['0.00', '0.09', '0.10'],
  ])('gives no less than the greater of 0.1 and the site’s minimum (%s)', (minSplitPercent, percent, least) => {
    const grown = TreeBuilder.root('10.00', exampleSite({ minSplitPercent }));
    expect(refusal(grown, 'root', [percent])).toMatchObject({
      code: 'COMMISSION_TOO_LOW',
      message: expect.stringContaining(`${least}%`),
    });
    expect(split(grown, 'root', [least])).toHaveLength(1);
  });

  it('makes at most maxSplitsPerQr children of a QR, and maxTotalSplits QRs of a tree other than its root', () => {
    const narrow = TreeBuilder.root('10.00', exampleSite({ maxSplitsPerQr: 2 })).split('root', { a: '1.00' });
    expect(split(narrow, 'root', ['1.00'])).toHaveLength(1);
    expect(refusal(narrow, 'root', ['1.00', '1.00'])?.code).toBe('TOO_MANY_SPLITS');
    const grown = TreeBuilder.root('10.00', exampleSite({ maxTotalSplits: 2 })).split('root', { a: '4.00' });
    expect(split(grown, 'a', ['1.00'])).toHaveLength(1);
    expect(refusal(grown, 'a', ['1.00', '1.00'])?.code).toBe('TOO_MANY_SPLITS_IN_TREE');
  });

  it('is possible down to 32 levels', () => {
    let grown = TreeBuilder.root('100.00');
    for (let depth = 1; depth <= 32; depth += 1) {
      grown = grown.split(depth === 1 ? 'root' : `level ${depth - 1}`, { [`level ${depth}`]: '50.00' });
    }
    expect(grown.qr('level 32').depth).toBe(32);
    expect(refusal(grown, 'level 32', ['1.00'])).toMatchObject({ code: 'TREE_TOO_DEEP' });
  });

  it('needs an existing, valid and active QR', () => {
    const grown = TreeBuilder.root();
    expect(refusal(grown, 'nowhere', ['1.00'])?.code).toBe('QR_NOT_FOUND');
    expect(refusal(grown, 'root', ['1.00'], asOwner, LATER)?.code).toBe('QR_EXPIRED');
    expect(refusal(grown, 'root', ['1.00'], asOwner, '2026-05-02T09:59:59.999Z')).toBeNull();
    const inactive = grown.and(decideDeactivate(grown.tree, { qrId: qrId('root') }));
    expect(refusal(inactive, 'root', ['1.00'])?.code).toBe('QR_INACTIVE');
  });
});

describe('a distributor splits', () => {
  const grown = TreeBuilder.root('10.00')
    .split('root', { mine: '4.00', other: '4.00' })
    .split('mine', { below: '2.00', theirs: '1.00' })
    .claim('mine', 'dora')
    .claim('theirs', 'emil');
  const dora = asDistributor('dora');

  it.each(['mine', 'below'])('QRs that it has claimed, and unclaimed descendants: %s', (qr) => {
    expect(split(grown, qr, ['1.00'], dora)).toHaveLength(1);
  });

  it('no descendant that another distributor has claimed', () => {
    expect(refusal(grown, 'theirs', ['0.50'], dora)?.code).toBe('NOT_ALLOWED');
  });

  it.each(['root', 'other'])('no other QR, which it cannot see: %s', (qr) => {
    expect(refusal(grown, qr, ['1.00'], dora)?.code).toBe('QR_NOT_FOUND');
  });

  it('only if the site allows it', () => {
    const closed = new TreeBuilder(exampleSite({ distributorCanGenerateChildQrs: false }), grown.tree);
    expect(refusal(closed, 'mine', ['1.00'], dora)?.code).toBe('SPLITTING_NOT_ALLOWED');
    const blocking = new TreeBuilder(exampleSite({}, { blockedDistributors: new Set(['dora']) }), grown.tree);
    expect(refusal(blocking, 'mine', ['1.00'], dora)?.code).toBe('DISTRIBUTOR_BLOCKED');
  });
});
