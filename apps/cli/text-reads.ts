import type { TextReads } from '@perktree/audit-service/texts/payee-checker';
import { computedAccountHashes } from '@perktree/command-service/payments/provider-accounts';
import { contactsById } from '@perktree/identity/accounts';
import { createNotes } from '@perktree/identity/notes';
import type { Opened } from './open-for-operator.ts';

/** Texts, names and accounts outside the events, as they are stored. */
export const textReads = ({ store, pool }: Pick<Opened, 'store' | 'pool'>): TextReads => ({
  saltedTexts: createNotes(pool).saltedTexts,
  contacts: (userIds) => contactsById(pool, userIds),
  payoutAccountHashes: computedAccountHashes(pool),
  readStream: (stream) => store.readStream(stream),
});
