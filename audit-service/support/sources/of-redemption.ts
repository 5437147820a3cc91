import { disputeHistory, isOf } from '../../stream-history.ts';
import { eventsOfEntries, payoutSource } from './payout-events.ts';
import { redemptionSource } from './redemption-events.ts';
import { eventsOfScans } from './scan-events.ts';
import type { Source } from './source.ts';

/** From the scan to the payouts of its commission. Always complete, because it is short. */
export const ofRedemption: Source = async (deps, { id }) => {
  const events = await redemptionSource(deps, [id]);
  const redeemed = events.find((event) => isOf(event, 'BenefitRedeemed'))?.fact.data;
  if (redeemed === undefined) return events;
  const { siteId, scanId } = redeemed;
  const shares = [...(redeemed.awaitsConfirmation?.shares ?? []), ...events.flatMap(({ fact }) => fact.data.shares)];
  const entryIds = shares.map(({ entryId }) => entryId);
  const [scans, disputes, payouts] = await Promise.all([
    eventsOfScans(deps, [scanId]),
    disputeHistory(deps.store, id),
    payoutSource(
      deps,
      shares.map(({ ownerId }) => ({ siteId, distributorId: ownerId })),
    ),
  ]);
  return [...events, ...scans, ...disputes, ...eventsOfEntries(payouts, entryIds)];
};
