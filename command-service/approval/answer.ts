import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import type { Accounts } from '@perktree/platform/accounts';
import type { Pool } from 'pg';
import type { Site } from '../site/decisions/state.ts';
import { isApprover } from './decisions/approve.ts';
import type { ApprovalsState } from './decisions/state.ts';

/** Most payouts in one answer: the oldest ones. */
const MOST = 500;

interface WaitingRow {
  readonly payout_id: string;
  readonly distributor_id: string;
  readonly amount_minor: string;
  readonly currency: Currency;
  readonly created_at: Date;
}

/** What needs a second person on a site. @param userId the caller */
export async function approvalsAnswer(
  { pool, accounts }: { readonly pool: Pool; readonly accounts: Pick<Accounts, 'displayNames'> },
  { site, state, userId }: { readonly site: Site; readonly state: ApprovalsState; readonly userId: string },
): Promise<ApprovalsAnswer> {
  const { rule, months } = state;
  const rows = rule.payoutsAbove === null ? [] : await payoutsAbove(pool, site, rule.payoutsAbove);
  const closes = [...months.values()].toSorted((a, b) => (a.month < b.month ? 1 : -1));
  const ids = [
    ...rule.approverIds,
    ...rows.flatMap(({ payout_id, distributor_id }) => [distributor_id, state.payouts.get(payout_id)?.by ?? []].flat()),
    ...closes.flatMap(({ closedBy, signedOff }) => [closedBy, signedOff?.by ?? []].flat()),
  ];
  const names = await accounts.displayNames([...new Set(ids)]);
  const person = (id: string) => ({ id, name: names.get(id) ?? DELETED_USER });
  const agreed = (by: { by: string; at: string } | null | undefined) => (by ? { by: person(by.by), at: by.at } : null);
  return {
    ...{ siteId: site.siteId, siteName: site.name, siteTimeZone: site.configuration.timeZone, currency: site.currency },
    ...{ payoutsAbove: rule.payoutsAbove, monthsNeedSignOff: rule.monthsNeedSignOff },
    approvers: rule.approverIds.filter((id) => isApprover(state, site, id)).map(person),
    isApprover: isApprover(state, site, userId),
    payouts: rows.map((row) => ({
      ...{ id: row.payout_id, distributor: person(row.distributor_id), currency: row.currency },
      amount: fromMinor(BigInt(row.amount_minor), row.currency),
      createdAt: row.created_at.toISOString(),
      approved: agreed(state.payouts.get(row.payout_id)),
    })),
    months: closes.map(({ month, position, fingerprint, totals, closedBy, closedAt, signedOff }) => ({
      ...{ month, position, fingerprint, totals: [...totals] },
      closed: { by: person(closedBy), at: closedAt },
      signedOff: agreed(signedOff),
    })),
  };
}

async function payoutsAbove(pool: Pool, { siteId, currency }: Site, limit: string): Promise<readonly WaitingRow[]> {
  const { rows } = await pool.query<WaitingRow>(
    `SELECT payout_id, distributor_id, amount_minor, currency, created_at FROM read_models.payouts
     WHERE site_id = $1 AND status = 'processing' AND (amount_minor > $2 OR currency <> $3)
     ORDER BY created_at, payout_id LIMIT ${MOST}`,
    [siteId, toMinor(limit, currency).toString(), currency],
  );
  return rows;
}
