import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { compareShares } from './check-redemption.ts';
import { compareWith, type Difference } from './difference.ts';

/** The frozen facts of a redemption that awaits confirmation. */
export type Awaited = Pick<
  EventData<'BenefitRedeemed'>,
  'path' | 'customerId' | 'holdDays' | 'ruleVersion' | 'ruleSettings'
> &
  Pick<NonNullable<EventData<'BenefitRedeemed'>['awaitsConfirmation']>, 'until' | 'shares'>;

/** Null: it earned at once. */
export function awaitedIn({ awaitsConfirmation, ...data }: EventData<'BenefitRedeemed'>): Awaited | null {
  return awaitsConfirmation && { ...data, ...awaitsConfirmation };
}

/**
 * Computes a confirmation again: in time, not by a person who earns from it, and its shares from the frozen path and the
 * confirmed sale amount.
 * @param awaited null: the redemption awaits no confirmation
 */
export function checkConfirmation(
  awaited: Awaited | null,
  { fact, metadata }: RecordedEvent<'RedemptionConfirmed'>,
): readonly Difference[] {
  const { data } = fact;
  const { differences, equal } = compareWith('event');
  equal('redemption awaits confirmation', awaited !== null, true);
  if (awaited === null) return differences;
  equal('rule version', data.ruleVersion, awaited.ruleVersion);
  equal('customer', data.customerId, awaited.customerId, { isPerson: true });
  equal('confirmed in time', Date.parse(metadata.recordedAt) < Date.parse(awaited.until), true);
  const earners = [awaited.customerId, ...awaited.path.map(({ ownerId }) => ownerId)];
  equal('confirmed by a person who earns from it', earners.includes(data.confirmedBy), false);
  equal('hold in days', data.holdDays, awaited.holdDays);
  const matures = Date.parse(metadata.recordedAt) + awaited.holdDays * DAY_MS;
  equal('end of the hold', new Date(data.maturesAt).toISOString(), new Date(matures).toISOString());
  const entriesOf = (shares: readonly { readonly entryId: string }[]) => shares.map(({ entryId }) => entryId).join(' ');
  equal('entries that are earned', entriesOf(data.shares), entriesOf(awaited.shares));
  return [...differences, ...compareShares('event', { ...data, ruleSettings: awaited.ruleSettings }, awaited.path)];
}
