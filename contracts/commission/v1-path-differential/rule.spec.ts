import { describe, expect, it } from 'vitest';
import type { PathNode } from '../rule.ts';
import { pathDifferential } from './rule.ts';

const allocateCommission = (path: readonly PathNode[], saleAmount: string) =>
  pathDifferential.allocate(path, saleAmount, 'EUR', {});
const node = (qrId: string, percent: string, ownerId: string | null): PathNode => ({ qrId, percent, ownerId });
const amounts = (path: PathNode[], saleAmount: string) =>
  allocateCommission(path, saleAmount).shares.map((share) => share.amount);

const ROOT = node('root', '10.00', 'ana');
const CHILD = node('child', '4.00', 'ben');
const GRANDCHILD = node('grandchild', '1.00', 'cem');
const unclaimed = (qr: PathNode): PathNode => ({ ...qr, ownerId: null });

describe('commission rule, version 1', () => {
  it('is recorded under that number', () => expect(pathDifferential.version).toBe(1));

  it('gives each owner the difference to the next claimed QR below: 6.00, 3.00, 1.00', () => {
    expect(allocateCommission([ROOT, CHILD, GRANDCHILD], '100.00')).toEqual({
      pool: '10.00',
      shares: [
        { qrId: 'root', ownerId: 'ana', percent: '6.00', amount: '6.00' },
        { qrId: 'child', ownerId: 'ben', percent: '3.00', amount: '3.00' },
        { qrId: 'grandchild', ownerId: 'cem', percent: '1.00', amount: '1.00' },
      ],
    });
  });

  it('passes an unclaimed share to the next one above: 9.00, 1.00', () => {
    expect(amounts([ROOT, unclaimed(CHILD), GRANDCHILD], '100.00')).toEqual(['9.00', '1.00']);
  });

  it('pays no more than the topmost claimed percent where the root is unclaimed', () => {
    const { pool, shares } = allocateCommission([unclaimed(ROOT), CHILD, GRANDCHILD], '100.00');
    expect(pool).toBe('4.00');
    expect(shares.map((share) => share.amount)).toEqual(['3.00', '1.00']);
  });

  it('makes no entry on an unclaimed path', () => {
    expect(allocateCommission([ROOT, CHILD].map(unclaimed), '100.00')).toEqual({ pool: '0.00', shares: [] });
  });

  it('rounds the pool once: 10 % of 33.33 is 3.33, and the entries sum to it', () => {
    const { pool, shares } = allocateCommission([ROOT, CHILD, GRANDCHILD], '33.33');
    expect(pool).toBe('3.33');
    // Exactly 1.9998, 0.9999, 0.3333: the two cents left go to the largest remainders.
    expect(shares.map((share) => share.amount)).toEqual(['2.00', '1.00', '0.33']);
  });

  it('rounds the pool half-up', () => {
    expect(allocateCommission([node('root', '5.00', 'ana')], '0.10').pool).toBe('0.01');
    expect(allocateCommission([node('root', '4.99', 'ana')], '0.10').pool).toBe('0.00');
  });

  it('gives a tied cent to the QR nearest to the redeemed one', () => {
    // 10 % of 0.10 is one cent; both shares are exactly half a cent.
    expect(amounts([node('root', '10.00', 'ana'), node('child', '5.00', 'ben')], '0.10')).toEqual(['0.00', '0.01']);
    const equal = [node('root', '9.00', 'a'), node('child', '6.00', 'b'), node('leaf', '3.00', 'c')];
    expect(amounts(equal, '0.10')).toEqual(['0.00', '0.00', '0.01']);
  });

  it('writes an entry of zero for a QR that gave its whole percent away', () => {
    expect(amounts([node('root', '4.00', 'ana'), CHILD], '100.00')).toEqual(['0.00', '4.00']);
  });

  it('is exact at the largest sale there is', () => {
    const { pool, shares } = allocateCommission([node('root', '100.00', 'ana'), CHILD], '9999999.99');
    expect(pool).toBe('9999999.99');
    expect(shares.map((share) => share.amount)).toEqual(['9599999.99', '400000.00']);
  });
});
