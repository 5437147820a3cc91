import type { EventData, RecordedEvent } from '@perktree/contracts/events/catalogue';
import { fromMinor, toMinor } from '@perktree/contracts/money';
import { normalizePercent } from '@perktree/contracts/percent';
import { compareWith, type Difference } from './difference.ts';

type Reversed = RecordedEvent<'RedemptionReversed'>;
type Taken = Pick<EventData<'BenefitRedeemed'>, 'saleAmount' | 'currency' | 'maturesAt' | 'shares'> & {
  /** The entries that wait for confirmation; null: the shares are earned. */
  readonly waiting: readonly string[] | null;
};

/**
 * Computes what each reversal takes back: a share's taken-back sum is its part of all that is reversed so far, rounded
 * half-up, so that a whole reversal brings every share to zero (docs/rules.md, Reversals).
 * @param reversals oldest first
 */
export function checkReversals(
  redeemed: RecordedEvent<'BenefitRedeemed'>,
  confirmed: RecordedEvent<'RedemptionConfirmed'> | null,
  reversals: readonly Reversed[],
): readonly Difference[] {
  const { awaitsConfirmation } = redeemed.fact.data;
  const earned = confirmed?.fact.data ?? redeemed.fact.data;
  const waiting = confirmed === null ? (awaitsConfirmation?.shares.map(({ entryId }) => entryId) ?? null) : null;
  const data = { ...earned, waiting };
  let before = 0n;
  return reversals.flatMap((reversal) => {
    const differences = checkReversal(data, before, reversal);
    before += toMinor(reversal.fact.data.amount, data.currency);
    return differences;
  });
}

/** Computes one reversal again. @param before what earlier ones took off the sale amount, in minor units */
export function checkReversal(data: Taken, before: bigint, { fact, metadata }: Reversed): readonly Difference[] {
  const { currency } = data;
  const { differences, equal } = compareWith('event');
  const reversal = fact.data;
  const sale = toMinor(data.saleAmount, currency);
  const after = before + toMinor(reversal.amount, currency);
  equal('currency of a reversal', reversal.currency, currency);
  if (after > sale) equal('reversed in all', fromMinor(after, currency), fromMinor(sale, currency));
  equal('wholly reversed', reversal.whole, after === sale);
  const matures = Math.max(Date.parse(data.maturesAt), Date.parse(metadata.recordedAt));
  equal('when a reversal counts', new Date(reversal.maturesAt).toISOString(), new Date(matures).toISOString());
  equal('entries that never are earned', reversal.endsWaiting?.entryIds.join(' '), data.waiting?.join(' '));
  equal('shares taken back', reversal.shares.length, data.shares.length);
  for (const share of data.shares) {
    const { qrId } = share;
    const back = reversal.shares.find(({ reversesEntryId }) => reversesEntryId === share.entryId);
    equal('share taken back', back?.qrId, qrId, { qrId });
    if (back === undefined) continue;
    const earned = toMinor(share.amount, currency);
    const taken = partOf(earned, after, sale) - partOf(earned, before, sale);
    equal('owner of a share taken back', back.ownerId, share.ownerId, { qrId, isPerson: true });
    const percents = [normalizePercent(back.percent), normalizePercent(share.percent)] as const;
    equal('percent of a share taken back', ...percents, { qrId });
    equal('amount taken back', fromMinor(toMinor(back.amount, currency), currency), fromMinor(-taken, currency), {
      qrId,
    });
  }
  return differences;
}

/** `share × reversed / sale`, half-up, in minor units. */
export function partOf(share: bigint, reversed: bigint, sale: bigint): bigint {
  if (sale === 0n) return 0n;
  const [whole, rest] = [(share * reversed) / sale, (share * reversed) % sale];
  return rest * 2n >= sale ? whole + 1n : whole;
}
