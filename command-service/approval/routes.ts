import type { Accounts } from '@perktree/contracts/account/account-store';
import { type ApprovalsAnswer, approvalCalls } from '@perktree/contracts/approval/calls';
import { type ApprovalEvent, streams } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import { readsTenant, type Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { CommandServiceDeps } from '../deps.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { commandContext } from '../http/command-context.ts';
import { payoutsFold } from '../payout/decisions/state.ts';
import type { PayoutPlaces } from '../payout/payout-places.ts';
import { ownSite, type Site, siteFold } from '../site/decisions/state.ts';
import {
  decideApprovePayout,
  decideCloseMonth,
  decideSetRule,
  decideSignOffMonth,
  isApprover,
} from './decisions/approve.ts';
import { type ApprovalsState, approvalsFold } from './decisions/state.ts';

/** Most payouts in one answer: the oldest ones. */
const MAX_APPROVALS = 500;

interface WaitingRow {
  readonly payout_id: string;
  readonly distributor_id: string;
  readonly amount_minor: string;
  readonly currency: Currency;
  readonly created_at: Date;
}

/** What needs a second person on a site. @param userId the caller */
async function approvalsAnswer(
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
    siteId: site.siteId,
    siteName: site.name,
    siteTimeZone: site.configuration.timeZone,
    currency: site.currency,
    payoutsAbove: rule.payoutsAbove,
    monthsNeedSignOff: rule.monthsNeedSignOff,
    approvers: rule.approverIds.filter((id) => isApprover(state, site, id)).map(person),
    isApprover: isApprover(state, site, userId),
    payouts: rows.map((row) => ({
      id: row.payout_id,
      distributor: person(row.distributor_id),
      currency: row.currency,
      amount: fromMinor(BigInt(row.amount_minor), row.currency),
      createdAt: row.created_at.toISOString(),
      approved: agreed(state.payouts.get(row.payout_id)),
    })),
    months: closes.map(({ month, position, fingerprint, totals, closedBy, closedAt, signedOff }) => ({
      month,
      position,
      fingerprint,
      totals: [...totals],
      closed: { by: person(closedBy), at: closedAt },
      signedOff: agreed(signedOff),
    })),
  };
}

async function payoutsAbove(pool: Pool, { siteId, currency }: Site, limit: string): Promise<readonly WaitingRow[]> {
  const { rows } = await pool.query<WaitingRow>(
    `SELECT payout_id, distributor_id, amount_minor, currency, created_at FROM read_models.payouts
     WHERE site_id = $1 AND status = 'processing' AND (amount_minor > $2 OR currency <> $3)
     ORDER BY created_at, payout_id LIMIT ${MAX_APPROVALS}`,
    [siteId, toMinor(limit, currency).toString(), currency],
  );
  return rows;
}

interface Caller {
  readonly session: Session;
  readonly request: FastifyRequest;
}

/** Four eyes: the owner says what needs a second person, and a member of the staff approves or signs off. */
export function mountApprovalRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly places: Pick<PayoutPlaces, 'of'> },
): void {
  const { handler, authenticate, clock, places } = deps;

  const siteOf = async (by: CommandHandler, siteId: string) => (await by.load(streams.site(siteId), siteFold)).state;

  /** @param prepare loads what is decided on by its handler, so that an approver who is removed meanwhile approves nothing */
  async function execute(
    { session, request }: Caller,
    command: { readonly name: string; readonly role: 'site_owner' | 'staff' },
    prepare: (by: CommandHandler) => Promise<{
      readonly site: Site;
      readonly decide: (state: ApprovalsState) => readonly ApprovalEvent[];
    }>,
  ) {
    const context = commandContext({ request, session, clock, role: command.role, commandName: command.name });
    const { site, state, position } = await handler.run(async (by) => {
      const { site, decide } = await prepare(by);
      const stream = streams.approvals(site.siteId);
      return { site, ...(await by.execute({ stream, fold: approvalsFold, decide, context })) };
    });
    return { answer: await approvalsAnswer(deps, { site, state, userId: session.userId }), position };
  }

  mountCall(app, authenticate, approvalCalls.approvals, async ({ params: { siteId }, session }) => {
    const approvals = handler.load(streams.approvals(siteId), approvalsFold);
    const [site, { state }] = await Promise.all([siteOf(handler, siteId), approvals]);
    const reads = site !== null && readsTenant(session, site.tenantId);
    if (site === null || !(reads || site.staff.has(session.userId))) throw new Refused('SITE_NOT_FOUND');
    if (!reads && !isApprover(state, site, session.userId)) throw new Refused('NOT_APPROVER');
    return { answer: await approvalsAnswer(deps, { site, state, userId: session.userId }) };
  });

  mountCall(app, authenticate, approvalCalls.setApprovalRule, async ({ params, body, ...caller }) =>
    execute(caller, { name: 'SetApprovalRule', role: 'site_owner' }, async (by) => {
      const site = ownSite(await siteOf(by, params.siteId), caller.session.tenantId);
      return { site, decide: (state) => decideSetRule(state, { site, edit: body }) };
    }),
  );

  mountCall(app, authenticate, approvalCalls.approvePayout, async ({ params: { payoutId }, ...caller }) => {
    const { userId } = caller.session;
    const place = await places.of(payoutId);
    return execute(caller, { name: 'ApprovePayout', role: 'staff' }, async (by) => {
      const site = place && (await siteOf(by, place.siteId));
      if (place === null || !site?.staff.has(userId)) throw new Refused('PAYOUT_NOT_FOUND');
      const stream = streams.payouts(place.siteId, place.distributorId);
      const payout = (await by.load(stream, payoutsFold)).state.payouts.get(payoutId);
      if (payout === undefined) throw new Refused('PAYOUT_NOT_FOUND');
      return { site, decide: (state) => decideApprovePayout(state, { site, payout, userId }) };
    });
  });

  mountCall(app, authenticate, approvalCalls.closeMonth, async ({ params: { siteId, month }, body, ...caller }) =>
    execute(caller, { name: 'CloseMonth', role: 'site_owner' }, async (by) => {
      const site = ownSite(await siteOf(by, siteId), caller.session.tenantId);
      const close = { site, month, ...body, closedBy: caller.session.userId, now: clock().toISOString() };
      return { site, decide: (state) => decideCloseMonth(state, close) };
    }),
  );

  mountCall(app, authenticate, approvalCalls.signOffMonth, async ({ params: { siteId, month }, body, ...caller }) =>
    execute(caller, { name: 'SignOffMonth', role: 'staff' }, async (by) => {
      const { userId } = caller.session;
      const site = await siteOf(by, siteId);
      if (!site?.staff.has(userId)) throw new Refused('SITE_NOT_FOUND');
      return { site, decide: (state) => decideSignOffMonth(state, { site, userId, month, figures: body }) };
    }),
  );
}
