import { createHash } from 'node:crypto';
import type { ClosedMonthAnswer, SiteAuditAnswer, WhatIfAnswer } from '@perktree/contracts/audit/report-calls';
import type { ClosedMonth } from '../month-close/close-month.ts';
import type { Audited } from '../replay/audit-history.ts';
import type { Outcome } from '../what-if/outcome.ts';
import { type Scope, scopeAnswerOf } from './scope.ts';

type Names = ReadonlyMap<string, string>;
const personOf = (names: Names, id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });

export function auditAnswer(scope: Scope, audited: Audited, names: Names): SiteAuditAnswer {
  const { position: _, rows, texts, totals, findings, guard, sites: __, ...counts } = audited;
  return {
    ...scopeAnswerOf(scope),
    ...counts,
    guard: guard ?? 'engine',
    rows: rows ?? { compared: 0, behind: 0, later: 0, differences: 0, tables: [], notCompared: [] },
    texts: texts ?? { compared: 0, erased: 0, beforeHashes: 0, differences: 0 },
    totals: [...totals],
    findings: findings.map(({ distributorId, siteId: ___, position: at, ...finding }) => ({
      ...finding,
      position: at.toString(),
      distributor: personOf(names, distributorId),
    })),
  };
}

export function monthAnswer(
  siteId: string,
  { month, from, to, timeZone, sites }: ClosedMonth,
  names: Names,
): ClosedMonthAnswer {
  const [site] = sites;
  const position = site?.position ?? '0';
  const figures = [siteId, month, from, to, timeZone, position, site?.distributors ?? [], site?.totals ?? []];
  return {
    ...{ siteId, month, from, to, timeZone, position },
    // Of ids and sums: a name that was changed or erased since changes no figure.
    fingerprint: createHash('sha256').update(JSON.stringify(figures)).digest('hex'),
    distributors: (site?.distributors ?? []).map(({ distributorId, ...sums }) => ({
      distributor: personOf(names, distributorId),
      ...sums,
    })),
    totals: [...(site?.totals ?? [])],
  };
}

export function whatIfAnswerOf(scope: Scope, to: string, outcome: Outcome, names: Names): WhatIfAnswer {
  const { distributors, totals, ...counts } = outcome;
  return {
    ...{ ...scopeAnswerOf(scope), to, ...counts },
    distributors: distributors.map(({ distributorId, siteId: _, ...compared }) => ({
      distributor: personOf(names, distributorId),
      ...compared,
    })),
    totals: [...totals],
  };
}
