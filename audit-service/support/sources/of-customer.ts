import { viewHistory } from '../../stream-history.ts';
import { disputeEventsOf } from './dispute-events.ts';
import { redemptionEvents } from './redemption-events.ts';
import { scanEvents } from './scan-events.ts';
import { newestUntil, rowsOf, type Source } from './source.ts';

const REDEEMED = `SELECT redemption_id FROM read_models.redemptions
  WHERE customer_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`;

const CONFIRMED = `${REDEEMED} AND confirmed_at IS NOT NULL`;

/** Scans, redemptions, confirmations and reversals of a customer. */
export const ofCustomer: Source = async (deps, wanted) => {
  const { id } = wanted;
  const [scans, disputes, views, rows] = await Promise.all([
    scanEvents(deps, 'customer_id', wanted),
    disputeEventsOf(deps, 'customer', id),
    viewHistory(deps.store, id),
    rowsOf<{ redemption_id: string }>(
      deps,
      wanted,
      // All reversed redemptions: a row only has its newest reversal, and earlier ones may be on this page.
      `(${newestUntil(wanted, REDEEMED, 'redeemed_at')})
       UNION (${newestUntil(wanted, CONFIRMED, 'confirmed_at')})
       UNION ${REDEEMED} AND reversed_at IS NOT NULL`,
    ),
  ]);
  const redemptions = await redemptionEvents(
    deps,
    rows.map(({ redemption_id }) => redemption_id),
  );
  return [...scans, ...disputes, ...views, ...redemptions];
};
