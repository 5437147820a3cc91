import { mailLookups } from '@perktree/apps/parts/mail-events';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { createConfiguredEndpoints } from '@perktree/command-service/webhook/configured-endpoints';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { startReaction } from '@perktree/mail-service/reaction';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { Timers } from '@perktree/platform/time/timers';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';

const logger = pino({ level: 'silent' });
const reactions: ReturnType<typeof startReaction>[] = [];
const composed = await useComposedApp({ mail: 'mailbox' });
// Mails begin at the head again, as where they have just been configured.
afterEach(async () => {
  await stopReactions();
  await composed.pool.query('DELETE FROM identity.mail_checkpoint; DELETE FROM identity.mails');
});

function react(options: { readonly pollMs?: number; readonly timers?: Timers } = { pollMs: 10 }): void {
  const { store, pool, identity } = composed;
  const clock = composed.clock;
  const lookups = mailLookups(
    pool,
    { handler: createCommandHandler({ store, logger }), clock },
    identity.webhookSecrets,
  );
  reactions.push(startReaction({ pool, feed: identity.mailFeed, store, lookups, logger, ...options }));
}
async function stopReactions(): Promise<void> {
  await Promise.all(reactions.splice(0).map((reaction) => reaction.stop()));
}
const OF_EVENTS = [
  ...['claim_confirmed', 'payout_generated', 'payout_paid', 'payout_failed', 'payout_not_collected'],
  ...['payout_charge_failed', 'payout_returned', 'plan_limit_near', 'webhook_disabled'],
];
const mails = async () => {
  const { rows } = await composed.pool.query<{ kind: string; user_id: string; data: Record<string, string> }>(
    'SELECT kind, user_id, data FROM identity.mails WHERE kind = ANY ($1) ORDER BY created_at, kind',
    [OF_EVENTS],
  );
  return rows;
};
const kinds = async () => (await mails()).map(({ kind }) => kind).toSorted();
const reached = async () => {
  const { rows } = await composed.pool.query<{ position: string }>('SELECT position FROM identity.mail_checkpoint');
  return BigInt(rows[0]?.position ?? 0) === (await composed.store.head());
};

it('queues one mail for each event, with several processes and after restarts', async () => {
  for (let n = 0; n < 3; n += 1) react();
  // Its beginning is before the first event.
  await expect.poll(reached).toBe(true);
  const { owner, distributor, siteId } = await openBusiness(composed.app, 'events');
  const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
  await stopReactions();
  await owner.must('POST', `/api/payouts/${payouts[0].id}/mark-paid`, { reference: 'transfer 7' });
  for (let n = 0; n < 2; n += 1) react();
  await expect.poll(reached).toBe(true);

  // One site of one is no reason for a mail.
  expect(await kinds()).toEqual(['claim_confirmed', 'payout_generated', 'payout_paid']);
  const rows = await mails();
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([distributor.id]));
  expect(rows.find(({ kind }) => kind === 'payout_paid')?.data).toEqual({
    ...{ site: 'Café events', siteId, amount: payouts[0].amount, currency: 'EUR' },
  });

  // Even if the checkpoint is lost and all events are read again, the ids of the mails are the same.
  await stopReactions();
  await composed.pool.query('UPDATE identity.mail_checkpoint SET position = 0');
  react();
  await expect.poll(reached).toBe(true);
  expect(await mails()).toEqual(rows);
});

it('mails neither what happened before mail was configured, nor what was recorded before and is written later', async () => {
  await openBusiness(composed.app, 'past');
  react();
  await expect.poll(reached).toBe(true);
  await stopReactions();
  // As the history of a demo.
  await composed.pool.query("UPDATE identity.mail_checkpoint SET since = since + interval '1 hour'");
  await openBusiness(composed.app, 'history');
  react();
  await expect.poll(reached).toBe(true);
  expect(await mails()).toEqual([]);
});

it('tells the owner once that a limit of the plan is near, woken by the projector', async () => {
  const timers = new ManualTimers();
  react({ pollMs: HOUR_MS, timers });
  const reachedWithin = async () => {
    await timers.advance(1_000);
    return reached();
  };
  await expect.poll(reachedWithin).toBe(true);
  const { owner, siteId } = await openBusiness(composed.app, 'limits');
  await owner.must('POST', '/api/cancel-subscription');
  const { limits, used } = await owner.must('GET', '/api/me/plan');
  for (let n = used.activeQrs; n < limits.activeQrs; n += 1) {
    const qr = { name: `Code ${n}`, type: 'DISCOUNT_PERCENT', discountPercent: 20, maxRedemptions: 5 };
    await owner.must('POST', `/api/sites/${siteId}/qrs`, qr);
  }
  await expect.poll(reachedWithin).toBe(true);
  const near = (await mails()).filter(({ kind, data }) => kind === 'plan_limit_near' && data.quota === 'activeQrs');
  expect(near).toMatchObject([{ user_id: owner.id, data: { limit: String(limits.activeQrs) } }]);
});

it('tells the owner once that a webhook endpoint was disabled, without what of its address may be secret', async () => {
  react();
  await expect.poll(reached).toBe(true);
  const { owner } = await openBusiness(composed.app, 'hooks');
  const make = async (url: string) =>
    (await owner.must('POST', '/api/webhook-endpoints', { url, eventTypes: ['*'], siteIds: null })).id as string;
  const endpoints = {
    named: await make('http://hooks.acme.example/in/s3cret?key=s3cret'),
    hidden: await make('http://s3cret99.bin.example/'),
    removed: await make('http://gone.acme.example/'),
  };
  await owner.must('DELETE', `/api/webhook-endpoints/${endpoints.removed}`);
  const { tenantId } = await owner.must('GET', '/api/auth/user-role');
  const handler = createCommandHandler({ store: composed.store, logger });
  const configured = createConfiguredEndpoints({ handler, clock: composed.clock });
  const failingSince = composed.clock().toISOString();
  for (let n = 0; n < 2; n += 1) {
    await configured.disable({ tenantId, endpointId: endpoints.named, reason: 'failing', failingSince });
    await configured.disable({ tenantId, endpointId: endpoints.hidden, reason: 'gone', failingSince });
  }
  await expect.poll(reached).toBe(true);
  const disabled = (await mails()).filter(({ kind }) => kind === 'webhook_disabled');
  expect(disabled.map(({ user_id, data }) => ({ user_id, data }))).toEqual([
    { user_id: owner.id, data: { cause: 'failing', host: 'hooks.acme.example' } },
    { user_id: owner.id, data: { cause: 'gone' } },
  ]);
});
