import type { Check, Evidence } from './evidence.ts';
import { exactlyOnce } from './exactly-once.ts';
import { jobs } from './jobs.ts';
import { limits } from './limits.ts';
import { auditedMoney, money } from './money.ts';
import { otherTenants } from './other-tenants.ts';
import { streamOrder } from './stream-order.ts';

/** The invariants, by their names in docs/reference/trust.md. */
const CHECKS: Readonly<Record<string, Check>> = {
  'I1 exactly once': exactlyOnce,
  'I2 read models': ({ readModelDifferences }) => readModelDifferences,
  'I3 money': money,
  'I4 limits': limits,
  'I5 order': streamOrder,
  'I6 jobs': jobs,
  'I7 tenants': otherTenants,
};

/** @returns the violations, one line each, with the name of the check */
export async function judge(evidence: Evidence): Promise<readonly string[]> {
  const violations = Object.entries(CHECKS).flatMap(([name, check]) =>
    check(evidence).map((line) => `${name}: ${line}`),
  );
  // The audit walks the order of events, so it would repeat the violations of I5.
  const audited = violations.some((line) => line.startsWith('I5')) ? [] : await auditedMoney(evidence);
  return [...violations, ...audited.map((line) => `I3 audit: ${line}`)];
}
