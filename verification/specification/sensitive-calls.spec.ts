import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { openTwoBusinesses, type TwoBusinesses } from '@perktree/apps/standalone/testing/two-businesses';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Call, Sensitive } from '@perktree/contracts/kernel/call';
import { codeAt } from '@perktree/identity/testing/authenticator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type CallName = keyof typeof allCalls;
const CONFIRM = '/api/auth/confirm-identity';

/** Those of sessions: programs with a key prove nothing. */
const SENSITIVE = (Object.entries(allCalls) as [CallName, Call][]).flatMap(([name, call]) =>
  call.sensitive && !(typeof call.access === 'object' && 'key' in call.access)
    ? [{ name, call, sensitive: call.sensitive as Sensitive }]
    : [],
);

const verifyAll = ({ pool }: ComposedApp) => pool.query('UPDATE identity.users SET email_verified = true');
/** All logins were eleven minutes ago, as that of a cookie that was stolen later. */
const ageSessions = ({ pool }: ComposedApp) =>
  pool.query("UPDATE identity.sessions SET created_at = created_at - interval '11 minutes', proved_at = NULL");
const noticesOf = async ({ pool }: ComposedApp, userId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ notice: string }>(
    "SELECT data->>'notice' AS notice FROM identity.mails WHERE kind = 'security_notice' AND user_id = $1",
    [userId],
  );
  return rows.map(({ notice }) => notice).sort();
};

describe('a sensitive call', () => {
  let composed: ComposedApp;
  let world: TwoBusinesses;
  beforeAll(async () => {
    composed = await startComposedApp({ mail: 'mailbox' });
    world = await openTwoBusinesses(composed);
    await verifyAll(composed);
  });
  afterAll(() => composed.close());

  const callerOf = ({ access }: Call): Visitor => {
    const names = { site_owner: 'owner-a', distributor: 'distributor-a', superadmin: 'superadmin' } as const;
    const role = Array.isArray(access) ? (access[0] as keyof typeof names) : 'site_owner';
    return world.people[names[role]]?.visitor as Visitor;
  };
  const send = (name: CallName, who: Visitor) => {
    const { method, path } = allCalls[name] as Call;
    const { params = {}, body } = REQUESTS[name](world.things.a);
    return who.call(
      method,
      path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? ''),
      body,
    );
  };

  const withProof = SENSITIVE.filter(({ sensitive }) => sensitive.proof !== 'none');
  it.each(withProof)('$name is refused in a stolen session', async ({ name, call, sensitive }) => {
    const thief = callerOf(call);
    await ageSessions(composed);
    const before = await noticesOf(composed, thief.id);
    const { status, body } = await send(name, thief);
    expect(status).toBeGreaterThanOrEqual(400);
    if (sensitive.proof === 'session') expect(body).toMatchObject({ code: 'PROOF_REQUIRED' });
    // The requests have a wrong password or code.
    else expect(['WRONG_CREDENTIALS', 'WRONG_ONE_TIME_CODE', 'NO_SECOND_FACTOR']).toContain(body.code);
    expect(await noticesOf(composed, thief.id)).toEqual(before);
  });

  const bySession = SENSITIVE.filter(({ sensitive }) => sensitive.proof === 'session');
  it.each(bySession)('$name is carried out after proof, and told to its owner', async ({ name, call, sensitive }) => {
    const owner = callerOf(call);
    await ageSessions(composed);
    expect((await send(name, owner)).body.code).toBe('PROOF_REQUIRED');
    await owner.must('POST', CONFIRM, { currentPassword: PASSWORD });
    const before = await noticesOf(composed, owner.id);
    const { status, body } = await send(name, owner);
    expect(body?.code).not.toBe('PROOF_REQUIRED');
    if (sensitive.notice === null) return;
    expect(status).toBeLessThan(300);
    expect(await noticesOf(composed, owner.id)).toEqual([...before, sensitive.notice].sort());
  });

  it('is told to the owner of a business, also when a program made it', async () => {
    const { visitor: owner } = world.people['owner-b'] as { visitor: Visitor };
    const before = await noticesOf(composed, owner.id);
    const endpoint = { url: 'https://127.0.0.1/by-program', eventTypes: ['*'], siteIds: [world.things.b.siteId] };
    await world.people['program-webhooks-b']?.visitor.must('POST', '/api/v1/webhook-endpoints', endpoint);
    expect(await noticesOf(composed, owner.id)).toEqual([...before, 'webhook_created'].sort());
  });

  it('is inviting an auditor, as a thief would keep what the other account may do, and staff by its mail alone', async () => {
    expect(allCalls.inviteAuditor.sensitive?.proof).toBe('session');
    const owner = callerOf(allCalls.inviteStaff);
    await ageSessions(composed);
    const before = await noticesOf(composed, owner.id);
    expect((await send('inviteStaff', owner)).status).toBe(201);
    expect(await noticesOf(composed, owner.id)).toEqual([...before, 'staff_invited'].sort());
  });

  it('can be repeated under its idempotency key once the session has proved itself, not by a wrong password', async () => {
    const owner = callerOf(allCalls.createApiKey);
    await ageSessions(composed);
    const key = { name: 'Till', scopes: ['redeem'], siteIds: null };
    const create = () => owner.send('POST', '/api/api-keys', key, { 'idempotency-key': 'the same' });
    expect((await create()).body.code).toBe('PROOF_REQUIRED');
    expect((await owner.call('POST', CONFIRM, { currentPassword: 'wrong' })).body.code).toBe('WRONG_CREDENTIALS');
    expect((await create()).body.code).toBe('PROOF_REQUIRED');
    await owner.must('POST', CONFIRM, { currentPassword: PASSWORD });
    const made = await create();
    expect(made.status).toBe(201);
    const before = await noticesOf(composed, owner.id);
    expect((await create()).body).toEqual(made.body);
    // A repeated answer does nothing.
    expect(await noticesOf(composed, owner.id)).toEqual(before);
  });
});

