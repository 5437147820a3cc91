import { qrCalls } from '@perktree/contracts/qr/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CommandServiceDeps } from '../deps.ts';
import { commandContext } from '../http/command-context.ts';
import { decideSplit } from './decisions/create-qrs.ts';
import { type LocatedQr, locateOnSite, locateOwn } from './locate.ts';
import { createBelow, newQrIds } from './new-qrs.ts';

export function mountSplitRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCall(app, deps.authenticate, qrCalls.splitQr, async ({ params, body, session, request }) => {
    return split(deps, await locateOnSite(deps, session, params), body, session, request);
  });

  mountCall(app, deps.authenticate, qrCalls.splitOwnQr, async ({ params, body, session, request }) => {
    return split(deps, await locateOwn(deps, session, params.qrId), body, session, request);
  });
}

async function split(
  deps: CommandServiceDeps,
  located: LocatedQr,
  body: z.output<typeof qrCalls.splitQr.body>,
  session: Session,
  request: FastifyRequest,
) {
  const { place, site, actor } = located;
  const context = commandContext({ request, session, commandName: 'SplitQr', clock: deps.clock, role: actor.kind });
  const splits = body.splits.map(({ name, commissionPercent, externalUrl = null }, index) => ({
    name,
    commissionPercent,
    externalUrl,
    ids: newQrIds(context.commandId, index),
  }));
  const { answers: qrs, position } = await createBelow(deps, located, {
    newIds: splits.map(({ ids }) => ids),
    decide: (tree) => decideSplit(tree, { actor, site, qrId: place.qrId, splits, now: context.now }),
    context,
  });
  return { answer: { qrs }, position };
}
