import type { DueMail } from '@perktree/contracts/notification/mail';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ATTEMPT_LIMITS } from '../attempt-limits.ts';
import { createBrowser, createFixture, PASSWORD } from '../testing/identity-fixture.ts';

const FORGOT = '/api/auth/forgot-password';
const EMAIL = 'ana@shop.example';
const OTHER_PASSWORD = 'another correct horse';
const fixture = await createFixture({ mail: 'smtp' });
beforeEach(() =>
  fixture.pool.query('DELETE FROM identity.users; DELETE FROM identity.mails; DELETE FROM identity.failed_attempts'),
);
afterAll(() => fixture.close());

/** Takes all due mails, as the sender does. */
const takeMails = () => fixture.identity.outbox.take(100);
const only = (mails: readonly DueMail[]): DueMail & { token: string } => {
  const [mail] = mails;
  if (mails.length !== 1 || mail?.token == null) throw new Error(`expected one mail with a link, not ${mails.length}`);
  return { ...mail, token: mail.token };
};
const registered = async () => {
  const browser = createBrowser(fixture.app);
  await browser.register(EMAIL, { firstName: 'Ana' });
  return browser;
};

describe('a forgotten password', () => {
  it('answers alike for known and unknown addresses, and does the same work', async () => {
    await registered();
    await takeMails();
    const statementsOf = async (email: string) => {
      const statements: string[] = [];
      const query = fixture.pool.query.bind(fixture.pool) as (...args: unknown[]) => unknown;
      const spy = vi.spyOn(fixture.pool, 'query').mockImplementation(((...args: unknown[]) => {
        const [first] = args;
        statements.push(typeof first === 'string' ? first : String((first as { text: string }).text));
        return query(...args);
      }) as never);
      const connect = vi.spyOn(fixture.pool, 'connect');
      const answer = await createBrowser(fixture.app).post(FORGOT, { email });
      const connections = connect.mock.calls.length;
      spy.mockRestore();
      connect.mockRestore();
      const { date: _, 'x-request-id': __, ...headers } = answer.headers;
      return { status: answer.statusCode, body: answer.body, headers, statements, connections };
    };
    const known = await statementsOf(EMAIL);
    expect(known).toMatchObject({ status: 202, body: '{}' });
    expect(known.statements.some((text) => text.includes('INSERT INTO identity.mails'))).toBe(true);
    expect(await statementsOf('unknown@shop.example')).toEqual(known);
    // Each has stored a row; one of them is sent.
    const { rows } = await fixture.pool.query(
      "SELECT state FROM identity.mails WHERE kind = 'reset_password' ORDER BY 1",
    );
    expect(rows).toEqual([{ state: 'dropped' }, { state: 'queued' }]);
    expect(only(await takeMails())).toMatchObject({ kind: 'reset_password', to: { address: EMAIL } });
  });

  it.each(['a\u0000b', '\ud800', 'x%00', '..'])('leads back to no page with the token %j', async (token) => {
    const returnTo = `/scan/customer/${token}`;
    const browser = createBrowser(fixture.app);
    expect((await browser.register(EMAIL, { returnTo })).statusCode).toBe(201);
    expect((await browser.post(FORGOT, { email: EMAIL, returnTo })).statusCode).toBe(202);
    expect((await takeMails()).map(({ data }) => data)).toEqual([{}, {}]);
  });

  it('limits requests for an address, whether it is known or not', async () => {
    await registered();
    for (const email of [EMAIL, 'unknown@shop.example']) {
      const browser = createBrowser(fixture.app);
      const statuses: number[] = [];
      for (let n = 0; n <= ATTEMPT_LIMITS.perAccount; n += 1)
        statuses.push((await browser.post(FORGOT, { email })).statusCode);
      expect(statuses).toEqual([...Array(ATTEMPT_LIMITS.perAccount).fill(202), 429]);
    }
  });

  it('lets the newest link alone work, also if an older mail is sent later', async () => {
    const browser = await registered();
    await takeMails();
    await browser.post(FORGOT, { email: EMAIL });
    await browser.post(FORGOT, { email: EMAIL });
    const newest = only(await takeMails());
    const body = { token: newest.token, newPassword: 'another correct horse' };
    expect((await browser.post('/api/auth/reset-password', body)).statusCode).toBe(204);
    expect((await browser.login(EMAIL, { password: body.newPassword })).statusCode).toBe(200);
  });

  it('keeps secrets and addresses out of the queue', async () => {
    const browser = await registered();
    await browser.post(FORGOT, { email: EMAIL });
    const { rows } = await fixture.pool.query<{ row: string }>('SELECT to_jsonb(m)::text AS row FROM identity.mails m');
    const texts = rows.map(({ row }) => row).join();
    for (const { token } of await takeMails()) expect(texts).not.toContain(token);
    // Sealed tokens contain any three letters now and then, but neither quotes nor an @.
    expect(texts).not.toMatch(/ana@|"ana"/i);
    expect(fixture.log.join()).not.toContain(EMAIL);
  });

  it('queues nothing where no mail is configured', async () => {
    const without = await fixture.sibling({ mail: undefined as never });
    const browser = createBrowser(without.app);
    await browser.register('other@shop.example');
    expect((await browser.post(FORGOT, { email: 'other@shop.example' })).statusCode).toBe(202);
    expect((await browser.get('/api/auth/sign-in-methods')).json().mail).toBe(false);
    const { rows } = await fixture.pool.query('SELECT 1 FROM identity.mails');
    expect(rows).toEqual([]);
  });
});

