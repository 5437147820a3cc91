import { digestsJob } from '@perktree/apps/parts/recurring-jobs';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { DAY_MS, HOUR_MS } from '@perktree/contracts/kernel/durations';
import type { DueMail } from '@perktree/contracts/notification/mail';
import { createMailFeed } from '@perktree/identity/mail/feed';
import { cleanRestoredAccounts } from '@perktree/identity/restored-accounts';
import { lastSending, weeklyDigestsJob } from '@perktree/mail-service/weekly-digest';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import { digestFigures } from '@perktree/query-service/dashboard/digest-figures';
import { expect, it } from 'vitest';

const PATH = '/api/auth/weekly-digest';
/** The Monday after the week in which this runs. */
const sending = lastSending(new Date(systemTimers.now() + 7 * DAY_MS + 8 * HOUR_MS)).at;
const clock = () => sending;

const log: string[] = [];
const composed = await useComposedApp({ mail: 'mailbox', log });
const business = await openBusiness(composed.app, 'weekly');
const { owner, distributor, customer } = business;
const idle = await new Visitor(composed.app, 'idle').register('business');
await composed.identity.mailFeed.begin(await composed.store.head());

const verify = (...who: readonly Visitor[]) =>
  composed.pool.query('UPDATE identity.users SET email_verified = true WHERE id = ANY ($1)', [who.map(({ id }) => id)]);
const job = (now = clock) => digestsJob(composed.identity.weeklyDigests, { pool: composed.pool, clock: now });
const rows = async () =>
  (
    await composed.pool.query<{ user_id: string; state: string }>(
      `SELECT user_id, state FROM identity.mails WHERE kind = 'weekly_digest' ORDER BY created_at, state`,
    )
  ).rows;
const isOn = async (who: Visitor) => (await who.must('GET', PATH)).isOn;
const linkOf = ({ unsubscribe }: DueMail) => `/api/unsubscribe/${unsubscribe}`;
const post = (url: string, payload: string, contentType: string) =>
  composed.app.inject({ method: 'POST', url, payload, headers: { 'content-type': contentType } });
const FORM = 'application/x-www-form-urlencoded';

it('is for owners and distributors who ask for it and have a verified address', async () => {
  expect(await isOn(owner)).toBe(false);
  expect((await customer.call('PUT', PATH, { isOn: true })).body.code).toBe('NOT_ALLOWED');
  expect((await owner.call('PUT', PATH, { isOn: true })).body.code).toBe('EMAIL_NOT_VERIFIED');
  expect((await owner.call('PUT', PATH, { isOn: 'yes' })).body).toMatchObject({ issues: [{ path: 'isOn' }] });
  await verify(owner, distributor, idle);
  for (const who of [owner, distributor, idle]) {
    expect(await who.must('PUT', PATH, { isOn: true })).toEqual({ isOn: true });
    expect((await who.must('GET', '/api/me/export')).weeklyDigestSince).not.toBeNull();
    expect(await isOn(who)).toBe(true);
  }
  // On a Monday before 08:00 they would have asked in time for that day's digest, too.
  const since = new Date(sending.getTime() - 6 * DAY_MS);
  await composed.pool.query('UPDATE identity.users SET weekly_digest_since = $1 WHERE weekly_digest_since < $1', [
    since,
  ]);
});

it('is queued once for each person and week, with several processes and after a kill, and never empty', async () => {
  // Waits for the read models.
  await owner.must('GET', '/api/me/dashboard');
  await job(() => new Date(sending.getTime() - 1)).run();
  expect(await rows()).toEqual([]);

  let made = 0;
  const { weeklyDigests: digests } = composed.identity;
  const dying = weeklyDigestsJob({
    digests: {
      ...digests,
      async queue(...digest) {
        if (made > 0) throw new Error('killed');
        made += 1;
        await digests.queue(...digest);
      },
    },
    figuresOf: (reader, week, now) => digestFigures(composed.pool, reader, week, now),
    clock,
  });
  await expect(dying.run()).rejects.toThrow('killed');
  expect(await rows()).toHaveLength(1);
  await Promise.all([job().run(), job().run(), job().run()]);
  await job(() => new Date(sending.getTime() + 6 * DAY_MS)).run();
  const queued = (await rows()).filter(({ state }) => state === 'queued').map(({ user_id }) => user_id);
  expect(queued.toSorted()).toEqual([owner.id, distributor.id].toSorted());
  expect(await rows()).toContainEqual({ user_id: idle.id, state: 'dropped' });
});

