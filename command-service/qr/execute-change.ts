import { type CommissionTreeEvent, streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { quotaLimit } from '@perktree/contracts/subscription/plans';
import type { CommandContext, Executed } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import type { Site } from '../site/decisions/state.ts';
import { counts } from '../subscription/decisions/state.ts';
import type { QuotaClaim } from '../subscription/decisions/subscription.ts';
import { executeReleasing, executeWithQuota, type Quotas } from '../subscription/quotas.ts';
import { branchOf } from './decisions/change-branch.ts';
import type { ChangeQr } from './decisions/change-qr.ts';
import { assertRoomForDistributors } from './decisions/rules.ts';
import { type CommissionTreeState, commissionTreeFold } from './decisions/state.ts';
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
 * A change after which QRs count as active: in the plan, or in their tree if a distributor made them. The quota depends on the loaded tree. If the tree has changed before the
 * decision so that other quota is needed, the command is refused.
 * @throws Refused PLAN_LIMIT_REACHED, TOO_MUCH_CONTENTION, by `decide`, and as assertRoomForDistributors does
 */
export async function executeChangeWithQuota(deps: Deps, change: Change, claimsOf: ClaimsOf): Changed {
  const { qrId, site, context, decide } = change;
  const stream = streams.commissionTree(change.rootQrId);
  const { now } = context;
  const claims = (tree: CommissionTreeState) => claimsOf(tree, { qrId, site, now, stream });
  const { state } = await deps.handler.load(stream, commissionTreeFold);
  const items = claims(state);
  // Who made a QR never changes.
  const isByDistributor = ({ id }: QuotaClaim) => state?.qrs.get(id)?.isByDistributor === true;
  const ofOwner = items.filter((item) => !isByDistributor(item));
  // One that has expired takes no room.
  const byDistributors = items.filter((item) => isByDistributor(item) && counts(item, now)).length;
  const limit = byDistributors > 0 ? quotaLimit(await deps.quotas.planOf(site.tenantId), 'activeQrs') : null;
  const checked: Change['decide'] = (tree, command) => {
    const events = decide(tree, command);
    if (events.length > 0 && !same(claims(tree), items)) throw new Refused('TOO_MUCH_CONTENTION');
    if (events.length > 0 && tree && byDistributors > 0) assertRoomForDistributors(tree, byDistributors, limit, now);
    return events;
  };
  const needed = { tenantId: site.tenantId, quota: 'activeQrs', items: ofOwner } as const;
  return executeWithQuota(deps, needed, executionOf({ ...change, decide: checked }));
}

/** A change after which a QR no longer counts as active. */
export function executeChangeReleasing(deps: Deps, change: Change): Changed {
  const quota = { tenantId: change.site.tenantId, quota: 'activeQrs', ids: [change.qrId] } as const;
  return executeReleasing(deps, quota, executionOf(change));
}

/** A change after which QRs of a branch no longer count as active. */
export async function executeBranchReleasing(deps: Deps, change: Change): Changed {
  const { state } = await deps.handler.load(streams.commissionTree(change.rootQrId), commissionTreeFold);
  const ids = state ? branchOf(state, change.qrId).map(({ qrId }) => qrId) : [];
  const isEndedBy = (id: string, { data }: CommissionTreeEvent) => data.qrId === id;
  return executeReleasing(
    deps,
    { tenantId: change.site.tenantId, quota: 'activeQrs', ids, isEndedBy },
    executionOf(change),
  );
}

function executionOf({ rootQrId, qrId, site, context, decide }: Change) {
  return {
    stream: streams.commissionTree(rootQrId),
    fold: commissionTreeFold,
    decide: (tree: CommissionTreeState) => decide(tree, { qrId, site, now: context.now }),
    context,
  };
}

function same(claims: ReturnType<ClaimsOf>, others: ReturnType<ClaimsOf>): boolean {
  return JSON.stringify(claims) === JSON.stringify(others);
}
