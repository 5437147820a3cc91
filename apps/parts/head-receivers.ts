import type { Receiver } from '@perktree/audit-service/heads/head-pushes';
import { type HandHead, toTimeStampAuthority, toWitness } from '@perktree/audit-service/heads/push-heads-job';
import { MAX_TOKEN_BYTES } from '@perktree/audit-service/heads/time-stamp';
import type { HeadMails } from '@perktree/contracts/notification/mail';
import { createPoster } from '@perktree/platform/outgoing/post';
import type { Configuration } from './configuration/configuration.ts';

/** Bytes of a witness's answer that are read: its status counts. */
const WITNESS_ANSWER_BYTES = 1_024;

/** To whom the signed head of each day goes. */
export function headReceivers(
  { headReceivers: to, webhookAllowPrivate: allowPrivate, mail }: Configuration,
  headMails: HeadMails,
): { readonly receivers: Readonly<Partial<Record<Receiver, HandHead>>>; close(): void } {
  const witness = createPoster({ allowPrivate, answerBytes: WITNESS_ANSWER_BYTES });
  // Its answers are signed, and most authorities have no TLS.
  const authority = createPoster({ allowPrivate, allowHttp: true, answerBytes: MAX_TOKEN_BYTES });
  const byMail: HandHead = async (head) => {
    const { events, signedAt } = head;
    await headMails.queue({ events, signedAt, json: JSON.stringify(head), toOwners: to.mails === 'owners' });
    return null;
  };
  return {
    receivers: {
      ...(mail !== null && to.mails !== 'none' && { mail: byMail }),
      ...(to.witnessUrl !== null && { witness: toWitness(witness.post, to.witnessUrl) }),
      ...(to.timeStampUrl !== null && { time_stamp: toTimeStampAuthority(authority.post, to.timeStampUrl) }),
    },
    close() {
      witness.close();
      authority.close();
    },
  };
}
