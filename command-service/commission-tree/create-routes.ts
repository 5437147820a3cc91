import { qrCalls } from '@perktree/contracts/http/qrs';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { invalidField } from '@perktree/contracts/validation-issues';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import type { Birth } from '../domain/commission-tree/birth-rules.ts';
import { decideCreateRoot } from '../domain/commission-tree/decide-create-root.ts';
import { decideSibling } from '../domain/commission-tree/decide-sibling.ts';
import {
  type CommissionTree,
  type CommissionTreeState,
  commissionTreeDecider,
} from '../domain/commission-tree/state.ts';
import { askedBenefit } from '../domain/commission-tree/terms-rules.ts';
import { assertPlanAllowsDepth } from '../domain/subscription/decide-quota.ts';
import { signedIn } from '../signed-in.ts';
import { executeTaking } from '../subscription/execute-taking.ts';
import { newBirth } from './birth-tokens.ts';
import { loadSite, locateOnSite, roleOnSite, siblingMakerOn } from './locate.ts';
import { assertRoomForOwnRoot, isOpenRoot, NumberTaken, ownRootId } from './own-roots.ts';
import { newQrAnswers } from './qr-answer.ts';
import { quotaOfNewQrs } from './qr-quota.ts';
import { rememberQrs } from './remember.ts';

type Body = z.output<typeof qrCalls.createQr.body>;

interface Create {
  readonly siteId: string;
  readonly body: Body;
  readonly session: Session;
  readonly request: FastifyRequest;
}

/** `POST /api/sites/{siteId}/qrs`: without a parent a root, with one a sibling of that parent's children. */
export function mountCreateRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCall(app, deps.authenticate, qrCalls.createQr, async ({ params, body, session, request }) => {
    if (body.siteId !== undefined && body.siteId !== params.siteId) {
      throw invalidField('siteId', 'OTHER_SITE');
    }
    const create = { siteId: params.siteId, body, session: signedIn(session), request };
    return body.parentQrId ? createSibling(deps, create, body.parentQrId) : createRoot(deps, create);
  });
}

async function createRoot(deps: CommandServiceDeps, { siteId, body, session, request }: Create) {
  const site = await loadSite(deps, siteId);
  const actor = siblingMakerOn(site, session);
  if (!site || !actor) throw new Refused('SITE_NOT_FOUND');
  const context = commandContext({
    request,
    session,
    commandName: 'CreateRootQr',
    clock: deps.clock,
    role: roleOnSite(site, session, actor),
  });
  const { now } = context;
  const terms = { ...termsOf(body), maxRedemptions: body.maxRedemptions };
  const isDistributor = actor.kind === 'distributor';
  const claimedOffers = isDistributor ? await deps.lookups.claimedOffers(actor.userId, siteId) : [];
  const create = (birth: Birth, refuse: (before: CommissionTree | null) => void = () => {}) => {
    const stream = streams.commissionTree(birth.qrId);
    const decide = (before: CommissionTreeState) => {
      refuse(before);
      return decideCreateRoot(before, { actor, site, birth, terms, claimedOffers, now });
    };
    const waits = isDistributor && site.configuration.topLevelQrsNeedApproval;
    const quota = quotaOfNewQrs(site, stream, waits ? [] : [birth], now);
    return executeTaking(deps, quota, { stream, decider: commissionTreeDecider, decide, context });
  };
  const birth = newBirth(context.commandId, 0);
  const { state: tree, position } = isDistributor
    ? await createOwnRoot(birth, { siteId, distributorId: actor.userId, now }, create)
    : await create(birth);
  const { rootQrId } = tree as CommissionTree;
  rememberQrs(deps, tree, [rootQrId]);
  const answers = await newQrAnswers(deps, { tree, site, actor, now }, [rootQrId]);
  return { answer: onlyAnswer(answers), position };
}

/** Makes a distributor's next root, if it has room for one. */
async function createOwnRoot<T>(
  birth: Birth,
  { siteId, distributorId, now }: { readonly siteId: string; readonly distributorId: string; readonly now: string },
  create: (birth: Birth, refuse: (before: CommissionTree | null) => void) => Promise<T>,
): Promise<T> {
  let open = 0;
  for (let n = 1; ; n += 1) {
    try {
      return await create({ ...birth, qrId: ownRootId(siteId, distributorId, n) }, (before) => {
        if (before !== null) throw new NumberTaken(before);
        assertRoomForOwnRoot(open);
      });
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error;
      if (isOpenRoot(error.tree, now)) open += 1;
    }
  }
}

async function createSibling(deps: CommandServiceDeps, create: Create, parentQrId: string) {
  const { siteId, body, session, request } = create;
  const { place, site, actor } = await locateOnSite(deps, session, { siteId, qrId: parentQrId }, siblingMakerOn);
  const context = commandContext({
    request,
    session,
    commandName: 'CreateSiblingQr',
    clock: deps.clock,
    role: roleOnSite(site, session, actor),
  });
  const { now } = context;
  const birth = newBirth(context.commandId, 0);
  const terms = { ...termsOf(body), maxRedemptions: body.maxRedemptions };
  const stream = streams.commissionTree(place.rootQrId);
  const plan = await deps.quotas.planOf(site.tenantId);
  const { state: tree, position } = await executeTaking(deps, quotaOfNewQrs(site, stream, [birth], now), {
    stream,
    decider: commissionTreeDecider,
    decide: (before) => {
      const events = decideSibling(before, { actor, site, parentQrId: place.qrId, birth, terms, now });
      for (const { data } of events) assertPlanAllowsDepth(plan, data.depth);
      return events;
    },
    context,
  });
  rememberQrs(deps, tree, [birth.qrId]);
  return { answer: onlyAnswer(await newQrAnswers(deps, { tree, site, actor, now }, [birth.qrId])), position };
}

function termsOf(body: Body) {
  return {
    name: body.name,
    internalName: body.internalName ?? null,
    benefit: askedBenefit(body, null),
    commissionPercent: body.commissionPercent,
    externalUrl: body.externalUrl ?? null,
  };
}

function onlyAnswer<T>(answers: readonly T[]): T {
  const [only] = answers;
  if (only === undefined) throw new Error('a command that makes one QR made none');
  return only;
}
