import type { EventData, PayoutEvent } from '@perktree/contracts/events/catalogue';
import type { TransferFailure } from '@perktree/contracts/events/payout';
import { Refused } from '@perktree/contracts/refusals';
import type { Payout, PayoutsState } from './state.ts';

export type TransferOutcome =
  | { readonly kind: 'paid'; readonly reference: string }
  /** Final: the entries are payable again. */
  | { readonly kind: 'failed'; readonly reason: TransferFailure };

interface ByHand {
  readonly payoutId: string;
  /** The caller's tenant; null: the caller has none. */
  readonly tenantId: string | null;
}

interface SettleByHand extends ByHand {
  /** Whether the payment provider transfers money, so that a transfer may be under way. */
  readonly providerTransfers: boolean;
  readonly noteId: string;
}

/** The owner marks a payout as paid. @throws Refused PAYOUT_NOT_FOUND, PAYOUT_NOT_PROCESSING, PAYOUT_BY_PROVIDER */
export function decideMarkPaid(state: PayoutsState, command: SettleByHand): readonly PayoutEvent[] {
  return [paid(settleableByHand(state, command), { reference: null, noteId: command.noteId })];
}

/** The owner cancels a payout: its entries are payable again. @throws Refused as decideMarkPaid does */
export function decideCancel(state: PayoutsState, command: SettleByHand): readonly PayoutEvent[] {
  const payout = settleableByHand(state, command);
  return [{ type: 'PayoutCancelled', data: { ...idsOf(payout), noteId: command.noteId } }];
}

/** Records the outcome of a transfer by the payment provider. Idempotent. */
export function decideTransferred(
  state: PayoutsState,
  { payoutId, outcome }: { readonly payoutId: string; readonly outcome: TransferOutcome },
): readonly PayoutEvent[] {
  const payout = state.payouts.get(payoutId);
  if (payout?.status !== 'processing') return [];
  if (outcome.kind === 'paid') return [paid(payout, { reference: outcome.reference, noteId: null })];
  return [{ type: 'PayoutFailed', data: { ...idsOf(payout), reason: outcome.reason } }];
}

interface ChangePaid extends ByHand {
  readonly noteId: string;
}

/**
 * The owner says that the money of a payout came back: its entries are payable again. One that the payment provider
 * transferred is returned by its notice only (`decideReversed`), because the provider knows where the money is.
 * @throws Refused PAYOUT_NOT_FOUND, PAYOUT_NOT_PAID, PAYOUT_BY_PROVIDER
 */
export function decideReturn(state: PayoutsState, command: ChangePaid): readonly PayoutEvent[] {
  const payout = paidByHand(state, command);
  return [returned(payout, command.noteId)];
}

/** The owner corrects the reference of a payout. @throws Refused as decideReturn does */
export function decideCorrectReference(
  state: PayoutsState,
  command: ChangePaid & { readonly reason: EventData<'PayoutReferenceCorrected'>['reason'] },
): readonly PayoutEvent[] {
  const { noteId, reason } = command;
  return [{ type: 'PayoutReferenceCorrected', data: { ...idsOf(paidByHand(state, command)), noteId, reason } }];
}

/** Records that the payment provider's transfer was reversed after it was made. Idempotent. */
export function decideReversed(
  state: PayoutsState,
  { payoutId }: { readonly payoutId: string },
): readonly PayoutEvent[] {
  const payout = state.payouts.get(payoutId);
  return payout?.status === 'paid' && payout.reference !== null ? [returned(payout, null)] : [];
}

/** The payout, if it belongs to the tenant. @throws Refused PAYOUT_NOT_FOUND */
export function ownPayout(state: PayoutsState, { payoutId, tenantId }: ByHand): Payout {
  const payout = state.payouts.get(payoutId);
  if (payout === undefined || payout.tenantId !== tenantId) throw new Refused('PAYOUT_NOT_FOUND');
  return payout;
}

function settleableByHand(state: PayoutsState, command: SettleByHand): Payout {
  const payout = ownPayout(state, command);
  if (payout.status !== 'processing') throw new Refused('PAYOUT_NOT_PROCESSING', { status: payout.status });
  // A transfer may be under way, so settling by hand could pay twice.
  if (payout.settlement === 'provider' && command.providerTransfers) throw new Refused('PAYOUT_BY_PROVIDER');
  return payout;
}

function paidByHand(state: PayoutsState, command: ChangePaid): Payout {
  const payout = ownPayout(state, command);
  if (payout.status !== 'paid') throw new Refused('PAYOUT_NOT_PAID', { status: payout.status });
  if (payout.reference !== null) throw new Refused('PAYOUT_BY_PROVIDER');
  return payout;
}

function returned(payout: Payout, noteId: string | null): PayoutEvent {
  return { type: 'PayoutReturned', data: { ...idsOf(payout), amount: payout.amount, noteId } };
}

function paid(payout: Payout, by: { readonly reference: string | null; readonly noteId: string | null }): PayoutEvent {
  return { type: 'PayoutPaid', data: { ...idsOf(payout), amount: payout.amount, ...by } };
}

function idsOf({ payoutId, siteId, tenantId, distributorId, currency, entryIds }: Payout) {
  return { payoutId, siteId, tenantId, distributorId, currency, entryIds };
}
