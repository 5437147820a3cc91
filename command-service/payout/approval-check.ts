import { streams } from '@perktree/contracts/catalogue/streams';
import { assertApproved } from '../approval/decisions/approve.ts';
import { approvalsDecider } from '../approval/decisions/state.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { siteDecider } from '../site/decisions/state.ts';
import type { Payout } from './decisions/state.ts';

/** The check whether payouts of a site may be paid now: it throws Refused PAYOUT_NEEDS_APPROVAL if one may not. */
export async function approvalCheck(
  handler: Pick<CommandHandler, 'load'>,
  siteId: string,
): Promise<(payout: Payout) => void> {
  const [{ state: site }, { state }] = await Promise.all([
    handler.load(streams.site(siteId), siteDecider),
    handler.load(streams.approvals(siteId), approvalsDecider),
  ]);
  return (payout) => assertApproved(state, site?.currency ?? payout.currency, payout);
}
