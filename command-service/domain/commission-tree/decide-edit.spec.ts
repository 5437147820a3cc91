import { describe, expect, it } from 'vitest';
import { exampleSite } from '../../testing/example-site.ts';
import { asDistributor, asOwner, Grown, qrId } from '../../testing/example-tree.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import type { TreeActor } from './actor-rules.ts';
import { decideEdit, type EditQr } from './decide-edit.ts';

const grown = Grown.root('10.00').split('root', { a: '4.00', b: '2.00' }).split('a', { c: '1.50' }).claim('a', 'dora');
const dora = asDistributor('dora');

function edit(qr: string, changes: Partial<EditQr['changes']>, actor: TreeActor = asOwner, site = grown.site) {
  const all = { name: grown.qr(qr).terms.name, ...changes };
  return decideEdit(grown.tree, { actor, site, qrId: qrId(qr), changes: all });
}
const refusal = (...args: Parameters<typeof edit>) => refusalOf(() => edit(...args));
const termsAfter = (...args: Parameters<typeof edit>) => {
  const [event] = edit(...args);
  return event?.type === 'QrEdited' ? event.data.terms : null;
};

describe('the site’s owner edits', () => {
  it('all terms; what is left out stays, null empties', () => {
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

  it('to what it was, and nothing is appended', () => {
    expect(edit('root', { commissionPercent: '10', type: 'DISCOUNT_PERCENT', discountPercent: 20 })).toEqual([]);
  });

  it.each([
    ['the field of another type', { type: 'TEXT_REWARD', textReward: 'Tea', discountPercent: 5 }],
    ['no value for a new type', { type: 'DISCOUNT_FIXED' }],
  ] as const)('a benefit with %s is refused', (_, changes) => {
    expect(refusal('root', changes)?.code).toBe('VALIDATION_FAILED');
  });

  it('a percent no further down than the children have', () => {
    expect(termsAfter('a', { commissionPercent: '1.50' })).not.toBeNull();
    expect(refusal('a', { commissionPercent: '1.49' })).toEqual({
      code: 'COMMISSION_BELOW_CHILDREN',
      message: 'The commission cannot be less than the 1.50% given to its splits.',
    });
    expect(refusal('root', { commissionPercent: '5.99' })?.code).toBe('COMMISSION_BELOW_CHILDREN');
  });

  it('a percent no further up than its own and what the parent has left', () => {
    expect(termsAfter('a', { commissionPercent: '8.00' })).not.toBeNull();
    expect(refusal('a', { commissionPercent: '8.01' })?.message).toBe('Maximum available commission is 8.00%');
    expect(termsAfter('root', { commissionPercent: '100' })?.commissionPercent).toBe('100.00');
  });

  it('a child’s percent no lower than the site’s minimum; another field although the minimum has risen', () => {
    const strict = exampleSite({ minSplitPercent: '3.00' });
    expect(refusal('b', { commissionPercent: '2.50' }, asOwner, strict)?.code).toBe('COMMISSION_TOO_LOW');
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

  it('sending the rest as it is', () => {
    const rest = {
      commissionPercent: '4.0',
      maxRedemptions: 3,
      type: 'DISCOUNT_PERCENT',
      discountPercent: 20,
    } as const;
    expect(termsAfter('a', { name: 'Mine', internalName: null, ...rest }, dora)?.name).toBe('Mine');
  });

  it.each([{ commissionPercent: '3.99' }, { maxRedemptions: null }, { discountPercent: 21 }, { internalName: 'x' }])(
    'nothing else: %j',
    (changes) => {
      expect(refusal('a', changes, dora)?.code).toBe('NOT_ALLOWED');
    },
  );

  it('no QR that it has not claimed: below its own it knows of them, elsewhere not', () => {
    expect(refusal('c', { name: 'Mine' }, dora)?.code).toBe('NOT_ALLOWED');
    expect(refusal('b', { name: 'Mine' }, dora)?.code).toBe('QR_NOT_FOUND');
  });
});
