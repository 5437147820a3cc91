import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { assertApproved } from '../approval/decisions/approve.ts';
import { approvalsFold } from '../approval/decisions/state.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { siteFold } from '../site/decisions/state.ts';
import type { Payout } from './decisions/state.ts';

type Loading = Pick<CommandHandler, 'load'>;

/** The check whether payouts of a site may be paid now: it throws Refused PAYOUT_NEEDS_APPROVAL if one may not. */
export async function approvalCheck(handler: Loading, siteId: string): Promise<(payout: Payout) => void> {
  const [{ state: site }, { state }] = await Promise.all([
    handler.load(streams.site(siteId), siteFold),
    handler.load(streams.approvals(siteId), approvalsFold),
  ]);
  return (payout) => assertApproved(state, site?.currency ?? payout.currency, payout);
}

/** For jobs, which come back to a payout once a second person has approved it. */
export async function waitsForApproval(handler: Loading, payout: Payout): Promise<boolean> {
  try {
    (await approvalCheck(handler, payout.siteId))(payout);
    return false;
  } catch (error) {
    if (error instanceof Refused && error.code === 'PAYOUT_NEEDS_APPROVAL') return true;
    throw error;
  }
}
