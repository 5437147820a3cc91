import { viewHistory } from '../../stream-history.ts';
import { disputeEventsOf } from './dispute-events.ts';
import { redemptionEvents } from './redemption-events.ts';
import { scanEvents } from './scan-events.ts';
import { newestUntil, type Source } from './source.ts';

const REDEEMED = `SELECT redemption_id FROM read_models.redemptions
  WHERE customer_id = $1 AND ($2::uuid[] IS NULL OR tenant_id = ANY($2))`;

const CONFIRMED = `${REDEEMED} AND confirmed_at IS NOT NULL`;

/** Scans, redemptions, confirmations and reversals of a customer. */
export const ofCustomer: Source = async (deps, wanted) => {
  const { id, scope, until } = wanted;
  const [scans, disputes, views, { rows }] = await Promise.all([
    scanEvents(deps, 'customer_id', wanted),
    disputeEventsOf(deps, 'customer', id),
    viewHistory(deps.store, id),
    deps.pool.query<{ redemption_id: string }>(
      // All reversed redemptions: a row only has its newest reversal, and earlier ones may be on this page.
      `(${newestUntil(wanted, REDEEMED, 'redeemed_at')})
       UNION (${newestUntil(wanted, CONFIRMED, 'confirmed_at')})
       UNION ${REDEEMED} AND reversed_at IS NOT NULL`,
      [id, scope.tenantIds, until],
    ),
  ]);
  const redemptions = await redemptionEvents(
    deps,
    rows.map(({ redemption_id }) => redemption_id),
  );
  return [...scans, ...disputes, ...views, ...redemptions];
};
