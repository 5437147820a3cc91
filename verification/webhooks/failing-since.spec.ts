import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { claimEndpoints, nextDelivery, noteDelivered, noteFailed } from '@perktree/webhook-service/claims';
import { messagesAfter } from '@perktree/webhook-service/messages';
import { afterAll, expect, it } from 'vitest';

const LEASE_MS = 20_000;
const FAILED = { status: 500, body: '', retryAfter: undefined, error: null };
// The test takes endpoints itself.
const composed = await startComposedApp();
afterAll(() => composed?.close());

it('an endpoint fails since its first failure, until it accepts a message', async () => {
  const { owner, customerToken } = await openBusiness(composed.app, 'failing');
  await owner.must('POST', '/api/webhook-endpoints', { url: 'http://127.0.0.1:9/x', eventTypes: ['*'], siteIds: null });
  const customer = await new Visitor(composed.app, 'scanner').register('customer');
  await customer.must('POST', '/api/scan', { token: customerToken });
  const waiting = `SELECT FROM read_models.webhook_messages m JOIN webhooks.endpoints e USING (tenant_id) WHERE m.position > e.position`;
  await expect.poll(async () => (await composed.pool.query(waiting)).rowCount).toBe(1);
  const attempt = async () => {
    const [claim] = await claimEndpoints(composed.pool, 1, LEASE_MS);
    if (claim === undefined) throw new Error('no endpoint is due');
    const [message] = await messagesAfter(composed.pool, claim.tenantId, claim.position, 1);
    if (message === undefined) throw new Error('there is no message');
    return { claim, message, delivery: await nextDelivery(composed.pool, claim, message) };
  };
  const failAt = async (minute: number) => {
    const { claim, message, delivery } = await attempt();
    const failed = { answer: FAILED, next: 0, at: new Date(Date.UTC(2026, 5, 1, 12, minute)) };
    expect(await noteFailed(composed.pool, claim, message, delivery, failed)).toBe(true);
    return failingSince();
  };
  const failingSince = async () =>
    (await composed.pool.query('SELECT failing_since FROM webhooks.endpoints')).rows[0].failing_since;

  const first = new Date('2026-06-01T12:00:00Z');
  expect(await failAt(0)).toEqual(first);
  expect(await failAt(5)).toEqual(first);
  expect(await failAt(10)).toEqual(first);
  const { claim, message, delivery } = await attempt();
  await noteDelivered(composed.pool, claim, message, delivery, { ...FAILED, status: 204 });
  expect(await failingSince()).toBeNull();
});
