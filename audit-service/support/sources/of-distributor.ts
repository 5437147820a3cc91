import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { inLanes } from '../../in-lanes.ts';
import { siteHistory, viewHistory } from '../../stream-history.ts';
import { disputeEventsOf } from './dispute-events.ts';
import { payoutSource } from './payout-events.ts';
import { redemptionSource } from './redemption-events.ts';
import { newestUntil, type Source, type SourceDeps, sourceRowsOf, storedAt, type WantedEvents } from './source.ts';

/** Claims, earnings and payouts of a distributor. */
export const ofDistributor: Source = async (deps, wanted) => {
  const [earned, paid, claims, blocks, disputes, views] = await Promise.all([
    earnings(deps, wanted),
    payouts(deps, wanted),
    claimsOf(deps, wanted),
    blocksOf(deps, wanted),
    disputeEventsOf(deps, 'distributor', wanted.id),
    viewHistory(deps.store, wanted.id),
  ]);
  return [...earned, ...paid, ...claims, ...blocks, ...disputes, ...views];
};

const EARNED = `SELECT DISTINCT created_at, redemption_id FROM read_models.ledger_entries
  WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`;

const WITH_REDEMPTION = `FROM read_models.ledger_entries l JOIN read_models.redemptions r USING (redemption_id)
  WHERE l.distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR l.tenant_id = ANY(:tenantIds))`;

/** An entry that was confirmed has the later time of its confirmation; its redemption may be on this page all the same. */
const CONFIRMED_LATER = `SELECT DISTINCT r.redeemed_at, redemption_id ${WITH_REDEMPTION}
  AND r.confirmed_at IS NOT NULL AND l.created_at > :until`;

/** A reversal that ends the waiting of an entry creates no entry of its own. */
const ENDED_WAITING = `SELECT DISTINCT r.reversed_at, redemption_id ${WITH_REDEMPTION}
  AND l.awaiting_minor IS NOT NULL AND l.reversed`;

async function earnings(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const rows = await sourceRowsOf<{ redemption_id: string }>(
    deps,
    wanted,
    // Entries of one event are of one redemption and one instant.
    `SELECT DISTINCT redemption_id FROM (
       ${newestUntil(wanted, EARNED, 'created_at')}
       UNION ALL ${newestUntil(wanted, CONFIRMED_LATER, 'r.redeemed_at')}
       UNION ALL ${newestUntil(wanted, ENDED_WAITING, 'r.reversed_at')}) AS newest`,
  );
  return redemptionSource(
    deps,
    rows.map(({ redemption_id }) => redemption_id),
  );
}

async function payouts(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const rows = await sourceRowsOf<{ site_id: string }>(
    deps,
    wanted,
    `SELECT DISTINCT site_id FROM read_models.payouts
     WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`,
  );
  return payoutSource(
    deps,
    rows.map(({ site_id }) => ({ siteId: site_id, distributorId: wanted.id })),
  );
}

const CLAIMED = `SELECT at, position FROM read_models.claims
  WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`;

/** Claims and releases, each by its position: trees may be large. */
async function claimsOf(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const rows = await sourceRowsOf<{ position: string }>(deps, wanted, newestUntil(wanted, CLAIMED, 'at'));
  const stored = await inLanes(rows, ({ position }) => storedAt(deps, position));
  return stored
    .flatMap((event) => (event === null ? [] : [decodeEvent(event)]))
    .filter((event) => isAbout(event, wanted.id));
}

async function blocksOf(deps: SourceDeps, wanted: WantedEvents): Promise<readonly RecordedEvent[]> {
  const rows = await sourceRowsOf<{ site_id: string }>(
    deps,
    wanted,
    `SELECT DISTINCT site_id FROM read_models.qrs WHERE owner_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))
     UNION SELECT site_id FROM read_models.earnings WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))`,
  );
  const sites = await inLanes(rows, ({ site_id }) => siteHistory(deps.store, site_id));
  return sites.flat().filter((event) => isAbout(event, wanted.id));
}

const isAbout = ({ fact: { data } }: RecordedEvent, userId: string) =>
  'distributorId' in data && data.distributorId === userId;
