import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { startComposedApp } from '../../standalone/testing/composed-app.ts';
import { Visitor } from '../../standalone/testing/visitor.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const composed = await startComposedApp();
afterAll(() => composed.close());

const run = (...words: string[]) => runCommand(sessionOn(composed.databaseUrl), ...words);

it('lists mails that were given up, shows what it would send, and queues them again with --yes', async () => {
  const { id: userId } = await new Visitor(composed.app, 'Quill').register('customer');
  const mail = async (kind: string, state: string) => {
    const id = randomUUID();
    await composed.pool.query(
      `INSERT INTO identity.mails (id, kind, user_id, state, reason, attempts, due_at, created_at, settled_at)
       VALUES ($1, $2, $3, $4, '550 unknown', 3, now(), now(), now())`,
      [id, kind, userId, state],
    );
    return id;
  };
  const [failed, other] = [await mail('payout_paid', 'failed'), await mail('payout_paid', 'bounced')];
  // Its link is gone.
  const bounced = await mail('verify_address', 'bounced');
  const states = async () => {
    const { rows } = await composed.pool.query('SELECT id, state FROM identity.mails WHERE user_id = $1', [userId]);
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  };
  const { text } = await run('mails', 'failed');
  for (const id of [failed, other, bounced]) expect(text).toContain(id);
  expect(text).not.toMatch(/quill|example\.test/i);
  const before = await states();
  expect((await run('mails', 'resend')).json).toMatchObject({ dryRun: true, mails: [{}, {}] });
  expect(await states()).toEqual(before);
  expect((await run('mails', 'resend', '--only', failed, '--yes')).json).toEqual({ resent: [failed] });
  expect(await states()).toMatchObject({ [failed]: 'queued', [other]: 'bounced' });
  expect((await run('mails', 'resend', '--yes')).json).toEqual({ resent: [other] });
  expect(await states()).toMatchObject({ [bounced]: 'bounced' });
  expect(await run('mails', 'resend', '--yes')).toMatchObject({ json: { resent: [] }, differs: true });
});

it('lists parked messages of webhooks, shows what it would send, and requests them again with --yes', async () => {
  const [endpointId, deliveryId] = [randomUUID(), randomUUID()];
  await composed.pool.query('INSERT INTO webhooks.endpoints (endpoint_id, tenant_id, position) VALUES ($1, $2, 9)', [
    endpointId,
    randomUUID(),
  ]);
  await composed.pool.query(
    `INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, message_id, type, position, body, in_order, status, parked_at,
       response_status) VALUES ($1, $2, 'm', 'redemption.created', 7, '{}', true, 'failed', now(), 422)`,
    [deliveryId, endpointId],
  );
  const status = async () => {
    const { rows } = await composed.pool.query('SELECT status FROM webhooks.deliveries WHERE delivery_id = $1', [
      deliveryId,
    ]);
    return rows[0]?.status;
  };
  const listed = (await run('webhooks', 'parked', '--endpoint', endpointId)).json;
  expect(listed).toMatchObject({ messages: [{ deliveryId, position: '7', responseStatus: 422 }] });
  expect((await run('webhooks', 'parked', '--endpoint', randomUUID())).text).toBe('No message is parked.');
  expect((await run('webhooks', 'resend')).json).toMatchObject({ dryRun: true, messages: [{ deliveryId }] });
  expect(await status()).toBe('failed');
  expect((await run('webhooks', 'resend', '--yes')).json).toEqual({ resent: [deliveryId] });
  expect(await status()).toBe('pending');
});
