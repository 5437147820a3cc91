import { viewHistory } from '../../stream-history.ts';
import { disputeEventsOf } from './dispute-events.ts';
import { redemptionEvents } from './redemption-events.ts';
import { scanEvents } from './scan-events.ts';
import { newestUntil, type Source } from './source.ts';

const REDEEMED = `SELECT redemption_id FROM read_models.redemptions
  WHERE customer_id = $1 AND ($2::uuid IS NULL OR tenant_id = $2)`;

/** What somebody scanned and redeemed, and what was taken back of it. */
export const ofCustomer: Source = async (deps, wanted) => {
  const { id, scope, until } = wanted;
  const [scans, disputes, views, { rows }] = await Promise.all([
    scanEvents(deps, 'customer_id', wanted),
    disputeEventsOf(deps, 'customer', id),
    viewHistory(deps.store, id),
    deps.pool.query<{ redemption_id: string }>(
      // Reversed ones all of them: a row says when the newest of its reversals was, and there may be earlier ones.
      `(${newestUntil(wanted, { select: REDEEMED, column: 'redeemed_at', until: '$3' })})
       UNION ${REDEEMED} AND reversed_at IS NOT NULL`,
      [id, scope.tenantId, until],
    ),
  ]);
  const redemptions = await redemptionEvents(
    deps,
    rows.map(({ redemption_id }) => redemption_id),
  );
  return [...scans, ...disputes, ...views, ...redemptions];
};
