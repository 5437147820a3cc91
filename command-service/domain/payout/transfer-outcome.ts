import type { TransferFailure } from '@perktree/contracts/events/payout';

/** What the payment provider did with a transfer. */
export type TransferOutcome =
  | { readonly kind: 'paid'; readonly reference: string }
  /** It will not happen: the entries are payable again. */
  | { readonly kind: 'failed'; readonly reason: TransferFailure };
