import { randomBytes } from 'node:crypto';
import { type EventOf, streams } from '@perktree/contracts/catalogue/events';
import { quotaLimit } from '@perktree/contracts/subscription/plans';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import { assertPlanAllowsDepth } from '../subscription/decisions/plan-limits.ts';
import { executeWithQuota } from '../subscription/quotas.ts';
import type { NewQrIds } from './decisions/create-qrs.ts';
import { assertRoomForDistributors } from './decisions/rules.ts';
import { type CommissionTreeState, commissionTreeFold, findQr } from './decisions/state.ts';
import type { LocatedQr } from './locate.ts';
import { newQrAnswers } from './qr-answer.ts';
import { quotaOfNewQrs } from './qr-quota.ts';

const TOKEN_BYTES = 16;

/**
 * The QR id derives from the command, so a repeated command creates the same QR. Tokens are 128 random bits, so that a
 * printed QR cannot be forged.
 * @param index of the QR among those of the command
 */
export function newQrIds(commandId: string, index: number): NewQrIds {
  return { qrId: deriveUuid('qr', commandId, index), customerToken: randomToken(), distributorToken: randomToken() };
}

/** 22 characters of base64url. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Lets this process find new QRs before the read model has them. */
export function rememberQrs(deps: CommandServiceDeps, state: CommissionTreeState, qrIds: readonly string[]): void {
  for (const qrId of qrIds) {
    const { tree, qr } = findQr(state, qrId);
    const { rootQrId, siteId, tenantId } = tree;
    deps.lookups.remember({ qrId, rootQrId, siteId, tenantId }, qr);
  }
}

/**
 * Creates QRs below a QR. They use the plan of the site's tenant, unless a distributor creates them: their depth alone is
 * the plan's then, and their number that of assertRoomForDistributors.
 * @throws Refused PLAN_LIMIT_REACHED, and as `decide` does
 */
export async function createBelow(
  deps: CommandServiceDeps,
  { place, site, actor }: LocatedQr,
  command: {
    readonly newIds: readonly NewQrIds[];
    readonly decide: (
      tree: CommissionTreeState,
    ) => readonly EventOf<'QrSplit' | 'SiblingQrCreated' | 'QrRenewalChosen'>[];
    readonly context: CommandContext;
  },
) {
  const { newIds, decide, context } = command;
  const { now } = context;
  const stream = streams.commissionTree(place.rootQrId);
  const plan = await deps.quotas.planOf(site.tenantId);
  const isByDistributor = actor.kind === 'distributor';
  const quota = quotaOfNewQrs(site, stream, isByDistributor ? [] : newIds, now);
  const { state: tree, position } = await executeWithQuota(deps, quota, {
    stream,
    fold: commissionTreeFold,
    context,
    decide(before) {
      const events = decide(before);
      for (const { data } of events) if ('depth' in data) assertPlanAllowsDepth(plan, data.depth);
      if (before && isByDistributor && events.length > 0) {
        assertRoomForDistributors(before, newIds.length, quotaLimit(plan, 'activeQrs'), now);
      }
      return events;
    },
  });
  const qrIds = newIds.map(({ qrId }) => qrId);
  rememberQrs(deps, tree, qrIds);
  return { answers: await newQrAnswers(deps, { tree, site, actor, now }, qrIds), position };
}
