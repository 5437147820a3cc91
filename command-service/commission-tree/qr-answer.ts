import { benefitDisplay } from '@perktree/contracts/benefit';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { streams } from '@perktree/contracts/streams';
import type { CommandServiceDeps } from '../deps.ts';
import type { QrCounters } from '../lookups/port.ts';
import { redemptionsDecider, redemptionsInPeriod } from '../redemption/decider.ts';
import type { Site } from '../site/state.ts';
import type { TreeActor } from './actor-rules.ts';
import { budgetOf, findQr, isExpired } from './rules.ts';
import type { CommissionTree, CommissionTreeState, Qr } from './state.ts';

interface Viewed {
  readonly tree: CommissionTreeState;
  readonly site: Site;
  readonly actor: TreeActor;
  readonly now: string;
}

/** What one QR answers beside what its tree knows. */
interface Figures extends QrCounters {
  /** Redemptions that count in the current issue period. */
  readonly redemptionsNow: number;
}

const NO_FIGURES: Figures = { totalScans: 0, totalRedemptions: 0, redemptionsNow: 0 };

/** The answer about QRs that a command has just made: nobody can have met them yet. */
export function newQrAnswers(viewed: Viewed, qrIds: readonly string[]): QrAnswer[] {
  return qrIds.map((qrId) => {
    const { tree, qr } = findQr(viewed.tree, qrId);
    return answerOf(tree, qr, viewed, NO_FIGURES);
  });
}

/** The answer about a QR that has been there: terms and ownership as the command left them, totals as last counted. */
export async function qrAnswerOf(deps: CommandServiceDeps, viewed: Viewed, qrId: string): Promise<QrAnswer> {
  const { tree, qr } = findQr(viewed.tree, qrId);
  const [counters, redemptionsIn] = await Promise.all([deps.lookups.counters([qrId]), loadRedemptions(deps, qrId)]);
  const totals = counters.get(qrId) ?? NO_FIGURES;
  return answerOf(tree, qr, viewed, { ...totals, redemptionsNow: redemptionsIn(qr.period) });
}

/** The redemptions of a QR that count, by issue period: from its stream, not from a read model. */
export async function loadRedemptions(deps: CommandServiceDeps, qrId: string): Promise<(period: number) => number> {
  const { state } = await deps.handler.load(streams.redemptions(qrId), redemptionsDecider);
  return (period) => redemptionsInPeriod(state, period);
}

function answerOf(tree: CommissionTree, qr: Qr, { site, actor, now }: Viewed, figures: Figures): QrAnswer {
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
    isActive: qr.isActive,
    issuePeriod: qr.period,
    expiresAtUtc: qr.expiresAt,
    isExpired: isExpired(qr, now),
    isMaxedOut: maxRedemptions !== null && figures.redemptionsNow >= maxRedemptions,
    totalScans: figures.totalScans,
    totalRedemptions: figures.totalRedemptions,
    createdAt: qr.createdAt,
  };
}
