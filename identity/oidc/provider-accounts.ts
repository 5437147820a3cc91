import { accountCalls, type LoginIntent } from '@perktree/contracts/account/calls';
import { emailAddress } from '@perktree/contracts/account/fields';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Language } from '@perktree/contracts/kernel/languages';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import {
  changeAddress,
  emailIsTaken,
  findProfile,
  type Profile,
  storeAccount,
  verifyAddress,
} from '../account-store.ts';
import { normaliseEmail } from '../email.ts';
import { entryAtLogin, entryAtRegistration } from '../intents.ts';
import type { MailQueue } from '../mail/queue.ts';
import { ensureTenant, grantRoles, heldRoles } from '../roles.ts';
import type { Claims } from './provider.ts';

const { firstName: nameSchema } = accountCalls.register.body.shape;

/** First and last name from the provider, if they are valid names here. A whole name is not split: orders differ. */
function namesFromClaims(claims: Readonly<Record<string, unknown>>): { firstName?: string; lastName?: string } {
  const lastName = nameOrNothing(claims.family_name);
  const firstName =
    nameOrNothing(claims.given_name) ?? (lastName === undefined ? nameOrNothing(claims.name) : undefined);
  return { ...(firstName && { firstName }), ...(lastName && { lastName }) };
}

function nameOrNothing(claim: unknown): string | undefined {
  const parsed = nameSchema.safeParse(claim);
  return parsed.success ? parsed.data : undefined;
}

/** Why a person whom the provider has signed in gets no session; the login page has a sentence for each. */
export class SignInRefused extends Error {
  readonly code: 'account_not_linked' | 'email_missing';
  constructor(code: SignInRefused['code']) {
    super(code);
    this.code = code;
  }
}

interface Entering {
  readonly providerId: string;
  readonly claims: Claims;
  readonly intent: LoginIntent | undefined;
  readonly confirmBusiness: boolean;
  readonly now: Date;
  readonly returnTo: string;
  /** Of mails to a new account. */
  readonly language: Language | null;
}

type Mails = Pick<MailQueue, 'delivery' | 'queueVerification' | 'queueAddressChange'>;

/**
 * Finds or opens the account of an issuer and subject, in the caller's transaction, and grants the role of the intent.
 * @throws SignInRefused, Refused BUSINESS_CONFIRMATION_REQUIRED
 */
export async function enterFromProvider(
  db: Queryable,
  mails: Mails,
  entering: Entering,
): Promise<{ readonly userId: string; readonly activeRole: Role }> {
  const address = addressOf(entering.claims);
  const known = await accountOf(db, entering);
  if (known !== null) return enterKnown(db, mails, { ...entering, known, address });
  if (address === null) throw new SignInRefused('email_missing');
  const { firstName = null, lastName = null } = namesFromClaims(entering.claims);
  const { grant, activeRole } = entryAtRegistration(entering.intent);
  const userId = await storeAccount(db, {
    email: address.email,
    firstName,
    lastName,
    roles: grant,
    registeredBy: null,
    language: entering.language,
    credential: { providerId: entering.providerId, accountId: entering.claims.sub },
  });
  if (userId === null) {
    // Opened meanwhile by another sign-in of the same person.
    const opened = await accountOf(db, entering);
    if (opened !== null) return enterKnown(db, mails, { ...entering, known: opened, address });
    // A person is known by issuer and subject: an organisation may give an address to another person.
    throw new SignInRefused('account_not_linked');
  }
  if (address.isVerified) await verifyAddress(db, userId);
  else await mails.queueVerification(db, userId, entering.returnTo);
  return { userId, activeRole };
}

async function enterKnown(
  db: Queryable,
  mails: Mails,
  entering: Entering & { readonly known: Profile; readonly address: Address | null },
): Promise<{ readonly userId: string; readonly activeRole: Role }> {
  const { known, address } = entering;
  if (address !== null) await followAddress(db, mails, known, address);
  const entry = entryAtLogin({ ...entering, held: await heldRoles(db, known.id, entering.now) });
  await grantRoles(db, known.id, entry.grant);
  if (entry.activeRole === 'site_owner') await ensureTenant(db, known.id);
  return { userId: known.id, activeRole: entry.activeRole };
}

interface Address {
  readonly email: string;
  readonly isVerified: boolean;
}

/** Null: none, or none that mails can reach. */
function addressOf({ email, email_verified }: Claims): Address | null {
  const parsed = emailAddress.safeParse(email);
  return parsed.success ? { email: normaliseEmail(parsed.data), isVerified: email_verified === true } : null;
}

/**
 * Locked until the session exists, so that an erasure also ends this session. For update, because the address may follow: two that share
 * a lock would wait for each other.
 */
async function accountOf(db: Queryable, { providerId, claims }: Entering): Promise<Profile | null> {
  const query = sql('identity.users as u')
    .join('identity.credentials as c', 'c.user_id', 'u.id')
    .where({ 'c.provider_id': providerId, 'c.account_id': claims.sub });
  const { rows } = await run<{ id: string }>(db, query.forUpdate('u').select('u.id'));
  return rows[0] ? findProfile(db, rows[0].id) : null;
}

/**
 * Takes over an address that was changed at the provider: by the link of a mail to the new address; where no mails are sent,
 * at once if the provider has verified it. An address of another account stays there.
 */
async function followAddress(
  db: Queryable,
  mails: Mails,
  account: Profile,
  { email, isVerified }: Address,
): Promise<void> {
  if (account.email === email) {
    if (isVerified && !account.emailVerified) await verifyAddress(db, account.id);
    return;
  }
  if (await emailIsTaken(db, email)) return;
  if (mails.delivery !== null) await mails.queueAddressChange(db, account.id, email);
  else if (isVerified) await changeAddress(db, account.id, { email, isVerified });
}
