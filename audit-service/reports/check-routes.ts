import { auditCheckCalls } from '@perktree/contracts/audit/check-calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { type LongCall, longCall } from '@perktree/platform/files/long-call';
import { mountCall } from '@perktree/platform/http/mount-call';
import { readsTenant } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import { reportOf } from '../agreement/report.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, isInSpan, spanOf } from '../effective-clock.ts';
import { findEntry } from '../explanation/entry-row.ts';
import { foldMoney } from '../replay/fold-money.ts';
import { siteHistoryOf } from '../replay/history-source.ts';
import { type DrawnEntry, draw, sharesWritten } from '../sample/draw.ts';
import { entryTrail } from '../trail/entry-trail.ts';
import { reportScopeOf, type SiteReplays, scopeAnswerOf } from './scope.ts';

/** Differences of one answer. */
const MAX_DIFFERENCES = 1_000;

/** One report that compares all sources, and samples of ledger entries. */
export function checkReports(deps: AuditServiceDeps, replays: SiteReplays): readonly LongCall[] {
  const auditReport = longCall(auditCheckCalls.auditReport, {
    name: (input, at) => replays.nameOf('report', input, at),
    isSmall: replays.isSmallScope,
    async make({ params: { siteId }, query, session }, progress, at) {
      const scope = await reportScopeOf(deps, siteId, query);
      const options = { now: at.getTime(), onProgress: replays.shareOf(progress) };
      const { report, position } = await replays.inTurn(session, () => reportOf(deps, scope, options));
      return {
        ...scopeAnswerOf({ ...scope, position }),
        distributors: await replays.named(report.distributors),
        totals: [...report.totals],
        sources: report.sources,
        differences: await replays.named(report.differences.slice(0, MAX_DIFFERENCES)),
      };
    },
  });

  const auditSample = longCall(auditCheckCalls.auditSample, {
    name: (input, at) => replays.nameOf('sample', input, at),
    isSmall(input) {
      if (input.query.method !== 'largest' && input.query.seed === undefined) throw invalidField('seed', 'REQUIRED');
      return replays.isSmallScope(input);
    },
    async make({ params: { siteId }, query, session }, progress) {
      const { method, size, distributor } = query;
      const seed = method === 'largest' ? null : (query.seed ?? null);
      const scope = await reportScopeOf(deps, siteId, query);
      const span = await spanOf(effectiveClock(deps), scope, scope.position);
      const found: DrawnEntry[] = [];
      const apply = (event: RecordedEvent) => {
        if (isInSpan(span, event)) found.push(...sharesWritten(event, siteId));
      };
      const range = { head: scope.position, onProgress: replays.shareOf(progress) };
      await replays.inTurn(session, () => foldMoney(siteHistoryOf(deps, siteId, scope.position), { apply }, range));
      const own = found.filter(({ distributorId }) => distributor === undefined || distributorId === distributor);
      const drawn = draw(own, { method, seed, size });
      const [chosen] = await replays.named([{ distributorId: distributor ?? null }]);
      return {
        ...scopeAnswerOf(scope),
        method,
        seed,
        size,
        distributor: chosen?.distributor ?? null,
        population: [...drawn.population],
        items: await replays.named(drawn.items),
      };
    },
  });

  return [auditReport, auditSample];
}

export function mountEntryTrail(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountCall(app, deps.authenticate, auditCheckCalls.entryTrail, async ({ params, session }) => {
    const row = await findEntry(deps.pool, params.entryId);
    if (row === null || !readsTenant(session, row.tenant_id)) throw new Refused('LEDGER_ENTRY_NOT_FOUND');
    return { answer: await entryTrail(deps, row) };
  });
}
