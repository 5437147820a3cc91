import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { SECRET_KEY, StripeDouble, WEBHOOK_SECRET } from '@perktree/command-service/payments/testing/stripe-double';
import { createApp } from '@perktree/platform/http/app';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterAll, describe, expect, it } from 'vitest';
import { seeded } from '../../trust/dice.ts';
import { mutateToken } from '../tokens/mutate-token.ts';
import { FOREIGN_ORIGINS } from './foreign-origins.ts';

/** No server listens here, so an accepted webhook fails with another status than 400. */
const NOWHERE = 'http://127.0.0.1:1';
const prices = { pro: 'price_pro', ultra: 'price_ultra' };
const stripe = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, prices, apiBase: NOWHERE };
const composed = await startComposedApp({ stripe });
const victim = await new Visitor(composed.app, 'victim').register('business');
afterAll(() => composed.close());

const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  composed.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', cookie: victim.cookie, ...headers },
  });

describe('a cross-site write', () => {
  it.each(FOREIGN_ORIGINS)('is refused from %j and changes nothing', async (origin) => {
    const answer = await post('/api/sites', { name: 'Forged', currency: 'EUR' }, { origin });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(await victim.must('GET', '/api/me/sites')).toEqual([]);
  });

  it.each(['cross-site', 'same-site', 'Same-Origin', ''])('is refused as Sec-Fetch-Site %j', async (site) => {
    const headers = { 'sec-fetch-site': site, origin: 'http://localhost:3000' };
    expect((await post('/api/sites', { name: 'Forged', currency: 'EUR' }, headers)).statusCode).toBe(403);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused as a form of %s, which browsers send without a preflight',
    async (type) => {
      const answer = await post('/api/sites', '{"name":"Forged","currency":"EUR"}', { 'content-type': type });
      expect(answer.statusCode).toBe(415);
    },
  );
});

describe('a webhook of the payment provider', () => {
  const stripe = new StripeDouble();
  const send = (payload: string, signature: string) =>
    post('/api/webhooks/stripe', payload, { 'stripe-signature': signature });

  it('is processed if genuine', async () => {
    const { payload, signature } = stripe.notice('customer.subscription.updated', { id: 'sub_1' });
    expect((await send(payload, signature)).statusCode).not.toBe(400);
  });

  it('is refused after any small change, 150 times', async () => {
    const dice = seeded(1);
    const { payload, signature } = stripe.notice('customer.subscription.updated', { id: 'sub_1' });
    for (let n = 0; n < 150; n += 1) {
      const at = 2 + dice.int(payload.length - 2);
      const forged = payload.slice(0, at) + dice.pick([' ', '0', '"', 'é']) + payload.slice(at + 1);
      if (forged === payload) continue;
      const answer = await send(forged, signature);
      expect([forged, answer.statusCode, answer.json().code]).toEqual([forged, 400, 'PAYMENT_NOTICE_INVALID']);
    }
  });

  it('is refused after any small change of its signature, 150 times', async () => {
    const dice = seeded(2);
    const { payload, signature } = stripe.notice('customer.subscription.updated', { id: 'sub_1' });
    const other = stripe.notice('customer.subscription.updated', { id: 'sub_2' }).signature.slice(-64);
    const digits = signature.slice(-64);
    for (let n = 0; n < 150; n += 1) {
      const forged = mutateToken(digits, other, dice).replace(/[^\x20-\x7e]/g, '?');
      // Commas and equals signs separate parts, and text after the whole signature is ignored.
      if (/^\s*$/.test(forged.replace(digits, '').replace(/[,=].*$/, ''))) continue;
      const answer = await send(payload, signature.slice(0, -64) + forged);
      expect([forged, answer.statusCode]).toEqual([forged, 400]);
    }
  });

  it('is refused with another secret, an old signature, no signature or the signature of another webhook', async () => {
    const { payload, signature } = stripe.notice('customer.subscription.updated', { id: 'sub_1' });
    const at = new Date(systemTimers.now() - 3_600_000);
    const forged = [
      stripe.notice('customer.subscription.updated', { id: 'sub_1' }, { secret: 'whsec_other' }).signature,
      stripe.notice('customer.subscription.updated', { id: 'sub_1' }, { at }).signature,
      stripe.notice('customer.subscription.updated', { id: 'sub_3' }).signature,
      '',
      't=1,v1=',
      signature.replace('v1=', 'v0='),
    ];
    for (const one of forged) expect([one, (await send(payload, one)).statusCode]).toEqual([one, 400]);
  });
});

describe('a session', () => {
  const answerTo = (cookie: string) => composed.app.inject({ url: '/api/auth/user', headers: { cookie } });

  it('changes at each login, so a session fixed by an attacker is useless', async () => {
    const attacker = await new Visitor(composed.app, 'attacker').register('customer');
    const planted = attacker.cookie;
    const payload = { email: victim.email, password: PASSWORD };
    const headers = { cookie: planted, 'content-type': 'application/json' };
    const answer = await composed.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
    const given = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(answer.statusCode).toBe(200);
    expect(given).not.toBe(planted);
    expect((await answerTo(given)).json().email).toBe(victim.email);
    expect((await answerTo(planted)).statusCode).toBe(401);
  });

  it('ends within a second of logging out, also for a copied cookie', async () => {
    const person = await new Visitor(composed.app, 'person').register('customer');
    const copied = person.cookie;
    expect((await answerTo(copied)).statusCode).toBe(200);
    await composed.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie: copied } });
    expect((await answerTo(copied)).statusCode).toBe(401);
  });
});

describe('a fault', () => {
  it('is answered without its stack, its message or a path of the source', async () => {
    const app = createApp({ logger: false, publicOrigin: null });
    app.get('/fault', async () => {
      throw new Error('secret of the database');
    });
    const { statusCode, body } = await app.inject('/fault');
    expect([statusCode, JSON.parse(body).code]).toEqual([500, 'INTERNAL']);
    expect(body).not.toMatch(/secret|\bat |\.ts/);
    await app.close();
  });
});
