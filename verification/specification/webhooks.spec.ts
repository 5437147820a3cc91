import { createPublicKey, verify } from 'node:crypto';
import { lastPart } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { webhookMessageSchemas } from '@perktree/contracts/webhook/messages';
import { Receiver } from '@perktree/webhook-service/testing/receiver';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';

// The usual number of attempts, with milliseconds between them instead of hours.
const composed = await useComposedApp({
  sendsWebhooks: { delayAfter: (attempts) => (attempts < 10 ? 20 : null), pollMs: 100 },
});

async function openReceiver(): Promise<Receiver> {
  const receiver = await Receiver.open();
  onTestFinished(() => receiver.close());
  return receiver;
}

async function business(name: string) {
  const owner = await new Visitor(composed.app, `owner-${name}`).register('business');
  const { id: siteId } = await owner.must('POST', '/api/sites', { name, currency: 'EUR' });
  const qr = { name, type: 'DISCOUNT_PERCENT', discountPercent: 20 };
  const { id: qrId } = await owner.must('POST', `/api/sites/${siteId}/qrs`, qr);
  const { customerUrl } = await owner.must('GET', `/api/sites/${siteId}/qrs/${qrId}/qrcode`);
  const receiver = await openReceiver();
  const wanted = { url: receiver.url, eventTypes: ['*'], siteIds: null };
  const endpoint = await owner.must('POST', '/api/webhook-endpoints', wanted);
  const path = `/api/webhook-endpoints/${endpoint.id}`;
  let scans = 0;
  /** A scan is one message. */
  const scan = async () => {
    scans += 1;
    const customer = await new Visitor(composed.app, `${name}-scanner-${scans}`).register('customer');
    await customer.must('POST', '/api/scan', { token: lastPart(customerUrl) });
  };
  const positions = () => receiver.messages.map(({ body }) => body.position);
  const find = async () => (await owner.must('GET', '/api/webhook-endpoints'))[0];
  const { position: start } = await find();
  const stored = async (after = '-1') => {
    const { rows } = await composed.pool.query<{ position: string }>(
      'SELECT position FROM read_models.webhook_messages WHERE site_id = $1 AND position > $2 ORDER BY position',
      [siteId, after],
    );
    return rows.map(({ position }) => position);
  };
  /** The messages since the endpoint was created. */
  const storedSince = () => stored(start);
  const endpointId: string = endpoint.id;
  return { owner, siteId, receiver, endpoint, endpointId, path, scan, positions, stored, storedSince, find };
}

/** Verifies the `v1a` signature of a message with the endpoint's public key, by the specification of Standard Webhooks. */
function isSignedBy(publicKey: string, message: Receiver['messages'][number] | undefined): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = message?.headers ?? {};
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = signatures.split(' ').find((one) => one.startsWith('v1a,')) ?? '';
  return verify(null, Buffer.from(`${id}.${at}.${message?.text}`), key, Buffer.from(signature.slice(4), 'base64'));
}

