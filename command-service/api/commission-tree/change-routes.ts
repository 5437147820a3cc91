import { qrCalls } from '@perktree/contracts/http/qrs';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import {
  decideActivate,
  decideApprove,
  decideDeactivate,
  decideDecline,
  decideEdit,
  decideReissue,
  decideRelease,
} from '../../domain/commission-tree/change-qr.ts';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { type Change, executeChange, executeChangeReleasing, executeChangeWithQuota } from './execute-change.ts';
import { type LocatedQr, locateOnSite } from './locate.ts';
import { qrAnswerOf } from './qr-answer.ts';
import { claimsOfActivation, claimsOfApproval, claimsOfReissue } from './qr-quota.ts';

type Execute = (deps: CommandServiceDeps, change: Change) => ReturnType<typeof executeChange>;

interface OwnerChange {
  readonly decide: Change['decide'];
  readonly execute: Execute;
}

/** Commands of the site's owner without a body, by their names. */
export const OWNER_CHANGES = {
  ReissueQr: {
    decide: decideReissue,
    execute: (deps, change) => executeChangeWithQuota(deps, change, claimsOfReissue),
  },
  DeactivateQr: { decide: decideDeactivate, execute: executeChangeReleasing },
  ActivateQr: {
    decide: decideActivate,
    execute: (deps, change) => executeChangeWithQuota(deps, change, claimsOfActivation),
  },
  ApproveQr: {
    decide: decideApprove,
    execute: (deps, change) => executeChangeWithQuota(deps, change, claimsOfApproval),
  },
  DeclineQr: { decide: decideDecline, execute: executeChange },
  ReleaseClaim: { decide: decideRelease, execute: executeChange },
} as const satisfies Readonly<Record<string, OwnerChange>>;

const OWNER_CALLS = [
  [qrCalls.reissueQr, 'ReissueQr'],
  [qrCalls.deactivateQr, 'DeactivateQr'],
  [qrCalls.activateQr, 'ActivateQr'],
  [qrCalls.approveQr, 'ApproveQr'],
  [qrCalls.declineQr, 'DeclineQr'],
  [qrCalls.releaseClaim, 'ReleaseClaim'],
] as const satisfies readonly (readonly [unknown, keyof typeof OWNER_CHANGES])[];

export function mountChangeRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { authenticate, clock } = deps;

  mountCall(app, authenticate, qrCalls.editQr, async ({ params, body: changes, session, request }) => {
    const located = await locateOnSite(deps, session, params);
    const { actor } = located;
    const context = commandContext({ request, session, commandName: 'EditQr', clock, role: actor.kind });
    return change(deps, located, {
      context,
      decide: (tree, { qrId, site }) => decideEdit(tree, { actor, site, qrId, changes }),
    });
  });

  for (const [definition, commandName] of OWNER_CALLS) {
    const { decide, execute } = OWNER_CHANGES[commandName];
    mountCall(app, authenticate, definition, async ({ params, session, request }) => {
      const located = await locateAsOwner(deps, session, params);
      const context = commandContext({ request, session, commandName, clock, role: 'site_owner' });
      return change(deps, located, { context, decide }, execute);
    });
  }
}

/** The QR, for its site's owner only: distributors may not reissue, deactivate or release. */
function locateAsOwner(
  deps: CommandServiceDeps,
  session: Session,
  params: { readonly siteId: string; readonly qrId: string },
): Promise<LocatedQr> {
  return locateOnSite(
    deps,
    { ...session, allRoles: session.allRoles.filter((role) => role !== 'distributor') },
    params,
  );
}

/** Changes a QR. The answer shows it as the caller may see it. */
export async function change(
  deps: CommandServiceDeps,
  { place, site, actor }: LocatedQr,
  command: Pick<Change, 'context' | 'decide'>,
  execute: Execute = executeChange,
) {
  const { qrId, rootQrId } = place;
  const { state: tree, position } = await execute(deps, { rootQrId, qrId, site, ...command });
  return { answer: await qrAnswerOf(deps, { tree, site, actor, now: command.context.now }, qrId), position };
}
