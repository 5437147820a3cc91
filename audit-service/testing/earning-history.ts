import type { AnyEvent, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import { inTree, newQr, payoutPaid, recorded, redeemed, reversed, uuid } from '@perktree/projector/testing/events';
import * as fc from 'fast-check';
import { auditedPathDifferential } from '../commission/calculations.ts';
import { computeTakenBack } from '../commission/reversals.ts';
import { asStored } from './honest-history.ts';

export const EARNERS = ['ana', 'ben', 'cem', 'dora', 'eve'] as const;

const saleArbitrary = fc.record({
  owners: fc.shuffledSubarray([...EARNERS], { minLength: 1, maxLength: 4 }),
  /** Sale amount in cents; never round, so that sums differ. */
  cents: fc.integer({ min: 10_001, max: 99_999 }),
  /** Part of it that is taken back, in percent; 0: none. */
  back: fc.constantFrom(0, 0, 10, 35, 100),
  isPaid: fc.boolean(),
});

/** Sales on which several earn at once, some of them taken back in part, some paid out: computed by the rule. */
export const earningHistory: fc.Arbitrary<readonly RecordedEvent[]> = fc
  .array(saleArbitrary, { minLength: 1, maxLength: 5 })
  .map((sales) => asStored(recorded(sales.flatMap(factsOf))));

type Sale = typeof saleArbitrary extends fc.Arbitrary<infer T> ? T : never;
const amount = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

function factsOf({ owners, cents, back, isPaid }: Sale, n: number): readonly (AnyEvent & { at?: string })[] {
  const qr = (level: number) => `sale ${n} level ${level}`;
  const place = inTree(qr(0), qr(owners.length - 1));
  const path = owners.map((ownerId, level) => ({
    ...{ qrId: uuid(qr(level)), ownerId },
    percent: `${(owners.length - level) * 3}.7${level}`,
  }));
  const { pool, shares } = auditedPathDifferential.compute(path, amount(cents), 'EUR', {});
  const entries = shares.map(({ qrId, ownerId, percent, amount: own }) => ({
    ...{ entryId: uuid(`entry ${qrId}`), qrId, ownerId, percent, amount: own },
  }));
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1 + n, hour)).toISOString();
  const saleAmount = amount(cents);
  const redemption = redeemed(`r${n}`, qr(owners.length - 1), {
    ...{ ...place, path, pool: pool.amount, shares: entries, saleAmount, customerId: `customer ${n}` },
  });
  const [first] = entries;
  return [
    { ...redemption, at: at(9) },
    ...(back === 0 ? [] : [{ ...takenBack(n, redemption.data, Math.floor((cents * back) / 100)), at: at(10) }]),
    ...(isPaid && first
      ? [
          {
            ...payoutPaid(`p${n}`, first.amount, [first.entryId], {
              ...{ distributorId: first.ownerId, reference: `transfer ${n}` },
            }),
            at: at(11),
          },
        ]
      : []),
  ];
}

function takenBack(n: number, data: ReturnType<typeof redeemed>['data'], cents: number) {
  const sale = toMinor(data.saleAmount, 'EUR');
  const known = data.shares.map((share) => ({ earned: toMinor(share.amount, 'EUR'), taken: 0n }));
  const pool = toMinor(auditedPathDifferential.compute(data.path, amount(cents), 'EUR', {}).pool.amount, 'EUR');
  const parts = computeTakenBack(2, known, { sale, before: 0n, after: BigInt(cents), pool });
  const shares = data.shares.map((share, index) => ({
    ...share,
    entryId: uuid(`back ${share.entryId}`),
    reversesEntryId: share.entryId,
    amount: `-${amount(Number(parts[index] ?? 0n))}`,
  }));
  const { qrId, rootQrId, siteId } = data;
  return reversed(`r${n}`, '', {
    ...{ qrId, rootQrId, siteId, amount: amount(cents), shares },
    ...{ whole: BigInt(cents) === sale, slotFreed: BigInt(cents) === sale },
    ...{ reversalId: newQr(`back ${n}`).qrId, noteId: uuid(`reason ${n}`), noteHash: null },
  });
}
