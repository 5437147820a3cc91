import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { createBrowser, createFixture, type Fixture } from '@perktree/identity/testing/identity-fixture';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSender } from './sender.ts';
import { openSmtp, type Transport } from './smtp.ts';
import { figuresOf } from './testing/mail-data.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

const publicUrl = 'http://localhost:3000';
const FROM = 'PerkTree <post@perktree.example>';

let fixture: Fixture;
let server: MailServer;
let senders: ReturnType<typeof startSender>[];
let logged: string[];

beforeEach(async () => {
  fixture = await createFixture({ mail: 'smtp' });
  server = await startMailServer();
  senders = [];
  logged = [];
});

afterEach(async () => {
  for (const sender of senders) await sender.stop();
  await server.stop();
  await fixture.close();
});

const smtp = (options = {}) =>
  openSmtp({ url: server.url, from: FROM }, { product: 'PerkTree', publicUrl, ...options });

function start(transport: Transport, pollMs = 20): ReturnType<typeof startSender> {
  const note = (...line: unknown[]) => void logged.push(JSON.stringify(line));
  const logger = { info: note, warn: note };
  const sender = startSender({ pool: fixture.pool, outbox: fixture.identity.outbox, transport, logger, pollMs });
  senders.push(sender);
  return sender;
}

const register = async (email: string, headers: Record<string, string> = {}) => {
  const browser = createBrowser(fixture.app);
  Object.assign(browser.headers, headers);
  expect((await browser.register(email, { firstName: 'Ana', lastName: 'Ruiz' })).statusCode).toBe(201);
  return browser;
};
const states = async () => {
  const { rows } = await fixture.pool.query<{ state: string; reason: string | null }>(
    'SELECT state, reason FROM identity.mails ORDER BY created_at',
  );
  return rows;
};
/** Makes waiting mails due now, as time does. */
const hurry = () => fixture.pool.query("UPDATE identity.mails SET due_at = created_at WHERE state = 'queued'");

it('sends a mail in the language of the account, with text, HTML, logo and one Message-ID', async () => {
  await register('ana@shop.example', { 'accept-language': 'es-ES,en;q=0.5' });
  start(await smtp());
  await expect.poll(() => server.received.length).toBe(1);

  const [mail] = server.received;
  const { rows } = await fixture.pool.query<{ id: string }>('SELECT id FROM identity.mails');
  expect(mail?.recipients).toEqual(['ana@shop.example']);
  expect(mail?.header('from')).toBe(FROM);
  expect(mail?.header('subject')).toContain('Confirma');
  expect(mail?.header('message-id')).toBe(`<${rows[0]?.id}@perktree.example>`);
  expect(mail?.header('auto-submitted')).toBe('auto-generated');
  expect(mail?.source).toMatch(/Content-Type: text\/plain/);
  expect(mail?.source).toMatch(/Content-Type: text\/html/);
  expect(mail?.source).toMatch(/Content-Id: <logo>/i);
  expect(mail?.text()).toContain(`${publicUrl}/verify-email#`);
  // The address is not verified yet, so the name could be a text of a stranger.
  // As a word: the token of the link contains any three letters now and then.
  expect(mail?.text()).not.toMatch(/\bAna\b/);
});

it('sends a mail of a brand in its name, without a picture of the product', async () => {
  await register('ana@shop.example');
  start(await smtp({ brandOf: async () => ({ name: 'Luna\r\nBcc: x@evil.example', logo: null, colour: '#0044cc' }) }));
  await expect.poll(() => server.received.length).toBe(1);
  const [mail] = server.received;
  expect(mail?.recipients).toEqual(['ana@shop.example']);
  expect(mail?.header('from')).toBe('"Luna Bcc: x@evil.example" <post@perktree.example>');
  expect(mail?.source).not.toMatch(/^Bcc:|Content-Id|PerkTree/m);
});

it('is woken by mails that are queued while it waits', async () => {
  start(await smtp(), HOUR_MS);
  for (let n = 1; n <= 3; n += 1) {
    await register(`person-${n}@shop.example`);
    await expect.poll(() => server.received.length).toBe(n);
  }
});

