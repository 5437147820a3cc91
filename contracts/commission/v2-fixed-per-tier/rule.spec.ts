import { describe, expect, it } from 'vitest';
import type { PathNode } from '../rule.ts';
import { fixedPerTier } from './rule.ts';

const node = (qrId: string, ownerId: string | null): PathNode => ({ qrId, ownerId, percent: '10.00' });
const PATH = [node('root', 'ana'), node('child', 'ben'), node('grandchild', 'cem')];
const allocate = (saleAmount: string, path: readonly PathNode[] = PATH, tierAmounts = ['5.00', '2', '1.50']) =>
  fixedPerTier.allocate(path, saleAmount, 'EUR', { tierAmounts });
const amounts = (...args: Parameters<typeof allocate>) => allocate(...args).shares.map(({ amount }) => amount);

describe('commission rule, version 2', () => {
  it('is recorded under that number', () => expect(fixedPerTier.version).toBe(2));

  it('pays each claimed QR the amount of its tier, whatever its percent', () => {
    expect(allocate('80.00')).toEqual({
      pool: '8.50',
      shares: [
        { qrId: 'root', ownerId: 'ana', percent: '6.25', amount: '5.00' },
        { qrId: 'child', ownerId: 'ben', percent: '2.50', amount: '2.00' },
        { qrId: 'grandchild', ownerId: 'cem', percent: '1.88', amount: '1.50' },
      ],
    });
  });

  it('does not pay the amount of an unclaimed QR, and keeps the tiers of the others', () => {
    expect(allocate('80.00', [node('root', 'ana'), node('child', null), node('grandchild', 'cem')])).toMatchObject({
      pool: '6.50',
      shares: [
        { qrId: 'root', amount: '5.00' },
        { qrId: 'grandchild', amount: '1.50' },
      ],
    });
    expect(allocate('80.00', [node('root', null)])).toEqual({ pool: '0.00', shares: [] });
  });

  it('writes an entry of zero for a QR deeper than the list, and for a tier of zero', () => {
    expect(amounts('80.00', PATH, ['5.00'])).toEqual(['5.00', '0.00', '0.00']);
    expect(amounts('80.00', PATH, ['0.00', '2.00', '0'])).toEqual(['0.00', '2.00', '0.00']);
  });

  it('pays the QRs nearest to the redeemed one first where the sale amount is too small', () => {
    expect(amounts('3.00')).toEqual(['0.00', '1.50', '1.50']);
    expect(amounts('1.00')).toEqual(['0.00', '0.00', '1.00']);
    expect(allocate('0.00')).toMatchObject({ pool: '0.00', shares: [{ percent: '0.00' }, {}, {}] });
  });
});