async function openBusiness({ app }: ComposedApp, name: string) {
  const owner = await new Visitor(app, name).register('business');
  const { id: siteId } = await owner.must('POST', '/api/sites', { name: 'Café', currency: 'EUR' });
  return { owner, siteId };
}

/** A key, an open pairing and a webhook endpoint. */
async function openAccess({ owner, siteId }: Awaited<ReturnType<typeof openBusiness>>) {
  const { key } = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['read:qrs'], siteIds: null });
  const { token } = await owner.must('POST', `/api/sites/${siteId}/device-pairings`, { name: 'Till 2' });
  const endpoint = { url: 'https://127.0.0.1/hooks', eventTypes: ['*'], siteIds: null };
  await owner.must('POST', '/api/webhook-endpoints', endpoint);
  return { key: key as string, token: token as string };
}

async function accessLeft({ app }: ComposedApp, owner: Visitor, siteId: string, made: { key: string; token: string }) {
  const program = new Visitor(app, 'program');
  program.apiKey = made.key;
  return {
    key: (await program.call('GET', `/api/v1/qrs?siteId=${siteId}`)).status,
    pairing: (await new Visitor(app, 'device').call('POST', `/api/v1/device-pairings/${made.token}/accept`)).body.code,
    endpoints: (await owner.must('GET', '/api/webhook-endpoints')).length,
  };
}
const NONE_LEFT = { key: 401, pairing: 'DEVICE_PAIRING_INVALID', endpoints: 0 };

describe('where mail is configured', () => {
  let composed: ComposedApp;
  beforeAll(async () => {
    composed = await startComposedApp({ mail: 'smtp' });
  });
  afterAll(() => composed.close());

  it('refuses what needs a verified address', async () => {
    const { owner } = await openBusiness(composed, 'unverified');
    const distributor = await new Visitor(composed.app, 'unverified-distributor').register('distributor');
    for (const { call, sensitive } of SENSITIVE.filter((one) => one.sensitive.needsVerifiedAddress)) {
      const caller = Array.isArray(call.access) && call.access[0] === 'distributor' ? distributor : owner;
      const { body } = await caller.call(call.method, call.path.replace(/:\w+/g, crypto.randomUUID()), {});
      expect(body, `${call.path} ${sensitive.proof}`).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    }
  });

  it('revokes keys, pairings and webhooks when a person ends all sessions and asks for it', async () => {
    const business = await openBusiness(composed, 'ending');
    await verifyAll(composed);
    const { owner, siteId } = business;
    const made = await openAccess(business);
    await owner.must('POST', '/api/auth/end-other-sessions', { currentPassword: PASSWORD });
    expect((await owner.must('GET', '/api/webhook-endpoints')).length).toBe(1);
    await owner.must('POST', '/api/auth/end-other-sessions', { currentPassword: PASSWORD, revokeAccess: true });
    expect(await accessLeft(composed, owner, siteId, made)).toEqual(NONE_LEFT);
    expect(await noticesOf(composed, owner.id)).toContain('sessions_ended');
  });

  it('leaves nothing to the person who registered the address of another', async () => {
    const business = await openBusiness(composed, 'victim');
    const { owner: squatter, siteId } = business;
    const { email } = squatter;
    // As accounts from before mail was configured.
    await verifyAll(composed);
    const made = await openAccess(business);
    const { secret } = await squatter.must('POST', '/api/auth/second-factor/begin', { currentPassword: PASSWORD });
    await squatter.must('POST', '/api/auth/second-factor/confirm', { oneTimeCode: codeAt(secret, composed.clock()) });
    await composed.pool.query('UPDATE identity.users SET email_verified = false WHERE id = $1', [squatter.id]);

    const victim = new Visitor(composed.app, 'victim-self');
    const newPassword = 'a password of the victim';
    await victim.must('POST', '/api/auth/forgot-password', { email });
    const mails = await composed.identity.outbox.take(1_000);
    const token = mails.findLast(({ kind, to }) => kind === 'reset_password' && to.address === email)?.token;
    await victim.must('POST', '/api/auth/reset-password', { token, newPassword });

    expect((await squatter.call('GET', '/api/auth/user')).status).toBe(401);
    const user = await victim.must('POST', '/api/auth/login', { email, password: newPassword });
    expect(user.emailVerified).toBe(true);
    expect(await victim.must('GET', '/api/auth/second-factor')).toMatchObject({ state: 'off' });
    expect(await accessLeft(composed, victim, siteId, made)).toEqual(NONE_LEFT);
  });
});
