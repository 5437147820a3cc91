import { streams } from '@perktree/contracts/catalogue/events';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import type { CommandServiceDeps } from '../deps.ts';
import type { QrCounters } from '../http/lookups/port.ts';
import { redemptionsFold, redemptionsInPeriod } from '../redemption/decisions/state.ts';
import type { Site } from '../site/decisions/state.ts';
import { renewalPolicyOf } from './decisions/change-qr.ts';
import { budgetOf, type TreeActor } from './decisions/rules.ts';
import { type CommissionTree, type CommissionTreeState, findQr, isQrExpired, type Qr } from './decisions/state.ts';

interface Viewed {
  readonly tree: CommissionTreeState;
  readonly site: Site;
  readonly actor: TreeActor;
  readonly now: string;
}

interface Figures extends Omit<QrCounters, 'createdBy'> {
  /** Redemptions that count in the current issue period. */
  readonly redemptionsNow: number;
}

const NO_FIGURES: Figures = { totalScans: 0, totalRedemptions: 0, redemptionsNow: 0 };

/** The answer about new QRs, which have no scans or redemptions. */
export function newQrAnswers(
  deps: Pick<CommandServiceDeps, 'accounts'>,
  viewed: Viewed,
  qrIds: readonly string[],
): Promise<QrAnswer[]> {
  return Promise.all(
    qrIds.map(async (qrId) => {
      const { tree, qr } = findQr(viewed.tree, qrId);
      return answerOf(tree, qr, viewed, { ...NO_FIGURES, ...(await peopleOf(deps, viewed, qr, null)) });
    }),
  );
}

/** The answer about a changed QR: terms and owner from its stream, totals from the read model. */
export async function decidedQrAnswerOf(deps: CommandServiceDeps, viewed: Viewed, qrId: string): Promise<QrAnswer> {
  const { tree, qr } = findQr(viewed.tree, qrId);
  const [counters, redemptionsIn] = await Promise.all([deps.lookups.counters([qrId]), loadRedemptions(deps, qrId)]);
  const totals = counters.get(qrId) ?? NO_FIGURES;
  const people = await peopleOf(deps, viewed, qr, counters.get(qrId)?.createdBy ?? null);
  return answerOf(tree, qr, viewed, { ...totals, ...people, redemptionsNow: redemptionsIn(qr.period) });
}

type People = Pick<QrAnswer, 'claimedBy' | 'createdBy'>;

/** The claiming and the creating distributor with their names, for the site's owner. */
async function peopleOf(
  { accounts }: Pick<CommandServiceDeps, 'accounts'>,
  { actor, site }: Viewed,
  { ownerId }: Qr,
  createdBy: string | null,
): Promise<People> {
  if (actor.kind !== 'site_owner') return { claimedBy: null, createdBy: null };
  const names = await accounts.displayNames([...new Set([ownerId ?? [], createdBy ?? []].flat())]);
  const person = (id: string | null) =>
    id === null ? null : { id, name: names.get(id) ?? DELETED_USER, isBlocked: site.blockedDistributors.has(id) };
  return { claimedBy: person(ownerId), createdBy: person(createdBy) };
}

/** Counted redemptions by issue period, from the QR's stream. */
export async function loadRedemptions(deps: CommandServiceDeps, qrId: string): Promise<(period: number) => number> {
  const { state } = await deps.handler.load(streams.redemptions(qrId), redemptionsFold);
  return (period) => redemptionsInPeriod(state, period);
}

function answerOf(tree: CommissionTree, qr: Qr, { site, actor, now }: Viewed, figures: Figures & People): QrAnswer {
  const { terms } = qr;
  const { maxRedemptions } = terms;
  return {
    id: qr.qrId,
    siteId: tree.siteId,
    name: terms.name,
    internalName: actor.kind === 'site_owner' ? terms.internalName : null,
    ...terms.benefit,
    benefitDisplay: benefitDisplay(terms.benefit, site.currency),
    commissionPercent: terms.commissionPercent,
    availableCommission: budgetOf(tree, qr) / 100,
    maxRedemptions,
    externalUrl: terms.externalUrl,
    parentQrId: qr.parentQrId,
    depth: qr.depth,
    currency: site.currency,
    isClaimed: qr.ownerId !== null,
    isMine: actor.kind === 'distributor' && qr.ownerId === actor.userId,
    claimedBy: figures.claimedBy,
    createdBy: figures.createdBy,
    approval: qr.approval,
    isActive: qr.isActive,
    issuePeriod: qr.period,
    expiresAtUtc: qr.expiresAt,
    renewalPolicy: renewalPolicyOf(tree, site),
    periodRedemptions: figures.redemptionsNow,
    isExpired: isQrExpired(qr, now),
    isMaxedOut: maxRedemptions !== null && figures.redemptionsNow >= maxRedemptions,
    totalScans: figures.totalScans,
    totalRedemptions: figures.totalRedemptions,
    createdAt: qr.createdAt,
  };
}
