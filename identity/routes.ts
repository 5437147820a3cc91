import { accountCalls, type RoleInfo, type UserAnswer } from '@perktree/contracts/account/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { notificationCalls } from '@perktree/contracts/notification/calls';
import { mailLanguageOf } from '@perktree/platform/http/accepted-language';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { againAfterConflict, inTransaction } from '@perktree/platform/postgres/transaction';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountKeys } from './account-keys.ts';
import {
  changeAddress,
  changeName,
  findProfile,
  hasPassword,
  type Profile,
  readNotifications,
} from './account-store.ts';
import { displayName } from './display-name.ts';
import { normaliseEmail } from './email.ts';
import { holdAccount } from './ended-sessions.ts';
import { OPEN_ROLES, rolesInOrder } from './intents.ts';
import { endAddressChanges, endLinksToAddress } from './mail/queue.ts';
import type { IdentityParts } from './parts.ts';
import { grantRoles } from './roles.ts';
import type { SignedIn, SignIn } from './sign-in.ts';

/** Called before an account gets another name, which other services record. */
export type OnNamed = (named: {
  readonly userId: string;
  readonly session: Session;
  readonly request: FastifyRequest;
  readonly name: string;
}) => Promise<void>;

/** The calls of contracts/account/calls.ts, but for those that end sessions (session-routes.ts). */
export function mountAccountCalls(
  app: FastifyInstance,
  services: IdentityParts & {
    readonly signIn: SignIn;
    readonly keys: Pick<AccountKeys, 'registrationOf'>;
    /** Whether people may sign in at an OpenID Connect provider, too. */
    readonly asksProvider: boolean;
    readonly onNamed: OnNamed;
  },
): void {
  const { pool, clock, authenticate, cookie, sessions, signIn, keys, planOf, asksProvider, names, mails, onNamed } =
    services;

  mountCall(app, authenticate, accountCalls.register, async ({ body, request, reply }) => {
    const { email, password, firstName, lastName, intent, returnTo } = body;
    const signedIn = await signIn.register({
      email,
      password,
      firstName,
      lastName,
      intent,
      returnTo,
      registeredBy: keys.registrationOf(request),
      language: mailLanguageOf(request),
      ...cookie.visitorOf(request),
    });
    return { answer: await begin(reply, signedIn) };
  });

  mountCall(app, authenticate, accountCalls.login, async ({ body, request, reply }) => {
    const { email, password, intent, confirmBusiness = false, oneTimeCode } = body;
    const visitor = cookie.visitorOf(request);
    const signedIn = await signIn.login({ email, password, intent, confirmBusiness, oneTimeCode, ...visitor });
    return { answer: await begin(reply, signedIn) };
  });

  mountCall(app, authenticate, accountCalls.changeProfile, async ({ body, session, request }) => {
    const profile = await findProfile(pool, session.userId);
    const { firstName = profile?.firstName, lastName = profile?.lastName } = body;
    const named = { firstName: firstName || null, lastName: lastName || null };
    await onNamed({ userId: session.userId, session, request, name: displayName(named) });
    await changeName(pool, session.userId, named);
    names.forgetAll();
    return { answer: undefined };
  });

  mountCall(app, authenticate, notificationCalls.markNotificationsRead, async ({ body, session }) => {
    await readNotifications(pool, session.userId, body.readUntil, clock());
    return { answer: undefined };
  });

  mountCall(app, authenticate, accountCalls.changeEmail, async ({ body, session }) => {
    const { userId } = session;
    const email = normaliseEmail(body.email);
    // The address of an account without a password is that of the sign-in provider, which brings it at each sign-in.
    if (!(await hasPassword(pool, userId))) throw new Refused('NO_PASSWORD');
    const isOwn = (await findProfile(pool, userId))?.email === email;
    const isChanged = await againAfterConflict(() =>
      inTransaction(pool, async (db) => {
        // A session that a change of the password ends in the same instant must not change the address.
        await holdAccount(db, session);
        if (isOwn) await endAddressChanges(db, userId);
        // Whether another account has the address is seen by the link alone: the answer names no accounts of others.
        else if (mails.delivery !== null) await mails.queueAddressChange(db, userId, email);
        else if (await changeAddress(db, userId, { email, isVerified: false })) await endLinksToAddress(db, userId);
        else return false;
        return true;
      }),
    );
    if (!isChanged) throw new Refused('EMAIL_TAKEN');
    return { answer: { pendingEmail: isOwn || mails.delivery === null ? null : email } };
  });

  mountCall(app, authenticate, accountCalls.switchRole, async ({ body, session }) => {
    const { role } = body;
    // As a login with that intent does: a person who is signed in need not log in again.
    const granted = OPEN_ROLES.filter((open) => open === role);
    await grantRoles(pool, session.userId, granted);
    await sessions.switchRole(session, role);
    return { answer: roleInfo({ ...session, role, allRoles: rolesInOrder([...session.allRoles, ...granted]) }) };
  });

  mountCall(app, authenticate, accountCalls.signInMethods, async () => ({
    answer: { password: true as const, provider: asksProvider, mail: mails.delivery !== null },
  }));

  mountCall(app, authenticate, accountCalls.user, async ({ session }) => {
    const { userId, role, tenantId, view } = session;
    const profile = await findProfile(pool, userId);
    if (profile === null) throw new Refused('NOT_SIGNED_IN');
    const answer = await userAnswer(profile, role, tenantId);
    return { answer: view ? { ...answer, viewedUntil: view.until } : answer };
  });

  mountCall(app, authenticate, accountCalls.userRole, async ({ session }) => ({ answer: roleInfo(session) }));

  async function begin(reply: FastifyReply, { token, profile, activeRole }: SignedIn): Promise<UserAnswer> {
    const session = await sessions.find(token);
    const answer = await userAnswer(profile, session?.role ?? activeRole, session?.tenantId ?? null);
    cookie.write(reply, token);
    reply.log.info({ userId: profile.id, role: answer.role }, 'signed in');
    return answer;
  }

  async function userAnswer(profile: Profile, role: Role, tenantId: string | null): Promise<UserAnswer> {
    return { ...profile, role, subscriptionPlan: tenantId === null ? 'free' : await planOf(tenantId) };
  }
}

function roleInfo({ role, tenantId, allRoles }: Session): RoleInfo {
  return { role, tenantId, allRoles: [...allRoles] };
}