describe('an endpoint', () => {
  it('receives what happens from then on, signed, with the position of the event', async () => {
    const { receiver, endpoint, scan, owner, path, find } = await business('receives');
    expect(endpoint).toMatchObject({ url: receiver.url, eventTypes: ['*'], siteIds: null });
    await scan();
    await expect.poll(() => receiver.messages).toHaveLength(1);
    const [message] = receiver.messages;
    expect(message?.body).toMatchObject({ type: 'scan.created', timestamp: expect.any(String) });
    expect(webhookMessageSchemas['scan.created'].parse(message?.body.data)).toMatchObject({ anonymous: false });
    expect(new Webhook(endpoint.secret).verify(message?.text ?? '', message?.headers ?? {})).toEqual(message?.body);
    expect(isSignedBy(endpoint.publicKey, message)).toBe(true);
    expect((await find()).publicKey).toBe(endpoint.publicKey);
    await expect.poll(async () => (await find()).position).toBe(message?.body.position);
    expect(await owner.must('GET', `${path}/deliveries`)).toMatchObject([
      {
        ...{ messageId: message?.headers['webhook-id'], type: 'scan.created', status: 'delivered', attempts: 1 },
        ...{ responseStatus: 204, nextAttemptAt: null, position: message?.body.position },
      },
    ]);
  });

  it('receives the types and sites that it subscribes to, and no message of another business', async () => {
    const { receiver, path, owner, scan, siteId } = await business('subscribes');
    const other = await business('of-another');
    await owner.must('PUT', path, { url: receiver.url, eventTypes: ['qr.deactivated'], siteIds: [siteId] });
    await scan();
    await other.scan();
    const { body: root } = await owner.call('GET', `/api/sites/${siteId}/qrs`);
    await owner.must('POST', `/api/sites/${siteId}/qrs/${root[0].id}/deactivate`);
    await expect.poll(() => receiver.messages.map(({ body }) => body.type)).toEqual(['qr.deactivated']);
    await expect.poll(() => other.receiver.messages.map(({ body }) => body.type)).toEqual(['scan.created']);
  });

  it('gets every message in order, and none twice but the one that failed, while its receiver fails', async () => {
    const { receiver, scan, positions, storedSince, find, path, owner } = await business('fails');
    receiver.answers.push(500, 301, 'reset', 429);
    for (let n = 0; n < 4; n += 1) await scan();
    await expect.poll(() => receiver.messages.length).toBe(4 + 4);
    const expected = await storedSince();
    expect(positions()).toEqual([...Array(4).fill(expected[0]), ...expected]);
    expect(new Set(receiver.messages.slice(0, 5).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await expect.poll(find).toMatchObject({ status: 'active', failingSince: null, position: expected.at(-1) });
    const log = await owner.must('GET', `${path}/deliveries`);
    expect(log.at(-1)).toMatchObject({ attempts: 5, status: 'delivered' });
  });

  it('is disabled after ten attempts, or at once by 410, and receives what it missed once it is enabled', async () => {
    const { receiver, scan, find, owner, path, storedSince, positions } = await business('ends');
    receiver.answers.push(...Array(10).fill(500));
    await scan();
    await expect.poll(find).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    expect(receiver.messages).toHaveLength(10);
    await scan();
    const subscription = { url: receiver.url, eventTypes: ['*'], siteIds: null };
    receiver.answers.push(410);
    await owner.must('PUT', path, { ...subscription, enabled: true });
    await expect.poll(find).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect(receiver.messages).toHaveLength(11);
    expect(await owner.must('PUT', path, { ...subscription, enabled: true })).toMatchObject({ status: 'active' });
    await expect.poll(() => receiver.messages).toHaveLength(13);
    expect(positions().slice(-2)).toEqual(await storedSince());
  });

  it('gets later messages though it always rejects one, which is parked, told, and sent again on request', async () => {
    const { receiver, scan, find, owner, path, storedSince, positions } = await business('rejects');
    receiver.rejects = (body) => body.position === receiver.messages[0]?.body.position;
    // Its ten attempts could be over before the later messages are there.
    const rejectFirst = receiver.answerLater(422);
    for (let n = 0; n < 4; n += 1) await scan();
    await expect.poll(storedSince).toHaveLength(4);
    rejectFirst();
    const [rejected, ...later] = await storedSince();
    await expect.poll(find).toMatchObject({ status: 'active', failingSince: null, parked: 1, position: later.at(-1) });
    expect(positions().filter((position) => position !== rejected)).toEqual(later);
    // The message that shows that only one is rejected says so already.
    expect(receiver.messages.filter(({ body }) => body.position !== rejected).map(({ body }) => body.parked)).toEqual([
      1, 1, 1,
    ]);

    const parked = () => owner.must('GET', `${path}/deliveries?status=parked`);
    const [delivery, ...others] = await parked();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ status: 'parked', position: rejected, responseStatus: 422, nextAttemptAt: null });
    const resend = () => owner.must('POST', `${path}/deliveries/${delivery.id}/resend`);
    await resend();
    await expect
      .poll(async () => (await parked())[0])
      .toMatchObject({ attempts: delivery.attempts + 1, status: 'parked' });
    receiver.rejects = () => false;
    await resend();
    await expect.poll(find).toMatchObject({ parked: 0 });
    expect(await parked()).toEqual([]);
    const [first, last] = [receiver.messages[0], receiver.messages.at(-1)];
    expect(last?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await scan();
    await expect.poll(() => receiver.messages.at(-1)?.body).toMatchObject({ parked: 0 });
  });

  it('is tried at once when it is changed or enabled while a request to it is under way', async () => {
    const { receiver, scan, find, owner, path } = await business('busy');
    const repaired = await openReceiver();
    const wanted = { url: repaired.url, eventTypes: ['*'], siteIds: null };
    receiver.answers.push(...Array(9).fill(500));
    // The tenth attempt, which gives up, fails after the address has changed.
    const answerTenth = receiver.answerLater(500);
    await scan();
    await expect.poll(() => receiver.messages).toHaveLength(10);
    await owner.must('PUT', path, wanted);
    answerTenth();
    await expect.poll(() => repaired.messages).toHaveLength(1);

    repaired.answers.push(410);
    await scan();
    await expect.poll(find).toMatchObject({ status: 'disabled' });
    const answerTest = repaired.answerLater(204);
    await owner.must('POST', `${path}/test`);
    await expect.poll(() => repaired.messages).toHaveLength(3);
    await owner.must('PUT', path, { ...wanted, enabled: true });
    answerTest();
    await expect.poll(() => repaired.messages).toHaveLength(4);
  });

  it('is removed with its log, and receives nothing more', async () => {
    const { receiver, owner, path, endpointId, scan } = await business('removed');
    await scan();
    await expect.poll(() => receiver.messages).toHaveLength(1);
    await owner.must('DELETE', path);
    await scan();
    expect(await owner.must('GET', '/api/webhook-endpoints')).toEqual([]);
    expect(await owner.call('GET', `${path}/deliveries`)).toMatchObject({ status: 404 });
    const ofEndpoint = 'SELECT 1 FROM webhooks.deliveries WHERE endpoint_id = $1';
    expect((await composed.pool.query(ofEndpoint, [endpointId])).rows).toEqual([]);
    expect(receiver.messages).toHaveLength(1);
  });
});

it('a secret is rotated: for a day both sign', async () => {
  const { receiver, endpoint, owner, path, scan } = await business('rotates');
  const { secret } = await owner.must('POST', `${path}/rotate-secret`);
  expect(secret).toMatch(/^whsec_/);
  await scan();
  await expect.poll(() => receiver.messages).toHaveLength(1);
  const [message] = receiver.messages;
  for (const one of [endpoint.secret, secret]) {
    expect(new Webhook(one).verify(message?.text ?? '', message?.headers ?? {})).toEqual(message?.body);
  }
  await composed.pool.query('UPDATE identity.webhook_secrets SET ends_at = now() WHERE ends_at IS NOT NULL');
  await scan();
  await expect.poll(() => receiver.messages).toHaveLength(2);
  const last = receiver.messages[1];
  expect(() => new Webhook(endpoint.secret).verify(last?.text ?? '', last?.headers ?? {})).toThrow();
});

describe('a replay', () => {
  it('delivers exactly what follows a position, in order, under the same ids; a dry run counts it', async () => {
    const { receiver, owner, path, scan, positions, stored } = await business('replays');
    for (let n = 0; n < 3; n += 1) await scan();
    await expect.poll(() => receiver.messages).toHaveLength(3);
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    const all = await stored();
    const replay = (body: object) => owner.must('POST', `${path}/replay`, body);
    const fromPosition = all.at(-3);
    expect(await replay({ fromPosition, dryRun: true })).toEqual({ events: 2 });
    expect(receiver.messages).toHaveLength(3);
    expect(await replay({ fromPosition, dryRun: false })).toEqual({ events: 2 });
    await expect.poll(() => receiver.messages).toHaveLength(5);
    expect(positions().slice(3)).toEqual(all.slice(-2));
    expect(receiver.messages.slice(3).map(({ headers }) => headers['webhook-id'])).toEqual(ids.slice(1));
    // This message is older than the endpoint.
    expect(await replay({ fromPosition: 0, dryRun: false })).toEqual({ events: all.length });
    await expect.poll(() => receiver.messages).toHaveLength(5 + all.length);
    expect(positions().slice(5)).toEqual(all);
    const from = receiver.messages.at(-2)?.body.timestamp;
    expect(await replay({ from, dryRun: true })).toEqual({ events: 2 });
  });

  it('never skips messages that the endpoint has not received', async () => {
    const { receiver, owner, path, scan, storedSince, positions } = await business('behind');
    receiver.answers.push(500, 500, 500);
    await scan();
    await scan();
    const { position } = (await owner.must('GET', '/api/webhook-endpoints'))[0];
    await owner.must('POST', `${path}/replay`, { fromPosition: `${BigInt(position) + 1_000n}`, dryRun: false });
    await expect.poll(async () => new Set(positions()).size).toBe(2);
    expect([...new Set(positions())]).toEqual(await storedSince());
  });
});

it('a delivery is sent again on request, under the same id, also the one that its endpoint was disabled for; a test is sent once', async () => {
  const { receiver, owner, path, scan, find, endpoint } = await business('resends');
  const log = () => owner.must('GET', `${path}/deliveries`);
  receiver.answers.push(500);
  expect((await owner.call('POST', `${path}/test`, {})).status).toBe(202);
  await expect.poll(() => receiver.messages).toHaveLength(1);
  const [test] = receiver.messages;
  expect(test?.body).toMatchObject({ type: 'webhook.test', data: {} });
  expect(new Webhook(endpoint.secret).verify(test?.text ?? '', test?.headers ?? {})).toEqual(test?.body);
  await expect
    .poll(async () => (await log())[0])
    .toMatchObject({ type: 'webhook.test', status: 'failed', attempts: 1 });

  receiver.answers.push(410);
  await scan();
  await expect.poll(find).toMatchObject({ status: 'disabled' });
  const [failed] = await log();
  expect((await owner.call('GET', `${path}/deliveries?limit=1`)).body).toEqual([failed]);
  expect((await owner.call('POST', `${path}/deliveries/${failed.id}/resend`, {})).status).toBe(202);
  await expect.poll(() => receiver.messages).toHaveLength(3);
  const [, first, again] = receiver.messages;
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(again?.text).toBe(first?.text);
});
