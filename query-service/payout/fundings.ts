import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import type { FundingState } from '@perktree/contracts/payout/calls';
import { payoutFundingCalls } from '@perktree/contracts/payout/funding-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { select } from '../engine/sql.ts';

/** More than an operator decides in a day. */
const MOST = 200;

interface FundingRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly site: string;
  readonly status: FundingState;
  readonly amount_minor: bigint;
  readonly currency: Currency;
  readonly payouts: number;
  readonly created_at: string;
}

/** What waits for the operator. */
export function mountPayoutFundings(app: FastifyInstance, { authenticate, pool }: QueryServiceDeps): void {
  mountCall(app, authenticate, payoutFundingCalls.payoutFundings, async () => {
    const rows = await select<FundingRow>(
      pool,
      `SELECT p.funding_id AS id, p.tenant_id, min(s.name) AS site, p.funding AS status, p.currency,
         sum(p.amount_minor)::bigint AS amount_minor, count(*)::int AS payouts, min(p.created_at) AS created_at
       FROM read_models.payouts p JOIN read_models.sites s USING (site_id)
       WHERE p.funding IN ('awaiting_approval', 'disputed')
       GROUP BY p.funding_id, p.tenant_id, p.funding, p.currency ORDER BY min(p.created_at), p.funding_id LIMIT ${MOST}`,
    );
    return {
      answer: rows.map((row) => ({
        ...{ id: row.id, tenantId: row.tenant_id, site: row.site, status: row.status, payouts: row.payouts },
        ...{ amount: fromMinor(row.amount_minor, row.currency), currency: row.currency, createdAt: row.created_at },
      })),
    };
  });
}
