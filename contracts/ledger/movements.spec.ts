import { describe, expect, it } from 'vitest';
import { entriesIn, type MoneyFact, movementsOf, NO_SUMS, owedOf, withMovement } from './movements.ts';

const share = (ownerId: string, amount: string) => ({
  entryId: `of ${ownerId}`,
  qrId: 'qr',
  ownerId,
  percent: '5.00',
  amount,
});
const fact = (type: string, data: object) => ({ type, data: { currency: 'EUR', ...data } }) as unknown as MoneyFact;

const redeemed = fact('BenefitRedeemed', { pool: '3.34', shares: [share('ana', '2.00'), share('ben', '1.34')] });
const reversed = fact('RedemptionReversed', {
  shares: [{ ...share('ana', '-0.50'), entryId: 'back', reversesEntryId: 'of ana' }],
});
const settled = (type: string) => fact(type, { distributorId: 'ana', amount: '1.00' });

describe('movementsOf', () => {
  it.each([
    ['BenefitRedeemed', redeemed, [200n, 'earned']],
    ['RedemptionReversed', reversed, [-50n, 'takenBack']],
    ['PayoutPaid', settled('PayoutPaid'), [100n, 'paidOut']],
    ['PayoutReturned', settled('PayoutReturned'), [-100n, 'paidOut']],
    ['BalanceWrittenOff', settled('BalanceWrittenOff'), [100n, 'writtenOff']],
  ] as const)('%s', (_type, event, [minor, sum]) => {
    expect(movementsOf(event)[0]).toEqual({ distributorId: 'ana', sum, minor });
  });

  it('leaves what is owed after all of them', () => {
    const events = [redeemed, reversed, settled('PayoutPaid'), settled('PayoutReturned'), settled('BalanceWrittenOff')];
    const ofAna = events.flatMap(movementsOf).filter(({ distributorId }) => distributorId === 'ana');
    expect(owedOf(ofAna.reduce(withMovement, NO_SUMS))).toBe(50n);
  });

  it('names the entry that a reversal takes back', () => {
    if (reversed.type !== 'RedemptionReversed') throw new Error('no reversal');
    expect(entriesIn(reversed.data)).toMatchObject([{ entryId: 'back', minor: -50n, reversesEntryId: 'of ana' }]);
  });
});
