import { auditReportCalls } from '@perktree/contracts/audit/report-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField, invalidFields } from '@perktree/contracts/kernel/validation-issues';
import { type LongCall, longCall } from '@perktree/platform/files/long-call';
import type { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import {
  closeMonth,
  emptyMonth,
  MonthNotOver,
  monthFingerprintOf,
  mustBeOver,
  zonesOfSite,
} from '../month-close/close-month.ts';
import { signedSite } from '../own-site.ts';
import { auditSite } from '../replay/audit-history.ts';
import { siteHistoryOf } from '../replay/history-source.ts';
import { textReadsOf } from '../texts/text-checker.ts';
import { triedRule, WrongRuleSettings } from '../what-if/rules.ts';
import { ImpossibleChange, NO_CHANGES, replayPeriod } from '../what-if/what-if.ts';
import { reportScopeOf, type SiteReplays, scopeAnswerOf } from './scope.ts';

type WhatIfQuery = z.output<typeof auditReportCalls.whatIf.query>;

/** A site's history computed again, its months closed, and what if: for those who may read all of it. Approvers read closed months. */
export function siteReports(deps: AuditServiceDeps, replays: SiteReplays): readonly LongCall[] {
  const { inTurn, isSmall, isSmallScope, named, nameOf, shareOf } = replays;

  const historyOf = (siteId: string, progress: (done: number) => void) => ({
    store: deps.store,
    pool: deps.pool,
    onProgress: shareOf(progress),
    historyUpTo: (head: bigint) => siteHistoryOf(deps, siteId, head),
  });

  const siteAudit = longCall(auditReportCalls.siteAudit, {
    name: (input, at) => nameOf('audit', input, at),
    isSmall: isSmallScope,
    async make({ params: { siteId }, query, session }, progress) {
      const onProgress = shareOf(progress);
      const scope = await reportScopeOf(deps, siteId, query);
      const { from, to, position: upTo } = scope;
      const audited = await inTurn(session, () =>
        auditSite(deps, siteId, { filter: { from, to }, upTo, texts: textReadsOf(deps), onProgress }),
      );
      const { position: _, rows, texts, totals, findings, guard, sites: __, ...counts } = audited;
      return {
        ...scopeAnswerOf(scope),
        ...counts,
        guard: guard ?? 'engine',
        rows: rows ?? { compared: 0, behind: 0, later: 0, differences: 0, tables: [], notCompared: [] },
        texts: texts ?? { compared: 0, erased: 0, beforeHashes: 0, differences: 0 },
        totals: [...totals],
        findings: (await named(findings)).map(({ siteId: ___, ...finding }) => {
          return { ...finding, position: `${finding.position}` };
        }),
      };
    },
  });

  const closedMonth = longCall(auditReportCalls.closedMonth, {
    name: (input, at) => nameOf('month', input, at, input.params.month),
    isSmall: (input, at) =>
      refusing(async () => {
        const isSmallOne = await isSmall(input, signedSite);
        mustBeOver(input.params.month, at.getTime(), await zonesOfSite(deps.store, input.params.siteId));
        return isSmallOne;
      }),
    async make({ params: { siteId, month }, session }, progress) {
      const zones = await zonesOfSite(deps.store, siteId);
      const history = { ...historyOf(siteId, progress), month, siteId, zones };
      const { sites, totals: _, ...closed } = await inTurn(session, () => closeMonth(history));
      const site = sites[0] ?? emptyMonth(siteId);
      const fingerprint = monthFingerprintOf(closed, site);
      const distributors = await replays.named(site.distributors);
      return { siteId, ...closed, position: site.position, fingerprint, distributors, totals: [...site.totals] };
    },
  });

  const whatIf = longCall(auditReportCalls.whatIf, {
    name: (input, at) => nameOf('what-if', input, at),
    isSmall: (input) =>
      refusing(async () => {
        const isSmallOne = await isSmallScope(input);
        changesOf(input.query);
        return isSmallOne;
      }),
    async make({ params: { siteId }, query, session }, progress, at) {
      const scope = await reportScopeOf(deps, siteId, query);
      const period = { from: scope.from, to: scope.to ?? at.toISOString(), siteId };
      const history = { ...historyOf(siteId, progress), period, upTo: scope.position, changes: changesOf(query) };
      const { distributors, totals, ...counts } = await refusing(() => inTurn(session, () => replayPeriod(history)));
      return {
        ...scopeAnswerOf(scope),
        to: period.to,
        ...counts,
        distributors: (await named(distributors)).map(({ siteId: _, ...compared }) => compared),
        totals: [...totals],
      };
    },
  });

  return [siteAudit, closedMonth, whatIf];
}

/** @throws WrongRuleSettings */
function changesOf({ percents, rule, ruleSettings, holdDays, minimumPayout, refused }: WhatIfQuery) {
  return {
    percents: new Map(percents),
    rule: rule === undefined ? NO_CHANGES.rule : triedRule(rule, ruleSettings ?? {}),
    holdDays: holdDays ?? null,
    minimumPayout: minimumPayout ?? null,
    refused: refused ?? [],
  };
}

/** Answers as the call refuses what the replays refuse by errors of their own. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MonthNotOver) throw new Refused('MONTH_NOT_OVER', { month: error.month, from: error.from });
    if (error instanceof WrongRuleSettings) throw invalidFields(error.issues);
    if (!(error instanceof ImpossibleChange)) throw error;
    throw invalidField('percents', 'IMPOSSIBLE_CHANGE', { qrId: error.qrId, percent: error.percent });
  }
}
