import { streams } from '@perktree/contracts/streams';
import { assertApproved } from '../../domain/approval/decisions.ts';
import { approvalsDecider } from '../../domain/approval/state.ts';
import type { Payout } from '../../domain/payout/state.ts';
import { siteDecider } from '../../domain/site/state.ts';
import type { CommandHandler } from '../../engine/command-handler.ts';

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
