import { areSameFigures, type ClosedFigures } from '@perktree/contracts/approval/figures';
import { closableFrom } from '@perktree/contracts/audit/month-period';
import type { ApprovalEvent, EventData } from '@perktree/contracts/catalogue/events';
import { type Edit, refuseEditedMeanwhile } from '@perktree/contracts/kernel/edits';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Site } from '../../site/decisions/state.ts';
import type { ApprovalRule, ApprovalsState } from './state.ts';

/** A payout, as its own stream says. */
type OfPayout = EventData<'PayoutGenerated'> & { readonly status: string };

type OfSite = Pick<Site, 'siteId' | 'tenantId' | 'ownerId' | 'staff'>;

/**
 * The owner says what needs a second person, and who that can be.
 * @throws Refused EDITED_MEANWHILE, APPROVER_MISSING, APPROVER_NOT_STAFF
 */
export function decideSetRule(
  { rule: before }: ApprovalsState,
  { site, edit }: { readonly site: OfSite; readonly edit: Edit<ApprovalRule> },
): readonly ApprovalEvent[] {
  const { siteId, tenantId, ownerId, staff } = site;
  // As the screen shows them: those who can approve now.
  const shown = before.approverIds.filter((id) => staff.has(id) && id !== ownerId);
  const given = edit.approverIds && [...new Set(edit.approverIds)].toSorted();
  refuseEditedMeanwhile({ ...before, approverIds: shown }, { ...edit, approverIds: given });
  const { payoutsAbove = before.payoutsAbove, monthsNeedSignOff = before.monthsNeedSignOff } = edit;
  const approverIds = given ?? before.approverIds;
  const needsApprover = payoutsAbove !== null || monthsNeedSignOff;
  if (needsApprover && (given ?? shown).length === 0) throw new Refused('APPROVER_MISSING');
  // One who has left since may stay in the list: the screen shows who can approve now.
  const added = approverIds.filter((id) => !before.approverIds.includes(id));
  if (added.some((id) => !staff.has(id) || id === ownerId)) throw new Refused('APPROVER_NOT_STAFF');
  const after = { approverIds, payoutsAbove, monthsNeedSignOff };
  if (JSON.stringify(after) === JSON.stringify(before)) return [];
  return [{ type: 'ApprovalRuleSet', data: { siteId, tenantId, ...after } }];
}

/** Whether a person may approve on a site now: named by the owner, still on the staff, and not the owner. */
export const isApprover = ({ rule }: ApprovalsState, { ownerId, staff }: OfSite, userId: string): boolean =>
  rule.approverIds.includes(userId) && staff.has(userId) && userId !== ownerId;

/** Whether a payout may be paid only after a second person has approved it. In another currency than the site's, each does. */
export function needsApproval(
  { rule: { payoutsAbove } }: ApprovalsState,
  siteCurrency: Currency,
  { amount, currency }: Pick<OfPayout, 'amount' | 'currency'>,
): boolean {
  if (payoutsAbove === null) return false;
  return currency !== siteCurrency || toMinor(amount, currency) > toMinor(payoutsAbove, currency);
}

/** @throws Refused PAYOUT_NEEDS_APPROVAL if a payout waits for a second person */
export function assertApproved(
  state: ApprovalsState,
  siteCurrency: Currency,
  payout: Pick<OfPayout, 'payoutId' | 'amount' | 'currency'>,
): void {
  if (!needsApproval(state, siteCurrency, payout) || state.payouts.has(payout.payoutId)) return;
  throw new Refused('PAYOUT_NEEDS_APPROVAL', { limit: state.rule.payoutsAbove ?? '', currency: siteCurrency });
}

/**
 * A second person approves a payout. Idempotent.
 * @throws Refused NOT_APPROVER, OWN_PAYOUT, PAYOUT_NOT_PROCESSING
 */
export function decideApprovePayout(
  state: ApprovalsState,
  { site, payout, userId }: { readonly site: OfSite; readonly payout: OfPayout; readonly userId: string },
): readonly ApprovalEvent[] {
  if (!isApprover(state, site, userId)) throw new Refused('NOT_APPROVER');
  const { payoutId, siteId, tenantId, distributorId, currency, amount, status } = payout;
  if (userId === distributorId) throw new Refused('OWN_PAYOUT');
  if (state.payouts.has(payoutId)) return [];
  if (status !== 'processing') throw new Refused('PAYOUT_NOT_PROCESSING', { status });
  const of = { siteId, tenantId, payoutId, distributorId, currency, amount };
  return [{ type: 'PayoutApproved', data: { ...of, approvedBy: userId } }];
}

interface CloseMonth extends Omit<EventData<'MonthClosed'>, 'siteId' | 'tenantId'> {
  readonly site: Pick<Site, 'siteId' | 'tenantId' | 'timeZones'>;
  readonly now: string;
}

/** Closes a month that is over with the figures that the caller saw. @throws Refused MONTH_NOT_OVER, MONTH_SIGNED_OFF */
export function decideCloseMonth(
  { months }: ApprovalsState,
  { site, now, ...close }: CloseMonth,
): readonly ApprovalEvent[] {
  const before = months.get(close.month);
  if (before && areSameFigures(before, close)) return [];
  const from = closableFrom(close.month, site.timeZones);
  if (Date.parse(now) < from) {
    throw new Refused('MONTH_NOT_OVER', { month: close.month, from: new Date(from).toISOString() });
  }
  if (before?.signedOff) throw new Refused('MONTH_SIGNED_OFF', { month: close.month });
  return [{ type: 'MonthClosed', data: { siteId: site.siteId, tenantId: site.tenantId, ...close } }];
}

/**
 * A second person signs a closed month off. Idempotent.
 * @throws Refused NOT_APPROVER, MONTH_NOT_CLOSED, SIGN_OFF_BY_CLOSER, CLOSE_CHANGED
 */
export function decideSignOffMonth(
  state: ApprovalsState,
  command: {
    readonly site: OfSite;
    readonly userId: string;
    readonly month: string;
    /** What that person has seen. */
    readonly figures: ClosedFigures;
  },
): readonly ApprovalEvent[] {
  const { site, userId, month, figures } = command;
  const closed = state.months.get(month);
  // First, so that the owner reads why it has to be another person.
  if (closed?.closedBy === userId) throw new Refused('SIGN_OFF_BY_CLOSER');
  if (!isApprover(state, site, userId)) throw new Refused('NOT_APPROVER');
  if (closed === undefined) throw new Refused('MONTH_NOT_CLOSED', { month });
  if (!areSameFigures(closed, figures)) throw new Refused('CLOSE_CHANGED');
  if (closed.signedOff) return [];
  const { siteId, tenantId, fingerprint, closedBy } = closed;
  return [{ type: 'MonthSignedOff', data: { siteId, tenantId, month, fingerprint, closedBy, signedOffBy: userId } }];
}
