import type { PayeeEvent } from '@perktree/contracts/catalogue/events';
import type { NoteInEvent } from '@perktree/contracts/kernel/note';
import type { Fold } from '../../engine/fold.ts';

/** Salted hashes of what was recorded last of a payee; null: nothing. */
export interface PayeeState {
  readonly name: { readonly noteId: string; readonly noteHash: string | null } | null;
  readonly accountHash: string | null;
}

export const payeeFold: Fold<PayeeState, PayeeEvent> = {
  initialState: { name: null, accountHash: null },
  evolve(state, event) {
    if (event.type === 'PayoutAccountChanged') return { ...state, accountHash: event.data.accountHash };
    const { noteId, noteHash } = event.data;
    return { ...state, name: { noteId, noteHash } };
  },
};

export function decideName(
  state: PayeeState,
  { userId, note }: { readonly userId: string; readonly note: NoteInEvent },
): readonly PayeeEvent[] {
  return [{ type: 'PayeeNamed', data: { userId, ...note, formerHash: state.name?.noteHash ?? null } }];
}

/** Appends nothing for the account that is recorded already. */
export function decideAccount(
  state: PayeeState,
  { userId, accountHash }: { readonly userId: string; readonly accountHash: string },
): readonly PayeeEvent[] {
  if (state.accountHash === accountHash) return [];
  return [{ type: 'PayoutAccountChanged', data: { userId, accountHash, formerHash: state.accountHash } }];
}
