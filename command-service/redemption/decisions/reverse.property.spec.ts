import type { EventOf, RedemptionEvent } from '@perktree/contracts/catalogue/events';
import { allocateCommission, DEFAULT_COMMISSION_RULE } from '@perktree/contracts/commission/registry';
import { fromMinor, sumAmounts, toMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { exampleRedemption, foldHistory, foldRedemptions, NOW, uuid } from '../testing/example-redemption.ts';
import { redeemBenefit } from './redeem.ts';
import { reverseRedemption } from './reverse.ts';

const redemptions = fc.record({
  saleMinor: fc.bigInt({ min: 1n, max: 1_000_000n }),
  /** Basis points of the path from the root down, and whether the QR is claimed. */
  path: fc.array(fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
  /** Each reversal takes this part of what is left, in thousandths. */
  parts: fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 8 }),
});

describe('any sequence of partial reversals', () => {
  it('conserves the pool after each part: the shares taken back sum to the pool of what is reversed', () => {
    fc.assert(
      fc.property(redemptions, ({ saleMinor, path, parts }) => {
        const redeemed = redeem(saleMinor, path);
        const reversals = reverseInParts(redeemed, parts);
        for (const [n] of reversals.entries()) {
          const soFar = reversals.slice(0, n + 1).map(({ data }) => data);
          const back = soFar.flatMap(({ shares }) => shares.map(({ amount }) => amount));
          const reversed = sumAmounts(
            soFar.map(({ amount }) => amount),
            'EUR',
          );
          const { pool } = allocateCommission(DEFAULT_COMMISSION_RULE, redeemed.data.path, reversed, 'EUR');
          expect(sumAmounts([pool, ...back], 'EUR')).toBe('0.00');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes back of each share in all what one reversal of the sum takes back', () => {
    fc.assert(
      fc.property(redemptions, ({ saleMinor, path, parts }) => {
        const redeemed = redeem(saleMinor, path);
        const reversals = reverseInParts(redeemed, parts).slice(0, -1);
        if (reversals.length === 0) return;
        const reversed = sumAmounts(
          reversals.map(({ data }) => data.amount),
          'EUR',
        );
        const atOnce = reverseAmounts(redeemed, [reversed]);
        const turned = reverseAmounts(redeemed, reversals.map(({ data }) => data.amount).reverse());
        for (const index of redeemed.data.shares.keys()) {
          expect(takenOf(reversals, index)).toBe(takenOf(atOnce, index));
          expect(takenOf(turned, index)).toBe(takenOf(atOnce, index));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('conserves the pool from the next part on where earlier parts were rounded one by one', () => {
    fc.assert(
      fc.property(redemptions, ({ saleMinor, path, parts }) => {
        const redeemed = redeem(saleMinor, path);
        const [first, second, ...rest] = reverseInParts(redeemed, parts);
        if (first === undefined || second === undefined || rest.length > 0) return;
        const sale = toMinor(redeemed.data.saleAmount, 'EUR');
        const shares = first.data.shares.map((back, index) => {
          const exact =
            2n * toMinor(redeemed.data.shares[index]?.amount ?? '0.00', 'EUR') * toMinor(first.data.amount, 'EUR');
          return { ...back, amount: fromMinor(-((exact + sale) / (2n * sale)), 'EUR') };
        });
        const [last] = reverseAfter([redeemed, { ...first, data: { ...first.data, ruleVersion: 1, shares } }], null);
        for (const [index, { amount }] of redeemed.data.shares.entries()) {
          const back = [shares[index]?.amount ?? '', last?.data.shares[index]?.amount ?? ''];
          expect(sumAmounts([amount, ...back], 'EUR')).toBe('0.00');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes back of no share more than it is, gives to none, and at the whole amount leaves exactly zero', () => {
    fc.assert(
      fc.property(redemptions, ({ saleMinor, path, parts }) => {
        const redeemed = redeem(saleMinor, path);
        const reversals = reverseInParts(redeemed, parts);
        for (const [index, share] of redeemed.data.shares.entries()) {
          const taken = reversals.map(({ data }) => data.shares[index]?.amount ?? 'missing');
          for (const amount of taken) expect(toMinor(amount, 'EUR')).toBeLessThanOrEqual(0n);
          expect(sumAmounts([share.amount, ...taken], 'EUR')).toBe('0.00');
        }
        expect(
          sumAmounts(
            reversals.map(({ data }) => data.amount),
            'EUR',
          ),
        ).toBe(redeemed.data.saleAmount);
        expect(reversals.map(({ data }) => data.whole)).toEqual(reversals.map((_, n) => n === reversals.length - 1));
      }),
      { numRuns: 300 },
    );
  });
});

function redeem(saleMinor: bigint, path: readonly (readonly [number, boolean])[]): EventOf<'BenefitRedeemed'> {
  const example = exampleRedemption();
  const falling = path.map(([basisPoints]) => basisPoints).sort((a, b) => b - a);
  const nodes = path.map(([, isClaimed], depth) => ({
    qrId: uuid(200 + depth),
    entryId: uuid(300 + depth),
    ownerId: isClaimed ? `owner ${depth}` : null,
    percent: fromBasisPoints(falling[depth] ?? 0),
  }));
  const saleAmount = fromMinor(saleMinor, 'EUR');
  const [event] = redeemBenefit(foldRedemptions([]), { ...example, saleAmount, qr: { ...example.qr, path: nodes } });
  if (!event) throw new Error('nothing redeemed');
  return event;
}

/** Parts of what is left, then all that is left. */
function reverseInParts(redeemed: EventOf<'BenefitRedeemed'>, parts: readonly number[]) {
  const events: RedemptionEvent[] = [redeemed];
  const reversals: EventOf<'RedemptionReversed'>[] = [];
  for (const [n, part] of [...parts, null].entries()) {
    const state = foldHistory(events, redeemed.data.redemptionId);
    const left = toMinor(redeemed.data.saleAmount, 'EUR') - (state?.reversedMinor ?? 0n);
    const minor = part === null ? null : (left * BigInt(part)) / 1_000n;
    if (minor === 0n || minor === left) continue;
    const [reversal] = reverseAfter(events, minor === null ? null : fromMinor(minor, 'EUR'), n);
    if (!reversal) throw new Error('nothing reversed');
    events.push(reversal);
    reversals.push(reversal);
  }
  return reversals;
}

function reverseAmounts(redeemed: EventOf<'BenefitRedeemed'>, amounts: readonly string[]) {
  const reversals: EventOf<'RedemptionReversed'>[] = [];
  for (const [n, amount] of amounts.entries()) reversals.push(...reverseAfter([redeemed, ...reversals], amount, n));
  return reversals;
}

function reverseAfter(events: readonly RedemptionEvent[], amount: string | null, n = 0) {
  return reverseRedemption(foldHistory(events, events[0]?.data.redemptionId ?? ''), {
    reversalId: uuid(400 + n),
    note: { noteId: deriveUuid('note'), noteHash: 'ab'.repeat(32) },
    amount,
    freeSlot: true,
    compensatingEntryId: (entryId) => entryId.replace(/^0/, 'f'),
    now: NOW,
  });
}

const takenOf = (reversals: readonly EventOf<'RedemptionReversed'>[], index: number) =>
  sumAmounts(
    reversals.map(({ data }) => data.shares[index]?.amount ?? ''),
    'EUR',
  );
