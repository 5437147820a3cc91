import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { qrCalls } from '@perktree/contracts/qr/calls';
import { MAX_OWN_ROOTS } from '@perktree/contracts/site/configuration';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import type { Site } from '../site/decisions/state.ts';
import { executeWithQuota } from '../subscription/quotas.ts';
import { decideCreateRoot, decideSibling, type NewQrIds } from './decisions/create-qrs.ts';
import { benefitOf, type TreeActor } from './decisions/rules.ts';
import {
  type CommissionTree,
  type CommissionTreeState,
  commissionTreeFold,
  findQr,
  isQrExpired,
} from './decisions/state.ts';
import { actorOn, loadSite, locateOnSite } from './locate.ts';
import { createBelow, newQrIds, rememberQrs } from './new-qrs.ts';
import { newQrAnswers } from './qr-answer.ts';
import { quotaOfNewQrs } from './qr-quota.ts';

/**
 * The id of a distributor's nth root on a site, from 1. Root n can be created only after all lower numbers. Two requests for
 * the same number append to the same stream, so the limit holds under concurrency.
 */
function ownRootId(siteId: string, distributorId: string, n: number): string {
  return deriveUuid('own root', siteId, distributorId, n);
}

/** The root with this number exists: retry with the next one. */
class NumberTaken extends Error {
  override readonly name = 'NumberTaken';
  constructor(readonly tree: CommissionTree) {
    super(`root ${tree.rootQrId} exists`);
  }
}

/** Whether a root counts towards the limit: it waits for approval, or is active and has not expired. */
function isOpenRoot(tree: CommissionTree, now: string): boolean {
  const { qr } = findQr(tree, tree.rootQrId);
  return qr.approval === 'waiting' || (qr.isActive && !isQrExpired(qr, now));
}

/** @throws Refused TOO_MANY_OWN_ROOTS */
function assertRoomForOwnRoot(open: number): void {
  if (open >= MAX_OWN_ROOTS) throw new Refused('TOO_MANY_OWN_ROOTS', { limit: MAX_OWN_ROOTS });
}

type Body = z.output<typeof qrCalls.createQr.body>;

interface Create {
  readonly siteId: string;
  readonly body: Body;
  readonly session: Session;
  readonly request: FastifyRequest;
}

/** `POST /api/sites/{siteId}/qrs`: creates a root, or a further child of `parentQrId`. */
export function mountCreateRoutes(app: FastifyInstance, deps: CommandServiceDeps): void {
  mountCall(app, deps.authenticate, qrCalls.createQr, async ({ params, body, session, request }) => {
    if (body.siteId !== undefined && body.siteId !== params.siteId) {
      throw invalidField('siteId', 'OTHER_SITE');
    }
    const create = { siteId: params.siteId, body, session, request };
    return body.parentQrId ? createSibling(deps, create, body.parentQrId) : createRootAs(deps, create);
  });
}

async function createRootAs(deps: CommandServiceDeps, { siteId, body, session, request }: Create) {
  const site = await loadSite(deps, siteId);
  const actor = actorOn(site, session);
  if (!site || !actor) throw new Refused('SITE_NOT_FOUND');
  const context = commandContext({
    request,
    session,
    commandName: 'CreateRootQr',
    clock: deps.clock,
    role: actor.kind,
  });
  return createRoot(deps, { site, actor, body, context });
}

/** Creates a root on a site, by its owner or by a distributor. */
export async function createRoot(
  deps: CommandServiceDeps,
  command: {
    readonly site: Site;
    readonly actor: TreeActor;
    readonly body: Omit<Body, 'siteId' | 'parentQrId'>;
    readonly context: CommandContext;
  },
) {
  const { site, actor, body, context } = command;
  const { siteId } = site;
  const { now } = context;
  const terms = termsOf(body);
  const isDistributor = actor.kind === 'distributor';
  const claimedOffers = isDistributor ? await deps.lookups.claimedOffers(actor.userId, siteId) : [];
  const create = (ids: NewQrIds, refuse: (before: CommissionTree | null) => void = () => {}) => {
    const stream = streams.commissionTree(ids.qrId);
    const decide = (before: CommissionTreeState) => {
      refuse(before);
      const { renewalPolicy } = body;
      return decideCreateRoot(before, { actor, site, ids, terms, renewalPolicy, claimedOffers, now });
    };
    const waits = isDistributor && site.configuration.topLevelQrsNeedApproval;
    const quota = quotaOfNewQrs(site, stream, waits ? [] : [ids], now);
    return executeWithQuota(deps, quota, { stream, fold: commissionTreeFold, decide, context });
  };
  const ids = newQrIds(context.commandId, 0);
  const { state: tree, position } = isDistributor
    ? await createOwnRoot(ids, { siteId, distributorId: actor.userId, now }, create)
    : await create(ids);
  const { rootQrId } = tree as CommissionTree;
  rememberQrs(deps, tree, [rootQrId]);
  const answers = await newQrAnswers(deps, { tree, site, actor, now }, [rootQrId]);
  return { answer: onlyAnswer(answers), position };
}

/** Creates a distributor's next root, up to the limit of open roots. */
async function createOwnRoot<T>(
  ids: NewQrIds,
  { siteId, distributorId, now }: { readonly siteId: string; readonly distributorId: string; readonly now: string },
  create: (ids: NewQrIds, refuse: (before: CommissionTree | null) => void) => Promise<T>,
): Promise<T> {
  let open = 0;
  for (let n = 1; ; n += 1) {
    try {
      return await create({ ...ids, qrId: ownRootId(siteId, distributorId, n) }, (before) => {
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
  const { clock } = deps;
  const located = await locateOnSite(deps, session, { siteId, qrId: parentQrId });
  const { place, site, actor } = located;
  const context = commandContext({ request, session, commandName: 'CreateSiblingQr', clock, role: actor.kind });
  const ids = newQrIds(context.commandId, 0);
  const terms = termsOf(body);
  const { renewalPolicy } = body;
  const command = { actor, site, parentQrId: place.qrId, ids, terms, renewalPolicy, now: context.now };
  const { answers, position } = await createBelow(deps, located, {
    newIds: [ids],
    context,
    decide: (tree) => decideSibling(tree, command),
  });
  return { answer: onlyAnswer(answers), position };
}

function termsOf(body: Omit<Body, 'siteId' | 'parentQrId'>) {
  return {
    name: body.name,
    internalName: body.internalName ?? null,
    benefit: benefitOf(body, null),
    commissionPercent: body.commissionPercent,
    externalUrl: body.externalUrl ?? null,
    maxRedemptions: body.maxRedemptions,
  };
}

function onlyAnswer<T>(answers: readonly T[]): T {
  const [only] = answers;
  if (only === undefined) throw new Error('creating a QR returned no answer');
  return only;
}
