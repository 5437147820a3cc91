import type { EventData, PayoutEvent } from '@perktree/contracts/catalogue/events';
import { NO_NOTE, type NoteInEvent } from '@perktree/contracts/kernel/note';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { TransferFailure } from '@perktree/contracts/payout/events';
import type { Payout, PayoutsState } from './state.ts';

export type TransferOutcome =
  | { readonly kind: 'paid'; readonly reference: string; readonly accountHash: string | null }
  /** Final: the entries are payable again. */
  | { readonly kind: 'failed'; readonly reason: TransferFailure };

interface ByHand {
  readonly payoutId: string;
  /** The caller's tenant; null: the caller has none. */
  readonly tenantId: string | null;
}

interface SettleByHand extends ByHand, NoteInEvent {
  /** Whether the payment provider transfers money, so that a transfer may be under way. */
  readonly providerTransfers: boolean;
}

/** The owner marks a payout as paid. @throws Refused PAYOUT_NOT_FOUND, PAYOUT_NOT_PROCESSING, PAYOUT_BY_PROVIDER */
export function decideMarkPaid(state: PayoutsState, command: SettleByHand): readonly PayoutEvent[] {
  return [paid(settleableByHand(state, command), { reference: null, ...noteOf(command), accountHash: null })];
}

/** The owner cancels a payout: its entries are payable again. @throws Refused as decideMarkPaid does */
export function decideCancel(state: PayoutsState, command: SettleByHand): readonly PayoutEvent[] {
  const payout = settleableByHand(state, command);
  return [{ type: 'PayoutCancelled', data: { ...idsOf(payout), ...noteOf(command) } }];
}

/** Records the outcome of a transfer by the payment provider. Idempotent. */
export function decideTransferred(
  state: PayoutsState,
  { payoutId, outcome }: { readonly payoutId: string; readonly outcome: TransferOutcome },
): readonly PayoutEvent[] {
  const payout = state.payouts.get(payoutId);
  if (payout?.status !== 'processing') return [];
  if (outcome.kind === 'paid')
    return [paid(payout, { reference: outcome.reference, ...NO_NOTE, accountHash: outcome.accountHash })];
  return [{ type: 'PayoutFailed', data: { ...idsOf(payout), reason: outcome.reason } }];
}

type ChangePaid = ByHand & NoteInEvent;

/**
 * The owner says that the money of a payout came back: its entries are payable again. One that the payment provider
 * transferred is returned by its notice only (`decideReversed`), because the provider knows where the money is.
 * @throws Refused PAYOUT_NOT_FOUND, PAYOUT_NOT_PAID, PAYOUT_BY_PROVIDER
 */
export function decideReturn(state: PayoutsState, command: ChangePaid): readonly PayoutEvent[] {
  const payout = paidByHand(state, command);
  return [returned(payout, noteOf(command))];
}

/** The owner corrects the reference of a payout. @throws Refused as decideReturn does */
export function decideCorrectReference(
  state: PayoutsState,
  command: ChangePaid & { readonly reason: EventData<'PayoutReferenceCorrected'>['reason'] },
): readonly PayoutEvent[] {
  const { reason } = command;
  const payout = paidByHand(state, command);
  return [{ type: 'PayoutReferenceCorrected', data: { ...idsOf(payout), ...noteOf(command), reason } }];
}

/** Records that the payment provider's transfer was reversed after it was made. Idempotent. */
export function decideReversed(
  state: PayoutsState,
  { payoutId }: { readonly payoutId: string },
): readonly PayoutEvent[] {
  const payout = state.payouts.get(payoutId);
  return payout?.status === 'paid' && payout.reference !== null ? [returned(payout, NO_NOTE)] : [];
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

function returned(payout: Payout, note: NoteInEvent | typeof NO_NOTE): PayoutEvent {
  return { type: 'PayoutReturned', data: { ...idsOf(payout), amount: payout.amount, ...note } };
}

type PaidBy = Pick<EventData<'PayoutPaid'>, 'reference' | 'noteId' | 'noteHash' | 'accountHash'>;

function paid(payout: Payout, by: PaidBy): PayoutEvent {
  return { type: 'PayoutPaid', data: { ...idsOf(payout), amount: payout.amount, ...by } };
}

const noteOf = ({ noteId, noteHash }: NoteInEvent) => ({ noteId, noteHash });

function idsOf({ payoutId, siteId, tenantId, distributorId, currency, entryIds }: Payout) {
  return { payoutId, siteId, tenantId, distributorId, currency, entryIds };
}
