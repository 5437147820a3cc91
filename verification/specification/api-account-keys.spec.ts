import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { describe, expect, it } from 'vitest';

/** Idempotency keys of calls without an account (docs/reference/http-api.md#conventions). */

const composed = await useComposedApp();
const shop = await openBusiness(composed.app, 'keyed', 'pro');

let n = 0;
const newcomer = () => {
  n += 1;
  return new Visitor(composed.app, `newcomer-${n}`);
};
const keyed = (who: Visitor, key: string, path: string, body: object) =>
  who.send('POST', path, body, { 'idempotency-key': key });
const registration = ({ email }: Visitor, more: object = {}) => ({
  ...{ email, password: PASSWORD, firstName: 'First', intent: 'distributor', ...more },
});
const isSignedIn = async (who: Visitor) => (await who.send('GET', '/api/auth/user')).status === 200;
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await composed.pool.query(`SELECT count(*)::integer AS n FROM ${sql}`, values)).rows[0].n;

const [REGISTER, LOGIN, _SWITCH, ERASE] = [
  ...['/api/auth/register', '/api/auth/login', '/api/auth/active-role', '/api/me/erase'],
] as [string, string, string, string];

describe('POST /api/auth/register', () => {
  it('again: the first answer, one account, and a session of its own; with another body: 409 without any data', async () => {
    const [who, elsewhere, thief] = [newcomer(), newcomer(), newcomer()];
    const first = await keyed(who, 'r1', REGISTER, registration(who));
    const again = await keyed(elsewhere, 'r1', REGISTER, registration(who));
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.setCookies[0]?.value).not.toBe(first.setCookies[0]?.value);
    const sent = await keyed(thief, 'r1', REGISTER, registration(who, { password: 'another password' }));
    expect(sent).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' }, setCookies: [] });
    expect([await isSignedIn(who), await isSignedIn(elsewhere), await isSignedIn(thief)]).toEqual([true, true, false]);
    expect(await count('identity.users WHERE email = $1', who.email)).toBe(1);
    // Neither a password nor a session is kept.
    const { rows } = await composed.pool.query('SELECT * FROM identity.idempotency_keys');
    const session = String(first.setCookies[0]?.value).split('.')[0];
    expect(JSON.stringify(rows)).toContain(who.email);
    for (const secret of [PASSWORD, session]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('refused is decided again: refusals of signed-out callers are not stored', async () => {
    const who = newcomer();
    await who.register('customer');
    const kept = () => count('identity.idempotency_keys');
    const before = await kept();
    const first = await keyed(newcomer(), 'r4', REGISTER, registration(who));
    expect([first.status, first.body.code, await kept()]).toEqual([409, 'EMAIL_TAKEN', before]);
    await composed.pool.query('DELETE FROM identity.users WHERE id = $1', [who.id]);
    expect((await keyed(newcomer(), 'r4', REGISTER, registration(who))).status).toBe(201);
  });

  it('finds the account that an attempt has opened which died before it could answer', async () => {
    const who = newcomer();
    const first = await keyed(who, 'r5', REGISTER, registration(who));
    await composed.pool.query(`DELETE FROM identity.idempotency_keys WHERE key = 'r5'`);
    const again = await keyed(newcomer(), 'r5', REGISTER, registration(who));
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await keyed(newcomer(), 'r5 other', REGISTER, registration(who));
    expect([other.status, other.body.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('after the account was erased: a new one, and nothing of the old one is kept', async () => {
    const who = newcomer();
    const { id } = (await keyed(who, 'r6', REGISTER, registration(who))).body;
    await who.must('POST', ERASE, { password: PASSWORD });
    expect(await count('identity.idempotency_keys WHERE body LIKE $1', `%${who.email}%`)).toBe(0);
    const again = await keyed(newcomer(), 'r6', REGISTER, registration(who));
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
  });
});

describe('POST /api/auth/login', () => {
  it('again: the first answer with a new session; another password with the same key gives nothing', async () => {
    const who = await newcomer().register('customer');
    const body = { email: who.email, password: PASSWORD, intent: 'distributor' };
    const [one, two, thief] = [newcomer(), newcomer(), newcomer()];
    const first = await keyed(one, 'l1', LOGIN, body);
    await who.must('POST', LOGIN, { ...body, intent: 'customer' });
    const again = await keyed(two, 'l1', LOGIN, body);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await isSignedIn(two)).toBe(true);
    const stolen = await keyed(thief, 'l1', LOGIN, { ...body, password: 'a guess' });
    expect(stolen).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' }, setCookies: [] });
    // Another spelling of the address changes the body, but the key belongs to the same person.
    const spelled = await keyed(thief, 'l1', LOGIN, { ...body, email: who.email.toUpperCase() });
    expect([spelled.status, spelled.setCookies]).toEqual([409, []]);
  });

  it('a known key gives no further guesses: each counts as a wrong password', async () => {
    const who = await newcomer().register('customer');
    const body = { email: who.email, password: PASSWORD };
    await keyed(newcomer(), 'l2', LOGIN, body);
    const codes: string[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      // Both spellings of the address count on the same account.
      const email = guess % 2 === 0 ? who.email : ` ${who.email.toUpperCase()}`;
      codes.push((await keyed(newcomer(), 'l2', LOGIN, { email, password: `guess ${guess}` })).body.code);
    }
    expect(codes).toEqual([...new Array(10).fill('IDEMPOTENCY_KEY_REUSED'), 'TOO_MANY_REQUESTS']);
    // The correct password has to wait, too, with or without a key.
    expect((await keyed(newcomer(), 'l2', LOGIN, body)).status).toBe(429);
  });
});

describe('POST /api/me/erase', () => {
  it('again: the first answer, although account and session are gone; no other caller gets it', async () => {
    const who = await newcomer().register('customer');
    const cookies = new Map(who.cookies);
    const body = { password: PASSWORD };
    const first = await keyed(who, 'e1', ERASE, body);
    expect([first.status, first.body]).toEqual([200, { success: true, keptUntil: null }]);
    for (const [name, value] of cookies) who.cookies.set(name, value);
    const again = await keyed(who, 'e1', ERASE, body);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await keyed(newcomer(), 'e1', ERASE, body)).status).toBe(401);
  });

  it('leaves the answers of other people, whatever the name is', async () => {
    const owner = await newcomer().register('business');
    const create = () => keyed(owner, 'e3', '/api/sites', { name: 'Shop', currency: 'EUR' });
    const created = await create();
    expect(created.status).toBe(201);
    // A field of nearly every answer, and a value of many.
    for (const firstName of ['name', 'EUR']) {
      const who = newcomer();
      expect((await keyed(who, 'e4', REGISTER, { ...registration(who), firstName })).status).toBe(201);
      await who.must('POST', ERASE, { password: PASSWORD });
    }
    expect(await count(`command_service.idempotency_keys WHERE owner = $1 AND key = 'e3'`, owner.id)).toBe(1);
    expect((await create()).body).toEqual(created.body);
  });

  it('deletes the answers to staff that name the customer', async () => {
    const kept = () => count(`command_service.idempotency_keys WHERE owner = $1 AND key LIKE 'e5 %'`, shop.staff.id);
    const redeemed = async (who: Visitor, key: string) => {
      const { redemptionCode } = await who.must('POST', '/api/scan', { token: shop.customerToken });
      return keyed(shop.staff, `e5 ${key}`, '/api/staff/redeem', { redemptionCode, saleAmount: '10.00' });
    };
    const [leaver, other] = [await newcomer().register('customer'), await newcomer().register('customer')];
    const { body } = await redeemed(leaver, 'leaver');
    expect(body.redemption.customerName).toBe(leaver.name);
    await redeemed(other, 'other');
    expect(await kept()).toBe(2);
    await leaver.must('POST', ERASE, { password: PASSWORD });
    expect(await kept()).toBe(1);
  });
});

describe('POST /api/scan of a signed-out visitor', () => {
  it('again: the first answer, counted once; with another code: 409', async () => {
    const [made, other] = [await shop.make(), await shop.make()];
    const [first, again] = [
      await keyed(newcomer(), 'v1', '/api/scan', { token: made.customerToken }),
      await keyed(newcomer(), 'v1', '/api/scan', { token: made.customerToken }),
    ];
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await count(`event_store.events WHERE type = 'QrScanned' AND data::text LIKE $1`, `%${made.id}%`)).toBe(1);
    const reused = await keyed(newcomer(), 'v1', '/api/scan', { token: other.customerToken });
    expect([reused.status, reused.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('stores nothing if refused, with any status', async () => {
    const kept = () => count(`command_service.idempotency_keys WHERE owner LIKE 'network %'`);
    const before = await kept();
    const unknown = await keyed(newcomer(), 'v3', '/api/scan', { token: 'A'.repeat(22) });
    expect([unknown.status, unknown.body.success]).toEqual([200, false]);
    expect((await keyed(newcomer(), 'v4', '/api/scan', { token: 7 } as never)).status).toBe(400);
    expect(await kept()).toBe(before);
  });
});
