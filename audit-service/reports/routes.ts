import { auditReportCalls } from '@perktree/contracts/http/audit-reports';
import { Refused } from '@perktree/contracts/refusals';
import { invalidField } from '@perktree/contracts/validation-issues';
import { mountCall } from '@perktree/platform/http/mount-call';
import { Semaphore } from '@perktree/platform/semaphore';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, spanOf } from '../effective-clock.ts';
import { MonthClose, periodOfMonth } from '../month-close/close-month.ts';
import { ownSite } from '../own-site.ts';
import { auditSite } from '../replay/audit-history.ts';
import { MonthNotOver, mustBeOver, walkSite } from '../replay/walks.ts';
import { ImpossibleChange, NO_CHANGES, WhatIf } from '../what-if/what-if.ts';
import { auditAnswer, monthAnswer, whatIfAnswerOf } from './answers.ts';

/** A site's history computed again, its months closed, and what if: for its owner and for superadmins. */
export function mountReports(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { authenticate, accounts, clock } = deps;
  // A walk over a large history keeps a processor busy, and other callers are not to wait for several of them.
  const walks = new Semaphore(1);
  const namesOf = (ids: readonly (string | null)[]) =>
    accounts.displayNames([...new Set(ids.flatMap((id) => id ?? []))]);

  mountCall(app, authenticate, auditReportCalls.siteAudit, async ({ params, query, session }) => {
    const { siteId } = params;
    await ownSite(deps, siteId, session);
    const audit = async () => {
      const audited = await walks.run(() => auditSite(deps, siteId, { asked: query }));
      const names = await namesOf(audited.findings.map(({ distributorId }) => distributorId));
      return auditAnswer(siteId, audited, names);
    };
    return { later: audit() };
  });

  mountCall(app, authenticate, auditReportCalls.closedMonth, async ({ params, session }) => {
    const { siteId, month } = params;
    await ownSite(deps, siteId, session);
    refuseUnlessOver(month, clock().getTime());
    const books = async () => {
      const span = await spanOf(effectiveClock(deps), periodOfMonth(month), 0n);
      const close = new MonthClose(month, span, siteId);
      await walks.run(() => walkSite(deps, siteId, close));
      const closed = close.close();
      const names = await namesOf(closed.sites.flatMap((site) => site.distributors.map((one) => one.distributorId)));
      return monthAnswer(siteId, closed, names);
    };
    return { later: books() };
  });

  mountCall(app, authenticate, auditReportCalls.whatIf, async ({ params, query, session }) => {
    const { siteId } = params;
    await ownSite(deps, siteId, session);
    const now = clock().toISOString();
    const period = { from: query.from ?? `${now.slice(0, 7)}-01T00:00:00.000Z`, to: query.to ?? now, siteId };
    const { percents, rule, holdDays, minimumPayout, refused } = query;
    const changes = {
      percents: new Map(percents),
      rule: rule ?? NO_CHANGES.rule,
      holdDays: holdDays ?? null,
      minimumPayout: minimumPayout ?? null,
      refused: refused ?? [],
    };
    const replayed = async () => {
      const whatIf = new WhatIf(period, await spanOf(effectiveClock(deps), period, 0n), changes);
      await walks.run(() => walkSite(deps, siteId, whatIf)).catch(asRefusal);
      const outcome = whatIf.outcome();
      const names = await namesOf(outcome.distributors.map(({ distributorId }) => distributorId));
      return whatIfAnswerOf(siteId, period, outcome, names);
    };
    return { later: replayed() };
  });
}

function refuseUnlessOver(month: string, now: number): void {
  try {
    mustBeOver(month, now);
  } catch (error) {
    if (!(error instanceof MonthNotOver)) throw error;
    throw new Refused('MONTH_NOT_OVER', { month: error.month, from: error.from });
  }
}

function asRefusal(error: unknown): never {
  if (!(error instanceof ImpossibleChange)) throw error;
  throw invalidField('percents', 'IMPOSSIBLE_CHANGE', { qrId: error.qrId, percent: error.percent });
}
