import { userInfo } from 'node:os';
import type { Requester } from '@perktree/contracts/account/data-request-calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { describeAccounts } from '@perktree/identity/account-store';
import { type DataRequest, recordDataRequest } from '@perktree/identity/data-requests';
import { erasedAccountIds } from '@perktree/identity/delete-account';
import { createIdentity, type Identity, type IdentityOptions } from '@perktree/identity/service';
import type { Opened } from '../open-for-operator.ts';
import { type Action, type CliSession, withStores } from '../session.ts';
import { textTable } from '../text-table.ts';
import type { Terminal } from './terminal.ts';

export interface RequestOptions {
  readonly askedBy?: Requester;
  /** Who works for the operator. Default: the user of the operating system. */
  readonly by?: string;
}

/** The record of a request that is carried out now. */
export function requestOf(
  { now }: Pick<CliSession, 'now'>,
  { askedBy = 'person', by = nameOfUser() }: RequestOptions,
  of: { readonly kind: DataRequest['kind']; readonly userId: string; readonly fields?: readonly string[] },
): DataRequest {
  return { at: new Date(now()), accountId: of.userId, kind: of.kind, askedBy, doneBy: by, fields: of.fields ?? [] };
}

/** A container may run as a user that has no name. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

export interface AccountOptions {
  readonly yes?: boolean;
}

export const grantSuperadmin = onAccount('grant-superadmin', async (identity, email) => {
  await identity.grantSuperadmin(email);
  return { json: { granted: 'superadmin' }, text: `${email} is a superadmin now.` };
});

export const revokeSuperadmin = onAccount('revoke-superadmin', async (identity, email) => {
  const revoked = await identity.revokeSuperadmin(email);
  return { json: { revoked }, text: revoked ? `${email} is no superadmin any more.` : `${email} was no superadmin.` };
});

/** Without personal data, as the other commands show an account. */
export const listAccounts: Action<{ readonly role?: Role }> = (session, { role = null }) =>
  withStores(session, async ({ pool }) => {
    const accounts = await describeAccounts(pool, role);
    const rows = accounts.map(({ userId, createdAt, roles, emailVerified, lockedAt }) => [
      userId,
      createdAt.toISOString(),
      emailVerified ? 'verified' : 'not verified',
      lockedAt?.toISOString() ?? '-',
      roles.join(', '),
    ]);
    const text = textTable([['account', 'created', 'e-mail address', 'locked', 'roles'], ...rows]);
    return { json: { accounts }, text: accounts.length === 0 ? 'There are no such accounts.' : text };
  });

export const resetLink = onAccount('reset-link', async (identity, email, publicUrl) => {
  const { token, until } = await identity.beginPasswordReset(email);
  // Browsers do not send the part after `#`, so no server or proxy logs the token.
  const link = new URL(`/reset-password#${token}`, publicUrl).href;
  const text = `${link}\nValid once, until ${until.toISOString()}. Earlier links no longer work.`;
  return { json: { link, until }, text };
});

export const endSessions = onAccount('end-sessions', async (identity, email) => {
  const ended = await identity.endSessions(email);
  return { json: { ended }, text: `Ended sessions of ${email}: ${ended}.` };
});

export const lock = onAccount(
  'lock',
  async (identity, email) => {
    const locked = await identity.lockAccount(email);
    return { json: { locked }, text: locked ? `${email} is locked.` : `${email} was locked already.` };
  },
  'restriction',
);

export const unlock = onAccount(
  'unlock',
  async (identity, email) => {
    const unlocked = await identity.unlockAccount(email);
    return { json: { unlocked }, text: unlocked ? `${email} can log in again.` : `${email} was not locked.` };
  },
  'end_of_restriction',
);

export const removeSecondFactor = onAccount('remove-second-factor', async (identity, email) => {
  const { removed, ended } = await identity.removeSecondFactor(email);
  const done = removed ? `Removed the second factor of ${email}.` : `${email} had no second factor.`;
  return { json: { removed, ended }, text: `${done}\nEnded sessions of ${email}: ${ended}.` };
});

export const listErased: Action<object> = (session) =>
  withStores(session, async ({ pool }) => {
    const erased = await erasedAccountIds(pool);
    return { json: { erased }, text: erased.join('\n') };
  });

function onAccount(
  name: string,
  change: (identity: Identity, email: string, publicUrl: string) => Promise<{ json: object; text: string }>,
  /** Null: it is no request about the person's data. */
  kind: DataRequest['kind'] | null = null,
): Action<AccountOptions & RequestOptions> {
  return (session, { yes = false, ...request }, [email = '']) =>
    withStores(session, async (stores) => {
      const { identity, account } = await confirmed(session, stores, { name, email, yes });
      const done = await change(identity, email, stores.publicUrl);
      if (kind !== null) await recordDataRequest(stores.pool, requestOf(session, request, { kind, ...account }));
      return done;
    });
}

/** The account of an address, once the operator has confirmed it. @param more what erasing needs of the identity */
export async function confirmed(
  { terminal }: CliSession,
  { pool, publicUrl, sessionSecret, logger, mails }: Opened,
  { name, email, yes }: { readonly name: string; readonly email: string; readonly yes: boolean },
  more: Pick<IdentityOptions, 'planOf' | 'onErased'> = {},
) {
  const identity = createIdentity({ pool, publicUrl, sessionSecret, logger, ...mails, ...more });
  const account = await identity.describeAccount(email);
  await confirm(name, account, yes, terminal);
  return { identity, account };
}

/**
 * Shows the account before it is changed: any visitor can register any address, so the address alone proves nothing.
 * @throws Error if the operator does not confirm, or cannot be asked
 */
export async function confirm(
  name: string,
  account: Awaited<ReturnType<Identity['describeAccount']>>,
  yes: boolean,
  { canAsk, show, ask }: Terminal,
): Promise<void> {
  if (!yes && !canAsk)
    throw new Error(`${name} asks before it changes an account: run it on a terminal, or add --yes.`);
  show(`Account:        ${account.userId}`);
  show(`Created:        ${account.createdAt.toISOString()}`);
  show(`Roles:          ${account.roles.join(', ')}`);
  show(`E-mail address: ${account.emailVerified ? 'verified' : 'not verified'}`);
  if (yes) return;
  const answer = (await ask(`Run ${name} on this account? Type yes: `)).trim().toLowerCase();
  if (answer !== 'yes') throw new Error('Not confirmed. Nothing was changed.');
}
