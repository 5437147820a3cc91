import { describe, expect, it } from 'vitest';
import { exampleSite, NOW } from '../../testing/example-site.ts';
import { asDistributor, asOwner, birth, Grown, LATER, OFFER, qrId } from '../../testing/example-tree.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import type { TreeActor } from './actor-rules.ts';
import { decideDeactivate } from './decide-activation.ts';
import { decideSplit } from './decide-split.ts';
import { budgetOf } from './rules.ts';

function split(grown: Grown, parent: string, percents: readonly string[], actor: TreeActor = asOwner, now = NOW) {
  const splits = percents.map((commissionPercent, index) => ({
    name: `Child ${index}`,
    commissionPercent,
    externalUrl: null,
    birth: birth(`new ${index}`),
  }));
  return decideSplit(grown.tree, { actor, site: grown.site, qrId: qrId(parent), splits, now });
}
const refusal = (...args: Parameters<typeof split>) => refusalOf(() => split(...args));

describe('splitting a QR', () => {
  it('makes children that inherit the benefit and the maximum, unclaimed, within the budget', () => {
    const grown = Grown.root('10.00');
    const after = grown.and(split(grown, 'root', ['4', '1.5']));
    expect(budgetOf(after.tree, after.qr('root'))).toBe(450);
    expect(after.qr('new 0')).toMatchObject({
      ...{ parentQrId: qrId('root'), depth: 1, ownerId: null, period: 1, isActive: true },
      expiresAt: '2026-05-02T10:00:00.000Z',
      terms: { benefit: OFFER, maxRedemptions: 3, commissionPercent: '4.00', internalName: null },
    });
  });

  it('of more than the budget is refused, with the number', () => {
    const grown = Grown.root('10.00').split('root', { a: '4.00' });
    expect(split(grown, 'root', ['6.00'])).toHaveLength(1);
    expect(refusal(grown, 'root', ['6.01'])).toEqual({
      code: 'COMMISSION_TOO_HIGH',
      message: 'Maximum available commission is 6.00%',
    });
  });

  it('is whole or nothing', () => {
    expect(refusal(Grown.root('10.00'), 'root', ['5.00', '5.01'])?.code).toBe('COMMISSION_TOO_HIGH');
  });

  it.each([
    ['0.50', '0.49', '0.50'],
    ['0.00', '0.09', '0.10'],
  ])('gives no less than the greater of 0.1 and the site’s minimum (%s)', (minSplitPercent, percent, least) => {
    const grown = Grown.root('10.00', exampleSite({ minSplitPercent }));
    expect(refusal(grown, 'root', [percent])).toMatchObject({
      code: 'COMMISSION_TOO_LOW',
      message: expect.stringContaining(`${least}%`),
    });
    expect(split(grown, 'root', [least])).toHaveLength(1);
  });

  it('makes at most maxSplitsPerQr children of a QR', () => {
    const grown = Grown.root('10.00', exampleSite({ maxSplitsPerQr: 2 })).split('root', { a: '1.00' });
    expect(split(grown, 'root', ['1.00'])).toHaveLength(1);
    expect(refusal(grown, 'root', ['1.00', '1.00'])?.code).toBe('TOO_MANY_SPLITS');
  });

  it('makes at most maxTotalSplits QRs of a tree other than its root', () => {
    const grown = Grown.root('10.00', exampleSite({ maxTotalSplits: 2 })).split('root', { a: '4.00' });
    expect(split(grown, 'a', ['1.00'])).toHaveLength(1);
    expect(refusal(grown, 'a', ['1.00', '1.00'])?.code).toBe('TOO_MANY_SPLITS_IN_TREE');
  });

  it('goes 32 levels deep and no further', () => {
    let grown = Grown.root('100.00');
    for (let depth = 1; depth <= 32; depth += 1) {
      grown = grown.split(depth === 1 ? 'root' : `level ${depth - 1}`, { [`level ${depth}`]: '50.00' });
    }
    expect(grown.qr('level 32').depth).toBe(32);
    expect(refusal(grown, 'level 32', ['1.00'])).toMatchObject({ code: 'TREE_TOO_DEEP' });
  });

  it('needs a QR that is there, valid and in use', () => {
    const grown = Grown.root();
    expect(refusal(grown, 'nowhere', ['1.00'])?.code).toBe('QR_NOT_FOUND');
    expect(refusal(grown, 'root', ['1.00'], asOwner, LATER)?.code).toBe('QR_EXPIRED');
    expect(refusal(grown, 'root', ['1.00'], asOwner, '2026-05-02T09:59:59.999Z')).toBeNull();
    const inactive = grown.and(decideDeactivate(grown.tree, { qrId: qrId('root') }));
    expect(refusal(inactive, 'root', ['1.00'])?.code).toBe('QR_INACTIVE');
  });
});

describe('a distributor splits', () => {
  const grown = Grown.root('10.00')
    .split('root', { mine: '4.00', other: '4.00' })
    .split('mine', { below: '2.00', theirs: '1.00' })
    .claim('mine', 'dora')
    .claim('theirs', 'emil');
  const dora = asDistributor('dora');

  it.each(['mine', 'below'])('what it has claimed, and descendants that nobody has: %s', (qr) => {
    expect(split(grown, qr, ['1.00'], dora)).toHaveLength(1);
  });

  it('nothing that another has claimed below it', () => {
    expect(refusal(grown, 'theirs', ['0.50'], dora)?.code).toBe('NOT_ALLOWED');
  });

  it.each(['root', 'other'])('nothing else, which is not there for it: %s', (qr) => {
    expect(refusal(grown, qr, ['1.00'], dora)?.code).toBe('QR_NOT_FOUND');
  });

  it('only where the site lets it', () => {
    const closed = new Grown(exampleSite({ distributorCanGenerateChildQrs: false }), grown.tree);
    expect(refusal(closed, 'mine', ['1.00'], dora)?.code).toBe('SPLITTING_NOT_ALLOWED');
    const blocking = new Grown(exampleSite({}, { blockedDistributors: new Set(['dora']) }), grown.tree);
    expect(refusal(blocking, 'mine', ['1.00'], dora)?.code).toBe('DISTRIBUTOR_BLOCKED');
  });
});
