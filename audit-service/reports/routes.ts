import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { auditReportCalls, type WhatIfRuleName } from '@perktree/contracts/http/audit-reports';
import { Refused } from '@perktree/contracts/refusals';
import { monthIn, startOfMonth, type ZoneChange } from '@perktree/contracts/time-zone';
import { invalidField, invalidFields } from '@perktree/contracts/validation-issues';
import { mountLongCall } from '@perktree/platform/files/long-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import { zonesOfSite } from '../month-close/site-zones.ts';
import { ownSite, zoneOfSite } from '../own-site.ts';
import { auditSite, type WalkProgress } from '../replay/audit-history.ts';
import { siteHistoryOf } from '../replay/history-source.ts';
import { closeMonth, MonthNotOver, mustBeOver, replayPeriod } from '../replay/walks.ts';
import { isSmallSite } from '../site-size.ts';
import { type TriedRule, triedRule, WrongRuleSettings } from '../what-if/rules.ts';
import { ImpossibleChange, NO_CHANGES } from '../what-if/what-if.ts';
import { auditAnswer, monthAnswer, whatIfAnswerOf } from './answers.ts';

type WhatIfQuery = z.output<typeof auditReportCalls.whatIf.query>;

/** A site's history computed again, its months closed, and what if: for its owner and for superadmins. */
export function mountReports(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { pool, accounts } = deps;
  // One replay at a time: it keeps a core busy, and several would delay other callers.
  const walks = pLimit(1);
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const namesOf = (ids: readonly (string | null)[]) =>
    accounts.displayNames([...new Set(ids.flatMap((id) => id ?? []))]);

  const walkOf = (siteId: string, progress: (done: number) => void) => ({
    ...{ store: deps.store, pool, onProgress: shareOf(progress) },
    historyUpTo: (head: bigint) => siteHistoryOf(deps, siteId, head),
  });

  const isSmall = async ({ params, session }: { params: { siteId: string }; session: Session }) => {
    await ownSite(deps, params.siteId, session);
    return isSmallSite(pool, params.siteId);
  };

  mountLongCall(app, deps, auditReportCalls.siteAudit, {
    name: (_, at) => `audit-${dayOf(at)}`,
    isSmall,
    async make({ params: { siteId }, query: { from, to } }, progress) {
      const onProgress = shareOf(progress);
      const audited = await walks(() => auditSite(deps, siteId, { filter: { from, to }, texts: accounts, onProgress }));
      const names = await namesOf(audited.findings.map(({ distributorId }) => distributorId));
      return auditAnswer(siteId, audited, names);
    },
  });

  mountLongCall(app, deps, auditReportCalls.closedMonth, {
    name: ({ params }) => `month-${params.month}`,
    async isSmall(input, at) {
      const isSmallOne = await isSmall(input);
      refuseUnlessOver(input.params.month, at.getTime(), await zonesOfSite(deps.store, input.params.siteId));
      return isSmallOne;
    },
    async make({ params: { siteId, month } }, progress) {
      const zones = await zonesOfSite(deps.store, siteId);
      const walk = { ...walkOf(siteId, progress), month, siteId, zones };
      const closed = await walks(() => closeMonth(walk));
      const names = await namesOf(closed.sites.flatMap((site) => site.distributors.map((one) => one.distributorId)));
      return monthAnswer(siteId, closed, names);
    },
  });

  mountLongCall(app, deps, auditReportCalls.whatIf, {
    name: (_, at) => `what-if-${dayOf(at)}`,
    async isSmall(input) {
      const isSmallOne = await isSmall(input);
      changesOf(input.query);
      return isSmallOne;
    },
    async make({ params: { siteId }, query }, progress, at) {
      const now = at.toISOString();
      const timeZone = await zoneOfSite(deps, siteId);
      const month = new Date(startOfMonth(timeZone, monthIn(timeZone, at.getTime()))).toISOString();
      const period = { from: query.from ?? month, to: query.to ?? now, siteId };
      const walk = { ...walkOf(siteId, progress), period, changes: changesOf(query) };
      const outcome = await walks(() => replayPeriod(walk)).catch(asRefusal);
      const names = await namesOf(outcome.distributors.map(({ distributorId }) => distributorId));
      return whatIfAnswerOf(siteId, period, outcome, names);
    },
  });
}

const shareOf =
  (progress: (done: number) => void) =>
  ({ position, head }: WalkProgress) =>
    progress(Number(position) / Number(head));

/** @throws Refused VALIDATION_FAILED for wrong settings of a rule */
function changesOf({ percents, rule, ruleSettings, holdDays, minimumPayout, refused }: WhatIfQuery) {
  return {
    percents: new Map(percents),
    rule: rule === undefined ? NO_CHANGES.rule : ruleToTry(rule, ruleSettings ?? {}),
    holdDays: holdDays ?? null,
    minimumPayout: minimumPayout ?? null,
    refused: refused ?? [],
  };
}

function refuseUnlessOver(month: string, now: number, zones: readonly ZoneChange[]): void {
  try {
    mustBeOver(month, now, zones);
  } catch (error) {
    if (!(error instanceof MonthNotOver)) throw error;
    throw new Refused('MONTH_NOT_OVER', { month: error.month, from: error.from });
  }
}

function ruleToTry(name: WhatIfRuleName, settings: RuleSettings): TriedRule {
  try {
    return triedRule(name, settings);
  } catch (error) {
    throw error instanceof WrongRuleSettings ? invalidFields(error.issues) : error;
  }
}

function asRefusal(error: unknown): never {
  if (!(error instanceof ImpossibleChange)) throw error;
  throw invalidField('percents', 'IMPOSSIBLE_CHANGE', { qrId: error.qrId, percent: error.percent });
}