it('sends all mails after the mail server was down, each once, and logs the outage once', async () => {
  await server.stop();
  for (let n = 0; n < 7; n += 1) await register(`person-${n}@shop.example`);
  start(await smtp());
  const attempts = async () =>
    (await fixture.pool.query<{ least: number }>('SELECT min(attempts) AS least FROM identity.mails')).rows[0]?.least;
  await expect.poll(attempts).toBeGreaterThanOrEqual(1);
  await hurryWaiting();
  await expect.poll(attempts).toBeGreaterThanOrEqual(2);

  await server.start();
  await expect
    .poll(async () => {
      await hurryWaiting();
      return server.received.length;
    })
    .toBe(7);
  const ids = server.received.map((mail) => mail.header('message-id'));
  expect(new Set(ids).size).toBe(7);
  expect(logged.filter((line) => line.includes('takes no mail'))).toHaveLength(1);
  expect(logged.filter((line) => line.includes('takes mail again'))).toHaveLength(1);
  expect(logged.join()).not.toContain('shop.example');
});

it('does not look each second once nothing is due in an outage', async () => {
  await register('ana@shop.example');
  const due = [...(await fixture.identity.outbox.take(1))];
  let looks = 0;
  const take = async () => {
    looks += 1;
    return due.splice(0);
  };
  const outbox = { ...fixture.identity.outbox, take };
  const unavailable = {
    deliver: async () => ({ outcome: 'unavailable', reason: 'ECONNREFUSED' }) as const,
    close() {},
  };
  const timers = new ManualTimers();
  const logger = { info() {}, warn() {} };
  senders.push(startSender({ pool: fixture.pool, outbox, transport: unavailable, logger, pollMs: HOUR_MS, timers }));
  await expect.poll(states).toEqual([{ state: 'queued', reason: 'ECONNREFUSED' }]);
  for (let second = 0; second < 60; second += 1) await timers.advance(1_000);
  expect(looks).toBeLessThan(10);
});

it('sends the mail of a process that died again, with the same Message-ID', async () => {
  await register('ana@shop.example');
  // Dies after the mail server has taken the mail, and before that is stored.
  const [taken] = await fixture.identity.outbox.take(1);
  if (!taken) throw new Error('no mail was due');
  const dying = await smtp();
  expect(await dying.deliver(taken)).toEqual({ outcome: 'sent' });
  dying.close();

  await hurry();
  start(await smtp());
  await expect.poll(() => server.received.length).toBe(2);
  const [first, again] = server.received;
  expect(again?.header('message-id')).toBe(first?.header('message-id'));
  // What the dead process would still store has no effect.
  await fixture.identity.outbox.bounced(taken, '550 late');
  await expect.poll(states).toEqual([{ state: 'sent', reason: null }]);
});

it('gives each mail to one of several senders', async () => {
  for (let n = 0; n < 12; n += 1) await register(`person-${n}@shop.example`);
  for (let n = 0; n < 3; n += 1) start(await smtp());
  await expect.poll(states).toEqual(Array(12).fill({ state: 'sent', reason: null }));
  expect(server.received).toHaveLength(12);
});

it('keeps the reason of a refusal for good (5xx), and tries again after one for now (4xx)', async () => {
  server.refuse('gone@shop.example', 550, 'No such user here');
  server.refuse('full@shop.example', 452, 'Mailbox full');
  await register('gone@shop.example');
  await register('full@shop.example');
  start(await smtp());
  await expect.poll(states).toEqual([
    { state: 'bounced', reason: '550 No such user here' },
    { state: 'queued', reason: '452 Mailbox full' },
  ]);
  expect(logged.join()).not.toContain('No such user');

  server.accept('full@shop.example');
  await hurry();
  await expect.poll(async () => (await states()).map(({ state }) => state)).toEqual(['bounced', 'sent']);
});

