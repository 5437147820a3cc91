import { randomUUID } from 'node:crypto';
import type { NewMail } from '@perktree/contracts/notification/mail';
import { afterAll, expect, it } from 'vitest';
import { createFixture, signUp } from '../testing/identity-fixture.ts';

const fixture = await createFixture({ mail: 'smtp' });
await fixture.identity.mailFeed.begin(0n);
afterAll(() => fixture.close());

it('queues mails to accounts and owners that exist, whatever an event holds as an id', async () => {
  const { id } = await signUp(fixture.app);
  const { id: ownerId, browser } = await signUp(fixture.app, { intent: 'business' });
  const { tenantId } = await browser.roleInfo();
  const mail = (key: string, to: NewMail['to']): NewMail => ({
    id: key,
    kind: 'payout_failed',
    to,
    data: { site: 'A' },
  });
  const mails = [
    mail('to a text', { userId: 'visitor 7' }),
    mail('to an unknown account', { userId: randomUUID() }),
    mail('to an unknown business', { tenantId: randomUUID() }),
    mail('to an account', { userId: id }),
    mail('in capitals', { userId: id.toUpperCase() }),
    mail('to an owner', { tenantId }),
  ];
  expect(await fixture.identity.mailFeed.advance(async () => ({ position: 1n, mails }))).toBe(true);
  const { rows } = await fixture.pool.query(
    `SELECT id, user_id FROM identity.mails WHERE kind = 'payout_failed' ORDER BY id`,
  );
  expect(rows).toEqual([
    { id: 'in capitals', user_id: id },
    { id: 'to an account', user_id: id },
    { id: 'to an owner', user_id: ownerId },
  ]);
});

it('hands mails to one person out in their order, also after one could not be sent', async () => {
  const { id } = await signUp(fixture.app);
  const { id: otherId } = await signUp(fixture.app);
  const mail = (kind: 'payout_generated' | 'payout_paid', userId: string): NewMail => ({
    ...{ id: `${kind} to ${userId}`, kind, to: { userId }, data: { site: 'A' } },
  });
  const mails = [mail('payout_generated', id), mail('payout_paid', id), mail('payout_paid', otherId)];
  const { mailFeed, outbox } = fixture.identity;
  await fixture.pool.query(`DELETE FROM identity.mails`);
  expect(await mailFeed.advance(async () => ({ position: 2n, mails }))).toBe(true);
  const taken = async () => [...(await outbox.take(10))].sort((a, b) => (a.id < b.id ? -1 : 1));
  const idsOf = (due: Awaited<ReturnType<typeof taken>>) => due.map((one) => one.id);

  const [first, ofOther, ...more] = await taken();
  expect(more).toEqual([]);
  expect([first?.id, ofOther?.id]).toEqual([mails[0]?.id, mails[2]?.id]);
  // An outage of the mail server: it is tried again at once, and the later one waits for it.
  if (first) await outbox.retry(first, 0, 'away');
  const [again, ...others] = await taken();
  expect([again?.id, others]).toEqual([mails[0]?.id, []]);
  if (again) await outbox.sent(again);
  expect(idsOf(await taken())).toEqual([mails[1]?.id]);
});

it('hands out a mail with a link, which a person waits for, before notices that have waited longer', async () => {
  const { mailFeed, outbox } = fixture.identity;
  const mails: NewMail[] = [];
  for (const key of ['one', 'other']) {
    const { id: userId } = await signUp(fixture.app);
    mails.push({ id: `notice to ${key}`, kind: 'payout_paid', to: { userId }, data: { site: 'A' } });
  }
  const { email, browser } = await signUp(fixture.app);
  await fixture.pool.query(`DELETE FROM identity.mails`);
  await mailFeed.advance(async () => ({ position: 3n, mails }));
  await fixture.pool.query(`UPDATE identity.mails SET due_at = due_at - interval '1 hour'`);
  await browser.post('/api/auth/forgot-password', { email });
  expect((await outbox.take(1)).map(({ kind }) => kind)).toEqual(['reset_password']);
});