describe('an address', () => {
  const isVerified = async (browser: ReturnType<typeof createBrowser>) =>
    (await browser.get('/api/auth/user')).json().emailVerified;

  it('is verified by the link of the mail, which says so as often as it is opened', async () => {
    const browser = await registered();
    expect(await isVerified(browser)).toBe(false);
    const { token, to } = only(await takeMails());
    // The name could be a text to a stranger.
    expect(to).toEqual({ address: EMAIL, name: null });
    const stranger = createBrowser(fixture.app);
    expect((await stranger.post('/api/auth/verify-email', { token })).statusCode).toBe(204);
    expect(await isVerified(browser)).toBe(true);
    await fixture.pool.query("UPDATE identity.mails SET token_expires_at = now() - interval '1 second'");
    expect((await stranger.post('/api/auth/verify-email', { token })).statusCode).toBe(204);

    await browser.post(FORGOT, { email: EMAIL });
    expect(only(await takeMails()).to).toEqual({ address: EMAIL, name: 'Ana' });
  });

  it('is verified, and gets a new password, by a link that leads back to the invitation it came from', async () => {
    const path = '/staff-invitations/token-1';
    const browser = createBrowser(fixture.app);
    await browser.register(EMAIL, { returnTo: `${path}?x` });
    await browser.post('/api/auth/resend-verification', { returnTo: path });
    const [first, second] = await takeMails();
    await browser.post(FORGOT, { email: EMAIL, returnTo: path });
    const reset = only(await takeMails());
    expect([first, second, reset].map((mail) => mail?.token?.replace(/^[\w-]+/, ''))).toEqual([path, path, path]);
    const { rows } = await fixture.pool.query('SELECT data FROM identity.mails');
    expect(JSON.stringify(rows)).not.toContain('token-1');
    const use = (path: string, mail: DueMail | undefined, more = {}) =>
      browser.post(`/api/auth/${path}`, { token: mail?.token?.split('/')[0], ...more });
    expect((await use('verify-email', second)).statusCode).toBe(204);
    expect((await use('reset-password', reset, { newPassword: OTHER_PASSWORD })).statusCode).toBe(204);
  });

  it('gets another link on request, unless it is verified', async () => {
    const browser = await registered();
    const first = only(await takeMails());
    expect((await browser.post('/api/auth/resend-verification', {})).statusCode).toBe(202);
    const { token } = only(await takeMails());
    expect(token).not.toBe(first.token);
    await browser.post('/api/auth/verify-email', { token });
    // The answer to the other link asks for no new one, which would not be sent.
    expect((await browser.post('/api/auth/verify-email', { token: first.token })).statusCode).toBe(204);
    expect((await browser.post('/api/auth/resend-verification', {})).statusCode).toBe(202);
    expect(await takeMails()).toEqual([]);
  });

  it('refuses links that have expired', async () => {
    const browser = await registered();
    const { token } = only(await takeMails());
    await fixture.pool.query("UPDATE identity.mails SET token_expires_at = now() - interval '1 second'");
    expect((await browser.post('/api/auth/verify-email', { token })).statusCode).toBe(400);
    expect(await isVerified(browser)).toBe(false);
  });
});

