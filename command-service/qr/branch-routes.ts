import { qrCalls } from '@perktree/contracts/qr/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { decideActivateBranch, decideDeactivateBranch } from './decisions/change-branch.ts';
import { type Change, executeBranchReleasing, executeChangeWithQuota } from './execute-change.ts';
import { locateAsOwner } from './locate.ts';
import { claimsOfBranchActivation } from './qr-quota.ts';

const BRANCH_CHANGES = {
  DeactivateBranch: {
    call: qrCalls.deactivateBranch,
    decide: decideDeactivateBranch,
    execute: executeBranchReleasing,
  },
  ActivateBranch: {
    call: qrCalls.activateBranch,
    decide: decideActivateBranch,
    execute: (deps: CommandServiceDeps, change: Change) =>
      executeChangeWithQuota(deps, change, claimsOfBranchActivation),
  },
} as const;

/** Commands of the site's owner on a QR with everything below it: one append, all or none. */
export function mountBranchRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { authenticate, clock } = deps;
  for (const [commandName, { call, decide, execute }] of Object.entries(BRANCH_CHANGES)) {
    mountCall(app, authenticate, call, async ({ params, session, request }) => {
      const { place, site } = await locateAsOwner(deps, session, params);
      const { qrId, rootQrId } = place;
      const context = commandContext({ request, session, commandName, clock, role: 'site_owner' });
      const { events, position } = await execute(deps, { rootQrId, qrId, site, context, decide });
      return { answer: { changed: events.length }, position };
    });
  }
}
