import { streams } from '@perktree/contracts/catalogue/events';
import { distributorCalls } from '@perktree/contracts/distributor/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import { executeWithNote } from '../http/execute-with-note.ts';
import { decideBlockDistributor, decideUnblockDistributor } from '../site/decisions/staff-and-distributors.ts';
import { siteFold } from '../site/decisions/state.ts';

/** `POST /api/sites/{siteId}/distributors/{distributorId}/block` and `/unblock`, for the owner of the site. */
export function mountBlockRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  const { handler, authenticate, accounts, lookups, clock } = deps;

  mountCall(
    app,
    authenticate,
    distributorCalls.blockDistributor,
    async ({ params: { siteId, distributorId }, body, session, request }) => {
      const { tenantId, userId } = session;
      const context = commandContext({ request, session, commandName: 'BlockDistributor', clock, role: 'site_owner' });
      const noteId = deriveUuid('reason of a block', context.commandId);
      const text = body.reason ?? null;
      const note = text === null ? null : { noteId, text, authorId: userId, about: [distributorId] };
      const isKnown = await lookups.hasWorkedOn(distributorId, siteId);
      const { position } = await executeWithNote(
        { handler, notes: accounts },
        {
          stream: streams.site(siteId),
          fold: siteFold,
          decide: (site, noted) => decideBlockDistributor(site, { tenantId, distributorId, isKnown, note: noted }),
          context,
        },
        note,
      );
      return { answer: { distributorId, isBlocked: true }, position };
    },
  );

  mountCall(
    app,
    authenticate,
    distributorCalls.unblockDistributor,
    async ({ params: { siteId, distributorId }, session, request }) => {
      const { tenantId } = session;
      const isKnown = await lookups.hasWorkedOn(distributorId, siteId);
      const { position } = await handler.execute({
        stream: streams.site(siteId),
        fold: siteFold,
        decide: (site) => decideUnblockDistributor(site, { tenantId, distributorId, isKnown }),
        context: commandContext({ request, session, commandName: 'UnblockDistributor', clock, role: 'site_owner' }),
      });
      return { answer: { distributorId, isBlocked: false }, position };
    },
  );
}