it('gives up at once on a mail whose text cannot be written, and sends the others', async () => {
  await register('ana@shop.example');
  await fixture.pool.query(`UPDATE identity.mails SET kind = 'payout_paid', sealed_token = NULL, data = '{}'`);
  await register('ben@shop.example');
  start(await smtp());
  await expect.poll(async () => (await states()).map(({ state }) => state)).toEqual(['failed', 'sent']);
  expect((await states())[0]?.reason).toBe('its text cannot be written');
  expect(logged.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
});

it('gives up after three days on a mail that meets an unforeseen error', async () => {
  await register('ana@shop.example');
  const deliver = () => Promise.reject(new Error('the logo of a site cannot be read'));
  start({ deliver, close() {} });
  await expect.poll(states).toEqual([{ state: 'queued', reason: 'an unforeseen error, which the log has' }]);
  await fixture.pool.query(`UPDATE identity.mails SET created_at = created_at - interval '4 days'`);
  await hurry();
  await expect.poll(async () => (await states())[0]?.state).toBe('failed');
  expect(logged.filter((line) => line.includes('cannot send mails'))).toHaveLength(2);
});

it('does not take a refused login or sender for a bounce', async () => {
  server.refuseSender(550);
  await register('ana@shop.example');
  start(await smtp());
  await expect.poll(states).toEqual([{ state: 'queued', reason: '550' }]);
});

it('sends other mails while the mail server leaves one unanswered', async () => {
  server.stall('slow@shop.example');
  await register('slow@shop.example');
  for (let n = 0; n < 7; n += 1) await register(`person-${n}@shop.example`);
  start(await smtp());
  await expect.poll(() => server.received.length).toBe(7);
  expect((await states())[0]).toEqual({ state: 'queued', reason: null });
});

it('gives up on a delivery that takes too long, and sends the mail once', async () => {
  server.stall('slow@shop.example');
  await register('slow@shop.example');
  const hasty = start(await smtp({ deliveryMs: 300 }));
  await expect.poll(states).toEqual([{ state: 'queued', reason: 'timeout' }]);
  await hasty.stop();
  server.accept('slow@shop.example');
  await hurryWaiting();
  start(await smtp());
  await expect.poll(states).toEqual([{ state: 'sent', reason: null }]);
  expect(server.received).toHaveLength(1);
});

it('ends deliveries under way when it stops, so that their mails are sent again soon', async () => {
  server.stall('slow@shop.example');
  await register('slow@shop.example');
  const sender = start(await smtp());
  await expect.poll(() => server.stalled()).toBe(1);
  await sender.stop();
  const { rows } = await fixture.pool.query(
    `SELECT due_at < $1 AS "isSoon" FROM identity.mails WHERE state = 'queued'`,
    [new Date(systemTimers.now() + 10_000)],
  );
  expect(rows).toEqual([{ isSoon: true }]);
});

it('sends a digest with the headers of one-click unsubscription, and others without', async () => {
  await register('ana@shop.example');
  start(await smtp());
  await expect.poll(() => server.received.length).toBe(1);
  expect(server.received[0]?.header('list-unsubscribe')).toBeUndefined();

  const { rows } = await fixture.pool.query<{ userId: string }>(
    `UPDATE identity.users SET weekly_digest_since = now(), email_verified = true RETURNING id AS "userId"`,
  );
  const userId = rows[0]?.userId ?? '';
  const figures = figuresOf('weekly_digest', 'Café\r\nBcc: thief@evil.example');
  if (figures === null) throw new Error('a digest has figures');
  for (let n = 0; n < 2; n += 1) {
    await fixture.identity.weeklyDigests.queue({ userId, tenantId: null, isDistributor: false }, figures, figures);
  }
  await expect.poll(() => server.received.length).toBe(2);
  const mail = server.received[1];
  expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(.+)>$/.exec(mail?.header('list-unsubscribe') ?? '') ?? [];
  expect(url).toMatch(/^http:\/\/localhost:3000\/api\/unsubscribe\/[\w-]{64}$/);
  expect(mail?.header('bcc')).toBeUndefined();
  expect(mail?.text()).toContain('Sales: €1,234.50, $8.00');

  // A mail program follows the header.
  const payload = 'List-Unsubscribe=One-Click';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fixture.app.inject({ method: 'POST', url: new URL(url).pathname, payload, headers });
  expect(answer.statusCode).toBe(200);
  const { rows: left } = await fixture.pool.query('SELECT 1 FROM identity.users WHERE weekly_digest_since IS NOT NULL');
  expect(left).toEqual([]);
});

/** Mails that wait for the mail server, not those that are being sent. */
async function hurryWaiting(): Promise<void> {
  const [now, later] = [0, 90_000].map((ms) => new Date(systemTimers.now() + ms));
  await fixture.pool.query("UPDATE identity.mails SET due_at = $1 WHERE state = 'queued' AND due_at < $2", [
    now,
    later,
  ]);
}

it.each([
  ['a certificate that is not valid', true, 'smtp', /its certificate is not valid for SMTP_URL \(CERT_HAS_EXPIRED\)/],
  ['no TLS from the start', false, 'smtps', /TLS fails \(ERR_SSL_WRONG_VERSION_NUMBER\): SMTP_URL takes/],
])('names the setting in the log where the mail server has %s', async (_, tls, scheme, sentence) => {
  const other = await startMailServer({ tls });
  await register('ana@shop.example');
  start(await openSmtp({ url: other.url.replace('smtp', scheme), from: FROM }, { product: 'PerkTree', publicUrl }));
  await expect.poll(() => logged.join()).toMatch(sentence);
  await other.stop();
});
