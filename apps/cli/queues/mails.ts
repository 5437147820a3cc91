import { sendAgain, type UnsentMail, unsentMails } from '@perktree/identity/mail/unsent';
import { DRY_RUN } from '../options.ts';
import { type Action, withStores } from '../session.ts';
import { textTable } from '../text-table.ts';

export const failed: Action<object> = (session) =>
  withStores(session, async ({ pool }) => {
    const mails = await unsentMails(pool, new Date(session.now()));
    return { json: { mails }, text: mails.length === 0 ? 'No mail has failed.' : mailsText(mails) };
  });

interface ResendOptions {
  readonly only?: readonly string[];
  /** Left out: a dry run. */
  readonly yes?: boolean;
}

export const resendMail: Action<ResendOptions> = (session, { only, yes = false }) =>
  withStores(session, async ({ pool }) => {
    const now = new Date(session.now());
    const mails = (await unsentMails(pool, now)).filter(
      ({ id, canBeResent }) => canBeResent && (only === undefined || only.includes(id)),
    );
    if (mails.length === 0) return { json: { resent: [] }, text: 'No such mail can be sent again.', differs: true };
    if (!yes) return { json: { dryRun: true, mails }, text: `${mailsText(mails)}\n\n${DRY_RUN}` };
    const ids = mails.map(({ id }) => id);
    const resent = await sendAgain(pool, ids, now);
    return { json: { resent }, text: `Mails queued again: ${resent.length}.` };
  });

const mailsText = (mails: readonly UnsentMail[]) =>
  textTable([
    ['mail', 'kind', 'state', 'created', 'account', 'can be resent', 'reason'],
    ...mails.map(({ id, kind, state, createdAt, userId, canBeResent, reason }) => [
      id,
      kind,
      state,
      createdAt.toISOString(),
      userId ?? '-',
      canBeResent ? 'yes' : 'no',
      reason ?? '-',
    ]),
  ]);
