import type { LongCall } from '@perktree/platform/files/long-call';
import type { AuditServiceDeps } from '../deps.ts';
import { statementReports } from '../statement/routes.ts';
import { treeAsOfCall } from '../tree-as-of/routes.ts';
import { checkReports } from './check-routes.ts';
import { siteReports } from './routes.ts';
import { siteWalks } from './site-walks.ts';

/**
 * All reports about a site or a distributor: past trees, statements, and what a replay of the events computes. Each is a function
 * of its input and a moment, so that a server answers it at once, or another process makes a file of it.
 */
export function auditReports(deps: AuditServiceDeps): readonly LongCall[] {
  const walks = siteWalks(deps);
  return [treeAsOfCall(deps), ...siteReports(deps, walks), ...checkReports(deps, walks), ...statementReports(deps)];
}
