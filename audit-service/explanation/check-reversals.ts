import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { normalizePercent } from '@perktree/contracts/kernel/percent';
import { calculationOf } from '../commission/calculations.ts';
import { computeTakenBack } from '../commission/reversals.ts';
import { compareWith, type Difference } from './difference.ts';

type Reversed = RecordedEvent<'RedemptionReversed'>;
type Taken = Pick<EventData<'BenefitRedeemed'>, 'saleAmount' | 'currency' | 'maturesAt' | 'shares' | 'ruleVersion'> & {
  /** The entries that wait for confirmation; null: the shares are earned. */
  readonly waiting: readonly string[] | null;
};

/** What earlier reversals take back, in minor units: of the sale amount, and of each share as it is computed. */
interface Before {
  readonly reversed: bigint;
  /** In the order of the shares; empty at the first reversal. */
  readonly taken: readonly bigint[];
}

/**
 * Computes what each reversal takes back, by the rule that it names (docs/reference/domain-rules.md#reversals).
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
  let before: Before = { reversed: 0n, taken: [] };
  return reversals.flatMap((reversal) => {
    const { differences, after } = checkReversal(data, before, reversal);
    before = after;
    return differences;
  });
}

export function checkReversal(
  data: Taken,
  before: Before,
  { fact, metadata }: Reversed,
): { readonly differences: readonly Difference[]; readonly after: Before } {
  const { currency } = data;
  const { differences, equal } = compareWith('event');
  const reversal = fact.data;
  const sale = toMinor(data.saleAmount, currency);
  const after = before.reversed + toMinor(reversal.amount, currency);
  equal('currency of a reversal', reversal.currency, currency);
  if (after > sale) equal('reversed in all', fromMinor(after, currency), fromMinor(sale, currency));
  equal('wholly reversed', reversal.whole, after === sale);
  const matures = Math.max(Date.parse(data.maturesAt), Date.parse(metadata.recordedAt));
  equal('when a reversal counts', new Date(reversal.maturesAt).toISOString(), new Date(matures).toISOString());
  equal('entries that never are earned', reversal.endsWaiting?.entryIds.join(' '), data.waiting?.join(' '));
  equal('shares taken back', reversal.shares.length, data.shares.length);
  const shares = data.shares.map(({ amount, percent }, index) => {
    return { percent, earned: toMinor(amount, currency), taken: before.taken[index] ?? 0n };
  });
  const pool = calculationOf(data.ruleVersion).reversedPool({ sale, shares }, after);
  const back = computeTakenBack(reversal.ruleVersion, shares, { sale, before: before.reversed, after, pool });
  for (const [index, share] of data.shares.entries()) {
    const { qrId } = share;
    const own = reversal.shares.find(({ reversesEntryId }) => reversesEntryId === share.entryId);
    equal('share taken back', own?.qrId, qrId, { qrId });
    if (own === undefined) continue;
    equal('owner of a share taken back', own.ownerId, share.ownerId, { qrId, isPerson: true });
    const percents = [normalizePercent(own.percent), normalizePercent(share.percent)] as const;
    equal('percent of a share taken back', ...percents, { qrId });
    const amounts = [toMinor(own.amount, currency), -(back[index] ?? 0n)].map((minor) => fromMinor(minor, currency));
    equal('amount taken back', amounts[0], amounts[1], { qrId });
  }
  const taken = shares.map((share, index) => share.taken + (back[index] ?? 0n));
  return { differences, after: { reversed: after, taken } };
}