it('says what happened, and is turned off by one click, by the person that it was sent to alone', async () => {
  const mails = (await composed.identity.outbox.take(200)).filter(({ kind }) => kind === 'weekly_digest');
  const mailTo = (who: Visitor) => {
    const mail = mails.find(({ to }) => to.address === who.email);
    if (mail === undefined) throw new Error(`no digest for ${who.name}`);
    return mail;
  };
  expect(mailTo(owner).figures).toMatchObject({
    business: { sites: [{ name: 'Café weekly', scans: 1, redemptions: 1, amounts: [{ currency: 'EUR' }] }], flags: 0 },
    distributor: null,
  });
  expect(mailTo(distributor).figures).toMatchObject({
    business: null,
    distributor: { redemptions: 1, commission: [{ currency: 'EUR' }], owed: [{ currency: 'EUR' }] },
  });

  const link = linkOf(mailTo(owner));
  const page = await composed.app.inject({ method: 'GET', url: link });
  expect(page.statusCode).toBe(303);
  expect(page.headers.location).toBe(`/unsubscribe#${mailTo(owner).unsubscribe}`);
  expect(await isOn(owner)).toBe(true);

  expect((await post(link, 'List-Unsubscribe=Other', FORM)).json()).toMatchObject({
    issues: [{ path: 'List-Unsubscribe' }],
  });
  expect((await post(link, 'List-Unsubscribe=One-Click', FORM)).statusCode).toBe(200);
  expect([await isOn(owner), await isOn(distributor)]).toEqual([false, true]);
  // A mail program may send it twice.
  expect((await post(link, 'List-Unsubscribe=One-Click', FORM)).statusCode).toBe(200);

  const boundary = 'a-boundary';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
  const multipart = `multipart/form-data; boundary=${boundary}`;
  const own = linkOf(mailTo(distributor));
  const forged = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`;
  expect((await post(forged, part, multipart)).json().code).toBe('UNSUBSCRIBE_LINK_INVALID');
  expect(await isOn(distributor)).toBe(true);
  const other = part.replace('name="List-Unsubscribe"', 'name="Other"');
  expect((await post(own, other, multipart)).statusCode).toBe(400);
  expect(await isOn(distributor)).toBe(true);
  const plainPart = part.replace('name="List-Unsubscribe"', 'name=List-Unsubscribe\r\nContent-Type: text/plain');
  for (const form of [part, plainPart]) expect((await post(own, form, multipart)).statusCode).toBe(200);
  expect(await isOn(distributor)).toBe(false);

  // A digest that is still queued is not sent.
  await composed.pool.query("UPDATE identity.mails SET due_at = now() WHERE kind = 'weekly_digest'");
  expect((await composed.identity.outbox.take(200)).filter(({ kind }) => kind === 'weekly_digest')).toEqual([]);
  expect(log.join()).not.toContain(mailTo(owner).unsubscribe);
});

it('is not sent a second time after a restore, which leaves the queue out; the next Monday’s is sent', async () => {
  expect(await isOn(idle)).toBe(true);
  expect((await rows()).map(({ user_id }) => user_id)).toContain(idle.id);
  await inTransaction(composed.pool, (db) => cleanRestoredAccounts(db, []));
  const restoredAt = new Date(sending.getTime() + HOUR_MS);
  await createMailFeed(composed.pool, () => restoredAt).begin(await composed.store.head());
  for (const days of [0, 6]) await job(() => new Date(restoredAt.getTime() + days * DAY_MS)).run();
  expect(await rows()).toEqual([]);
  await job(() => new Date(sending.getTime() + 7 * DAY_MS)).run();
  expect(await rows()).toEqual([{ user_id: idle.id, state: 'dropped' }]);
});

it('takes no form elsewhere, and is not turned on where no mail is set up', async () => {
  expect((await post('/api/auth/forgot-password', 'email=a%40shop.example', FORM)).statusCode).toBe(415);
  const without = await startComposedApp();
  try {
    const owner = await new Visitor(without.app, 'owner').register('business');
    expect((await owner.call('PUT', PATH, { isOn: true })).body.code).toBe('MAIL_NOT_SET_UP');
    expect(await owner.must('PUT', PATH, { isOn: false })).toEqual({ isOn: false });
  } finally {
    await without.close();
  }
});
