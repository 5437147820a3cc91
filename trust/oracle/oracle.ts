import type { Check, Evidence } from './evidence.ts';
import { exactlyOnce } from './exactly-once.ts';
import { jobs } from './jobs.ts';
import { limits } from './limits.ts';
import { auditedMoney, money } from './money.ts';
import { otherTenants } from './other-tenants.ts';
import { streamOrder } from './stream-order.ts';

/** What must hold after anything that may happen to the product, by the names under which docs/trust.md tells of it. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'I1 exactly once': exactlyOnce,
  'I2 read models': ({ readModelDifferences }) => readModelDifferences,
  'I3 money': money,
  'I4 limits': limits,
  'I5 order': streamOrder,
  'I6 jobs': jobs,
  'I7 tenants': otherTenants,
};

/** A line for each thing that is wrong, with the name of the check that says so; none: all is well. */
export async function judge(evidence: Evidence): Promise<readonly string[]> {
  const said = Object.entries(CHECKS).flatMap(([name, check]) => check(evidence).map((line) => `${name}: ${line}`));
  // It walks the order of events, and would only say again what that check says.
  const audited = said.some((line) => line.startsWith('I5')) ? [] : await auditedMoney(evidence);
  return [...said, ...audited.map((line) => `I3 audit: ${line}`)];
}
