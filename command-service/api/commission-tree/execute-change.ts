import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import { quotaLimit } from '@perktree/contracts/plans';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import type { ChangeQr } from '../../domain/commission-tree/change-qr.ts';
import { assertRoomForDistributors } from '../../domain/commission-tree/rules.ts';
import { type CommissionTreeState, commissionTreeDecider } from '../../domain/commission-tree/state.ts';
import type { Site } from '../../domain/site/state.ts';
import type { CommandContext, Executed } from '../../engine/command.ts';
import type { CommandHandler } from '../../engine/command-handler.ts';
import { executeReleasing, executeWithQuota, type Quotas } from '../subscription/quotas.ts';
import type { ClaimsOf } from './qr-quota.ts';

export interface Change {
  readonly rootQrId: string;
  readonly qrId: string;
  readonly site: Site;
  readonly context: CommandContext;
  readonly decide: (tree: CommissionTreeState, command: ChangeQr) => readonly CommissionTreeEvent[];
}

type Deps = { readonly handler: CommandHandler; readonly quotas: Quotas };
type Changed = Promise<Executed<CommissionTreeState, CommissionTreeEvent>>;

/** A change without effect on quota. */
export function executeChange({ handler }: Pick<Deps, 'handler'>, change: Change): Changed {
  return handler.execute(executionOf(change));
}

/**
 * A change after which a QR counts as active: in the plan, or in its tree if a distributor made it. The quota depends on the loaded tree. If the tree has changed before the
 * decision so that other quota is needed, the command is refused.
 * @throws Refused PLAN_LIMIT_REACHED, TOO_MUCH_CONTENTION, by `decide`, and as assertRoomForDistributors does
 */
export async function executeChangeWithQuota(deps: Deps, change: Change, claimsOf: ClaimsOf): Changed {
  const { qrId, site, context, decide } = change;
  const stream = streams.commissionTree(change.rootQrId);
  const { now } = context;
  const claims = (tree: CommissionTreeState) => claimsOf(tree, { qrId, site, now, stream });
  const { state } = await deps.handler.load(stream, commissionTreeDecider);
  const items = claims(state);
  // Who made a QR never changes.
  const isByDistributor = state?.qrs.get(qrId)?.isByDistributor ?? false;
  const limit = isByDistributor ? quotaLimit(await deps.quotas.planOf(site.tenantId), 'activeQrs') : null;
  const checked: Change['decide'] = (tree, command) => {
    const events = decide(tree, command);
    if (events.length > 0 && !same(claims(tree), items)) throw new Refused('TOO_MUCH_CONTENTION');
    if (events.length > 0 && tree && isByDistributor) assertRoomForDistributors(tree, items.length, limit, now);
    return events;
  };
  const needed = { tenantId: site.tenantId, quota: 'activeQrs', items: isByDistributor ? [] : items } as const;
  return executeWithQuota(deps, needed, executionOf({ ...change, decide: checked }));
}

/** A change after which a QR no longer counts as active. */
export function executeChangeReleasing(deps: Deps, change: Change): Changed {
  const quota = { tenantId: change.site.tenantId, quota: 'activeQrs', id: change.qrId } as const;
  return executeReleasing(deps, quota, executionOf(change));
}

function executionOf({ rootQrId, qrId, site, context, decide }: Change) {
  return {
    stream: streams.commissionTree(rootQrId),
    decider: commissionTreeDecider,
    decide: (tree: CommissionTreeState) => decide(tree, { qrId, site, now: context.now }),
    context,
  };
}

function same(claims: ReturnType<ClaimsOf>, others: ReturnType<ClaimsOf>): boolean {
  return JSON.stringify(claims) === JSON.stringify(others);
}
