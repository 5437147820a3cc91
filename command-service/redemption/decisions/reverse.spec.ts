import { type EventOf, eventSchemas, type RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import { exampleRedemption, foldHistory, foldRedemptions, uuid } from '../testing/example-redemption.ts';
import { redeemBenefit } from './redeem.ts';
import { correctRedemption, type ReverseRedemption, redemptionHistory, reverseRedemption } from './reverse.ts';

const command: ReverseRedemption = {
  reversalId: uuid(500),
  note: { noteId: deriveUuid('note'), noteHash: 'ab'.repeat(32) },
  amount: null,
  freeSlot: true,
  compensatingEntryId: (entryId) => entryId.replace(/^0/, 'f'),
  now: '2026-06-05T12:00:00.000Z',
};
const redeemedOf = (saleAmount: string | null) =>
  redeemBenefit(foldRedemptions([]), { ...exampleRedemption(), saleAmount }) as readonly RedemptionEvent[];
const given = (events: readonly RedemptionEvent[], redemptionId = uuid(100)) => foldHistory(events, redemptionId);
/** The reversals of these amounts, one after the other. */
function reverse(saleAmount: string | null, ...amounts: (string | null)[]): EventOf<'RedemptionReversed'>[] {
  const events = [...redeemedOf(saleAmount)];
  const reversals = amounts.map((amount) => {
    const [reversal] = reverseRedemption(given(events), { ...command, amount });
    if (!reversal) throw new Error('nothing was reversed');
    events.push(reversal);
    return reversal;
  });
  return reversals;
}
const taken = (event: EventOf<'RedemptionReversed'> | undefined) => event?.data.shares.map(({ amount }) => amount);
const refusal = (code: string) => expect.objectContaining({ code });

describe('reversing a redemption', () => {
  it('wholly: a compensating entry for every share, at the frozen percent; the slot is free again', () => {
    const [event] = reverse(null, null);
    expect(event?.data).toMatchObject({
      redemptionId: uuid(100),
      reversalId: uuid(500),
      noteId: deriveUuid('note'),
      noteHash: 'ab'.repeat(32),
      amount: '100.00',
      whole: true,
      slotFreed: true,
      customerId: 'customer',
      period: 1,
      shares: [
        { qrId: uuid(10), ownerId: 'ana', percent: '6.00', amount: '-6.00', reversesEntryId: uuid(20) },
        { qrId: uuid(11), ownerId: 'ben', percent: '3.00', amount: '-3.00', reversesEntryId: uuid(21) },
        { qrId: uuid(12), ownerId: 'cem', percent: '1.00', amount: '-1.00', reversesEntryId: uuid(22) },
      ],
    });
    expect(event?.data.shares[0]?.entryId).not.toBe(uuid(20));
    expect(eventSchemas.RedemptionReversed.safeParse(event?.data).success).toBe(true);
  });

  it('in parts: each at the frozen percentages, the rest brings every share to zero', () => {
    const [first, rest] = reverse(null, '40.00', null);
    expect(first?.data).toMatchObject({ amount: '40.00', whole: false, slotFreed: false });
    expect(taken(first)).toEqual(['-2.40', '-1.20', '-0.40']);
    expect(rest?.data).toMatchObject({ amount: '60.00', whole: true, slotFreed: true });
    expect(taken(rest)).toEqual(['-3.60', '-1.80', '-0.60']);
  });

  it('in parts that do not divide: after each part, the shares taken back sum to the pool of what is reversed', () => {
    // Shares of 9.99: 0.60, 0.30, 0.10. Rounded one by one, 0.05, 0.03 and 0.01 would be taken back of a pool of 0.08.
    const [part, rest] = reverse('9.99', '0.84', null);
    expect(taken(part)).toEqual(['-0.05', '-0.02', '-0.01']);
    expect(taken(rest)).toEqual(['-0.55', '-0.28', '-0.09']);
    expect(part?.data.ruleVersion).toBe(2);
  });

  it('brings every share to zero also where an earlier part was rounded share by share, by the first version', () => {
    const [part] = reverse('9.99', '0.84');
    if (!part) throw new Error('nothing was reversed');
    const shares = part.data.shares.map((share, n) => ({ ...share, amount: ['-0.05', '-0.03', '-0.01'][n] ?? '' }));
    const old = { ...part, data: { ...part.data, ruleVersion: 1, shares } };
    const [rest] = reverseRedemption(given([...redeemedOf('9.99'), old]), command);
    expect(taken(rest)).toEqual(['-0.55', '-0.27', '-0.09']);
  });

  it('keeps the slot taken where the owner says so', () => {
    const [event] = reverseRedemption(given(redeemedOf(null)), { ...command, freeSlot: false });
    expect(event?.data).toMatchObject({ whole: true, slotFreed: false });
  });

  it('matures with what it takes back, or at once where that has matured', () => {
    const [redeemed] = redeemedOf(null);
    expect(reverse(null, null)[0]?.data.maturesAt).toBe((redeemed as EventOf<'BenefitRedeemed'>).data.maturesAt);
    const late = { ...command, now: '2026-07-05T12:00:00.000Z' };
    expect(reverseRedemption(given(redeemedOf(null)), late)[0]?.data.maturesAt).toBe(late.now);
  });

  it('refuses more than what is left, nothing, and what is not there', () => {
    const events = [...redeemedOf(null), ...reverse(null, '40.00')];
    const attempt = (amount: string | null) => () => reverseRedemption(given(events), { ...command, amount });
    expect(attempt('60.01')).toThrow('You can reverse at most 60.00.');
    expect(attempt('0.00')).toThrow(refusal('NOTHING_TO_REVERSE'));
    const all = [...redeemedOf(null), ...reverse(null, null)];
    expect(() => reverseRedemption(given(all), command)).toThrow(refusal('ALREADY_REVERSED'));
    expect(() => reverseRedemption(given(events, uuid(999)), command)).toThrow(refusal('REDEMPTION_NOT_FOUND'));
  });

  it('cannot be folded where the redemption is not there: that history is broken', () => {
    const [reversal] = reverse('100.00', null);
    if (!reversal) throw new Error('nothing was reversed');
    expect(() => redemptionHistory([reversal])).toThrow('before it happened');
  });

  it('can be done once where nothing was paid', () => {
    const [event] = reverse('0.00', null);
    expect(event?.data).toMatchObject({ amount: '0.00', whole: true, slotFreed: true });
    expect(() => reverse('0.00', null, null)).toThrow(refusal('ALREADY_REVERSED'));
  });
});

describe('correcting a redemption at the counter', () => {
  const { amount: _, freeSlot: __, ...ids } = command;
  const confirmedAt = '2026-06-05T11:57:00.000Z';
  const redeemed = redeemBenefit(foldRedemptions([]), {
    ...exampleRedemption(),
    ...{ saleAmount: '100.00', confirmedVia: 'code', confirmedBy: 'staff' },
  }) as readonly RedemptionEvent[];
  const correct = (saleAmount: string | null, changes = {}) =>
    correctRedemption(given(redeemed), { ...ids, userId: 'staff', confirmedAt, saleAmount, ...changes });

  it('reverses what the sale amount was too high by; the redemption keeps its slot', () => {
    const [event] = correct('12.50');
    expect(event?.data).toMatchObject({ amount: '87.50', whole: false, slotFreed: false });
    expect(taken(event)).toEqual(['-5.25', '-2.62', '-0.88']);
  });

  it('undone: reverses all, and frees the slot', () => {
    expect(correct(null)[0]?.data).toMatchObject({ amount: '100.00', whole: true, slotFreed: true });
  });

  it('to nothing: reverses all, and keeps the slot, because the benefit was given', () => {
    expect(correct('0.00')[0]?.data).toMatchObject({ amount: '100.00', whole: true, slotFreed: false });
  });

  it.each([
    ['100.00', {}, 'CORRECTION_NOT_LOWER'],
    ['100.01', {}, 'CORRECTION_NOT_LOWER'],
    ['12.50', { userId: 'colleague' }, 'CONFIRMED_BY_OTHERS'],
    [null, { userId: 'colleague' }, 'CONFIRMED_BY_OTHERS'],
    [null, { now: '2026-06-05T12:02:00.000Z' }, 'CORRECTION_TOO_LATE'],
  ])('to %s with %j is refused: %s', (saleAmount, changes, code) => {
    expect(() => correct(saleAmount, changes)).toThrow(refusal(code));
  });

  it('lowers it again by what is left', () => {
    const events = [...redeemed, ...correct('50.00')];
    const again = (saleAmount: string | null) =>
      correctRedemption(given(events), { ...ids, userId: 'staff', confirmedAt, saleAmount });
    expect(again('20.00')[0]?.data).toMatchObject({ amount: '30.00', whole: false });
    expect(() => again('50.00')).toThrow(refusal('CORRECTION_NOT_LOWER'));
    expect(again(null)[0]?.data).toMatchObject({ amount: '50.00', whole: true, slotFreed: true });
  });

  it('given one that was undone, when a lower amount is entered, then the refusal says that it is reversed', () => {
    const events = [...redeemed, ...correct(null)];
    const again = () => correctRedemption(given(events), { ...ids, userId: 'staff', confirmedAt, saleAmount: '1.00' });
    expect(again).toThrow(refusal('ALREADY_REVERSED'));
  });
});