describe('another address', () => {
  const NEW = 'ana@bakery.example';
  const userOf = async (browser: ReturnType<typeof createBrowser>) => (await browser.get('/api/auth/user')).json();
  /** With a verified address. */
  const verified = async () => {
    const browser = await registered();
    await browser.post('/api/auth/verify-email', { token: only(await takeMails()).token });
    return browser;
  };

  it('is taken over by the link of a mail to it, and a mail to the old one names the request', async () => {
    const browser = await verified();
    const asked = await browser.post('/api/me/email', { email: ' ANA@bakery.example' });
    expect([asked.statusCode, asked.json()]).toEqual([200, { pendingEmail: NEW }]);
    const mails = await takeMails();
    expect(mails.map(({ kind, to, data }) => [kind, to.address, data?.notice ?? null])).toEqual([
      ['verify_address', NEW, null],
      ['security_notice', EMAIL, 'email_change_asked'],
    ]);
    expect(await userOf(browser)).toMatchObject({ email: EMAIL, emailVerified: true });

    const { token } = mails[0] as DueMail;
    const use = () => createBrowser(fixture.app).post('/api/auth/verify-email', { token });
    expect([(await use()).statusCode, (await use()).statusCode]).toEqual([204, 204]);
    expect(await userOf(browser)).toMatchObject({ email: NEW, emailVerified: true });
    expect((await createBrowser(fixture.app).login(EMAIL)).statusCode).toBe(401);
    expect((await createBrowser(fixture.app).login(NEW)).statusCode).toBe(200);
  });

  it.each<[string, (browser: ReturnType<typeof createBrowser>) => Promise<unknown>]>([
    [
      'a new password',
      (browser) =>
        browser.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }),
    ],
    [
      'ending all other sessions',
      (browser) => browser.post('/api/auth/end-other-sessions', { currentPassword: PASSWORD }),
    ],
    [
      'the link for a forgotten password',
      async (browser) => {
        await browser.post(FORGOT, { email: EMAIL });
        const { token } = only((await takeMails()).filter(({ kind }) => kind === 'reset_password'));
        await browser.post('/api/auth/reset-password', { token, newPassword: OTHER_PASSWORD });
      },
    ],
    ['the operator, who ends all sessions', () => fixture.identity.endSessions(EMAIL)],
  ])('that a thief of a session has asked for is not taken over after %s', async (_, end) => {
    const browser = await verified();
    const thief = createBrowser(fixture.app);
    await thief.login(EMAIL);
    await thief.post('/api/me/email', { email: NEW });
    const { token } = (await takeMails())[0] as DueMail;
    await end(browser);
    expect((await thief.post('/api/auth/verify-email', { token })).json().code).toBe('VERIFICATION_LINK_INVALID');
    const { rows } = await fixture.pool.query('SELECT email FROM identity.users');
    expect(rows).toEqual([{ email: EMAIL }]);
  });

  it.each([
    ['another one', 'ana@right.example'],
    ['the old one', EMAIL],
  ])('that was mistyped is not taken over once the person has asked for %s', async (_, right) => {
    const browser = await verified();
    await browser.post('/api/me/email', { email: 'ana@wrong.example' });
    const { token } = (await takeMails())[0] as DueMail;
    await browser.post('/api/me/email', { email: right });
    const stranger = createBrowser(fixture.app);
    expect((await stranger.post('/api/auth/verify-email', { token })).statusCode).toBe(400);
    expect(await userOf(browser)).toMatchObject({ email: EMAIL });
  });

  it('ends the links at the addresses of before', async () => {
    const browser = await registered();
    const tokens = [only(await takeMails()).token];
    await browser.post('/api/auth/verify-email', { token: tokens[0] });
    for (const email of [NEW, 'ana@third.example']) {
      await browser.post('/api/me/email', { email });
      const token = (await takeMails())[0]?.token ?? '';
      await browser.post('/api/auth/verify-email', { token });
      const former = await Promise.all(tokens.map((used) => browser.post('/api/auth/verify-email', { token: used })));
      expect(former.map(({ statusCode }) => statusCode)).toEqual(tokens.map(() => 400));
      tokens.push(token);
    }
  });

  it('gets none of the notices about what was done before: they go to the old one, however late', async () => {
    const browser = await verified();
    await browser.post('/api/me/email', { email: NEW });
    const mails = await takeMails();
    const notice = mails.find(({ kind }) => kind === 'security_notice') as DueMail;
    // Its server takes no mail for now, as many do at the first try.
    await fixture.identity.outbox.retry(notice, 0, '451 try again');
    await browser.post('/api/auth/verify-email', { token: (mails[0] as DueMail).token });
    expect((await takeMails()).map(({ kind, to }) => [kind, to.address])).toEqual([['security_notice', EMAIL]]);
  });

  it('of another account is not told apart, and its link does nothing', async () => {
    const browser = await verified();
    await createBrowser(fixture.app).register(NEW);
    await takeMails();
    const asked = await browser.post('/api/me/email', { email: NEW });
    expect([asked.statusCode, asked.json()]).toEqual([200, { pendingEmail: NEW }]);
    const [mail] = await takeMails();
    const used = await browser.post('/api/auth/verify-email', { token: mail?.token });
    expect(used.json().code).toBe('VERIFICATION_LINK_INVALID');
    expect(await userOf(browser)).toMatchObject({ email: EMAIL });
  });

  it('is taken over at once, unverified, where no mail is configured', async () => {
    const { app, close } = await createFixture();
    const browser = createBrowser(app);
    await browser.register(EMAIL);
    await createBrowser(app).register('other@shop.example');
    const taken = await browser.post('/api/me/email', { email: 'other@shop.example' });
    expect(taken.json()).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect((await browser.post('/api/me/email', { email: NEW })).json()).toEqual({ pendingEmail: null });
    expect(await userOf(browser)).toMatchObject({ email: NEW, emailVerified: false });
    await close();
  });
});

it('a name can be changed, and emptied', async () => {
  const browser = await registered();
  const nameOf = async () => {
    const { id, firstName, lastName } = (await browser.get('/api/auth/user')).json();
    const shown = (await fixture.identity.accounts.displayNames([id])).get(id);
    return { firstName, lastName, shown };
  };
  expect(await nameOf()).toMatchObject({ firstName: 'Ana', lastName: null });
  expect((await browser.put('/api/me/profile', { firstName: ' Anna ', lastName: 'Ruiz' })).statusCode).toBe(204);
  expect(await nameOf()).toEqual({ firstName: 'Anna', lastName: 'Ruiz', shown: 'Anna Ruiz' });
  await browser.put('/api/me/profile', { firstName: '', lastName: null });
  expect(await nameOf()).toMatchObject({ firstName: null, lastName: null });
});

it('deletes the mails of an erased account', async () => {
  await registered();
  await fixture.pool.query('DELETE FROM identity.users WHERE email = $1', [EMAIL]);
  expect((await fixture.pool.query('SELECT 1 FROM identity.mails')).rows).toEqual([]);
});
