import type { Transport } from './smtp.ts';

/** Sends nothing: the queue keeps the mails, and the mailbox page of a demo shows them. */
export const mailboxTransport: Transport = {
  deliver: async () => ({ outcome: 'sent' }),
  close() {},
};
