import { createIdentity, type Identity } from '@perktree/identity/service';
import type { OperatorCommand } from './operator-command.ts';
import type { Terminal } from './terminal.ts';

type Change = (identity: Identity, email: string, publicUrl: string) => Promise<void>;

/** Commands that change one account, which the operator names by its e-mail address. */
export const ACCOUNT_COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  'grant-superadmin': onAccount('grant-superadmin', 'make an account a superadmin', async (identity, email) => {
    await identity.grantSuperadmin(email);
    console.log(`${email} is a superadmin now.`);
  }),
  'reset-link': onAccount(
    'reset-link',
    'print a link by which an account gets a new password, good once and for an hour',
    async (identity, email, publicUrl) => {
      const { token, until } = await identity.beginPasswordReset(email);
      console.log(resetAddress(publicUrl, token));
      console.log(`Good once, until ${until.toISOString()}; a link made before is worth nothing any more.`);
    },
  ),
  'end-sessions': onAccount(
    'end-sessions',
    'sign an account out everywhere, within a second',
    async (identity, email) => {
      const ended = await identity.endSessions(email);
      console.log(`Sessions of ${email} that have ended: ${ended}.`);
    },
  ),
  'remove-second-factor': onAccount(
    'remove-second-factor',
    'let an account log in with its password alone, and sign it out everywhere',
    async (identity, email) => {
      const { removed, ended } = await identity.removeSecondFactor(email);
      console.log(removed ? `${email} has no second factor any more.` : `${email} had no second factor.`);
      console.log(`Sessions of ${email} that have ended: ${ended}.`);
    },
  ),
};

function onAccount(name: string, summary: string, change: Change): OperatorCommand {
  return {
    usage: 'E-MAIL',
    summary,
    async run({ pool, publicUrl, sessionSecret, logger }, [email], terminal) {
      if (!email) throw new Error(`${name} takes the e-mail address of an account.`);
      const identity = createIdentity({ pool, publicUrl, sessionSecret, logger });
      await confirm(name, await identity.describeAccount(email), terminal);
      await change(identity, email, publicUrl);
    },
  };
}

/**
 * Shows whose account it is. Anyone can register any address, so the address alone does not tell.
 * @throws Error where the operator does not confirm, or cannot be asked
 */
async function confirm(
  name: string,
  account: Awaited<ReturnType<Identity['describeAccount']>>,
  { yes, canAsk, show, ask }: Terminal,
): Promise<void> {
  if (!yes && !canAsk)
    throw new Error(`${name} asks before it changes an account: run it on a terminal, or add --yes.`);
  show(`Account:        ${account.userId}`);
  show(`Created:        ${account.createdAt.toISOString()}`);
  show(`Roles:          ${account.roles.join(', ')}`);
  show(`E-mail address: ${account.emailVerified ? 'verified by the sign-in provider' : 'not verified'}`);
  if (yes) return;
  const answer = (await ask(`Run ${name} on this account? Type yes: `)).trim().toLowerCase();
  if (answer !== 'yes') throw new Error('Not confirmed. Nothing was changed.');
}

/** Behind `#`, which no browser sends: the token comes into no log of a server or proxy. */
const resetAddress = (publicUrl: string, token: string) => new URL(`/reset-password#${token}`, publicUrl).href;
