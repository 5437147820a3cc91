import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import type { KeyScope } from '@perktree/contracts/kernel/scopes';
import { describe, expect, it } from 'vitest';

/** What programs do with each scope, as owners do it with a session. */

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'scopes');
const other = await openBusiness(composed.app, 'other');
const { owner, siteId, qrId, unclaimedQrId, distributor } = business;
await subscribe(owner, 'pro');
/** A second site of the business, which keys for the first site cannot access. */
const secondSite = (await owner.must('POST', '/api/sites', { name: 'Second', currency: 'EUR' })).id;
const superadmin = await new Visitor(composed.app, 'superadmin').register('customer');
await composed.identity.grantSuperadmin(superadmin.email);

/** @param siteIds default: the first site; null: all sites */
async function programWith(
  scope: KeyScope | readonly KeyScope[],
  siteIds: readonly string[] | null = [business.siteId],
  owner = business.owner,
): Promise<Visitor> {
  const made = await owner.must('POST', '/api/api-keys', { name: `For ${scope}`, scopes: [scope].flat(), siteIds });
  const program = new Visitor(composed.app, made.id);
  program.apiKey = made.key;
  return program;
}

const NO_SITE = { status: 403, body: { code: 'API_KEY_SITE_NOT_ALLOWED', status: 403 } };

async function newestEvent(type: string) {
  const events = await composed.store.readAll(0n, 10_000);
  return events.filter((event) => event.type === type).at(-1);
}

it('read:qrs lists the QRs of a site by page and by text, and reads one', async () => {
  const program = await programWith('read:qrs');
  const first = await composed.app.inject({ url: `/api/v1/qrs?siteId=${siteId}&limit=1`, headers: program.headers });
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '600', 'x-next-cursor': expect.any(String) });
  const next = `/api/v1/qrs?siteId=${siteId}&limit=1&cursor=${first.headers['x-next-cursor']}`;
  const second = await composed.app.inject({ url: next, headers: program.headers });
  expect(second.headers['x-next-cursor']).toBeUndefined();
  const listed = [...first.json(), ...second.json()];
  expect(listed.map(({ id }) => id)).toEqual([unclaimedQrId, qrId]);
  expect(listed[1]).toMatchObject({ name: 'Claimed', distributorId: distributor.id, totalScans: 1, siteId });
  expect(await program.must('GET', `/api/v1/qrs/${qrId}`)).toEqual(listed[1]);
  expect(await program.must('GET', `/api/v1/qrs?siteId=${siteId}&q=unclaimed`)).toEqual([listed[0]]);
  // Names of people are neither shown nor found.
  expect(JSON.stringify(listed)).not.toContain('distributor-scopes');
  expect(await owner.must('GET', `/api/sites/${siteId}/qrs?q=distributor-scopes`)).toHaveLength(1);
  expect(await program.must('GET', `/api/v1/qrs?siteId=${siteId}&q=distributor-scopes`)).toEqual([]);
});

it('write:qrs creates a root once for an Idempotency-Key, takes it out of use and back, as an actor of its own', async () => {
  const program = await programWith('write:qrs');
  const root = { siteId, name: 'By a program', type: 'DISCOUNT_PERCENT', discountPercent: 15 };
  const create = () => program.send('POST', '/api/v1/qrs', root, { 'idempotency-key': 'root 1' });
  const [created, again] = [await create(), await create()];
  expect([created.status, again.body]).toEqual([201, created.body]);
  const { id, ...qr } = created.body;
  expect(qr).toMatchObject({ name: 'By a program', distributorId: null, isActive: true, parentQrId: null });
  const actor = { id: program.name, role: 'api_key' };
  expect(await newestEvent('RootQrCreated')).toMatchObject({ data: { qrId: id }, metadata: { actor } });

  expect(await program.must('POST', `/api/v1/qrs/${id}/deactivate`)).toMatchObject({ id, isActive: false });
  expect(await newestEvent('QrDeactivated')).toMatchObject({ data: { qrId: id }, metadata: { actor } });
  expect(await program.must('POST', `/api/v1/qrs/${id}/activate`)).toMatchObject({ id, isActive: true });
  expect(await newestEvent('QrActivated')).toMatchObject({ metadata: { actor } });
  const [listed] = await owner.must('GET', `/api/sites/${siteId}/qrs`);
  expect(listed).toMatchObject({ id, createdBy: null });
  const timeline = await superadmin.must('GET', `/api/support/qr/${id}/timeline`);
  expect(JSON.stringify(timeline)).toContain('For write:qrs');
});

it('read:ledger reads the ledger and the balances that the owner reads', async () => {
  const program = await programWith('read:ledger');
  const [entry] = await owner.must('GET', '/api/distributors/me/ledger');
  const distributorId = distributor.id;
  expect(await program.must('GET', `/api/v1/ledger?siteId=${siteId}`)).toEqual([{ ...entry, siteId, distributorId }]);
  const asOf = composed.clock().toISOString();
  const balances = await program.must('GET', `/api/v1/balances?siteId=${siteId}&asOf=${asOf}&limit=1`);
  expect(balances).toEqual(await owner.must('GET', `/api/sites/${siteId}/balances?asOf=${asOf}`));
  expect(balances.distributors).toMatchObject([{ distributorId, owed: entry.commissionAmount }]);
  expect(await program.call('GET', `/api/v1/ledger?siteId=${siteId}&cursor=x`)).toMatchObject({ status: 400 });
});

it('payouts are generated, cancelled, generated again, marked as paid and listed, as an actor of its own', async () => {
  const program = await programWith('payouts');
  const actor = { id: program.name, role: 'api_key' };
  const generated = await program.must('POST', '/api/v1/payouts', { siteId });
  expect(generated).toMatchObject({ minimumPayout: '0.01', payouts: [{ siteId, distributorId: distributor.id }] });
  expect(await newestEvent('PayoutGenerated')).toMatchObject({ metadata: { actor } });
  const [first] = generated.payouts;
  const cancelled = await program.must('POST', `/api/v1/payouts/${first.id}/cancel`, { reason: 'transfer failed' });
  expect(cancelled).toMatchObject({ id: first.id, status: 'cancelled' });
  const [second] = (await program.must('POST', '/api/v1/payouts', { siteId })).payouts;
  const paid = await program.must('POST', `/api/v1/payouts/${second.id}/mark-paid`, { reference: 'bank 17' });
  expect(paid).toMatchObject({ id: second.id, status: 'paid', reference: 'bank 17' });
  expect(await newestEvent('PayoutPaid')).toMatchObject({ metadata: { actor } });
  const again = await program.call('POST', `/api/v1/payouts/${second.id}/cancel`, { reason: 'late' });
  expect(again).toMatchObject({ status: 409, body: { code: 'PAYOUT_NOT_PROCESSING' } });

  const listed = await program.must('GET', '/api/v1/payouts');
  expect(listed).toEqual(await owner.must('GET', `/api/sites/${siteId}/payouts`));
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect(await program.must('GET', `/api/v1/payouts?siteId=${siteId}`)).toEqual(listed);
  const whole = await programWith('payouts', null);
  expect(await whole.must('GET', '/api/v1/payouts')).toEqual(listed);
  expect(await whole.must('GET', `/api/v1/payouts?siteId=${secondSite}`)).toEqual([]);
});

it('do nothing at another site of the business, nor with a key for all sites at another business', async () => {
  const [{ id: payoutId }] = await owner.must('GET', `/api/sites/${siteId}/payouts`);
  const program = await programWith(['read:qrs', 'write:qrs', 'read:ledger', 'payouts'], [secondSite]);
  for (const [method, path, body] of [
    ['GET', `qrs?siteId=${siteId}`] as const,
    ['POST', 'qrs', { siteId, name: 'New', type: 'TEXT_REWARD', textReward: 'Tea' }] as const,
    ['GET', `ledger?siteId=${siteId}`] as const,
    ['GET', `balances?siteId=${siteId}`] as const,
    ['GET', `payouts?siteId=${siteId}`] as const,
    ['POST', 'payouts', { siteId }] as const,
  ]) {
    expect(await program.call(method, `/api/v1/${path}`, body), path).toMatchObject(NO_SITE);
  }
  for (const [method, path, body, code] of [
    ['GET', `qrs/${qrId}`, undefined, 'QR_NOT_FOUND'] as const,
    ['POST', `qrs/${qrId}/activate`, undefined, 'QR_NOT_FOUND'] as const,
    ['POST', `qrs/${qrId}/deactivate`, undefined, 'QR_NOT_FOUND'] as const,
    ['POST', `payouts/${payoutId}/mark-paid`, { reference: 'x' }, 'PAYOUT_NOT_FOUND'] as const,
    ['POST', `payouts/${payoutId}/cancel`, { reason: 'x' }, 'PAYOUT_NOT_FOUND'] as const,
  ]) {
    expect((await program.call(method, `/api/v1/${path}`, body)).body.code, path).toBe(code);
  }
  expect(await program.must('GET', '/api/v1/payouts')).toEqual([]);
  const whole = await programWith('read:ledger', null);
  expect(await whole.must('GET', `/api/v1/ledger?siteId=${secondSite}`)).toEqual([]);
  expect(await whole.call('GET', `/api/v1/ledger?siteId=${other.siteId}`)).toMatchObject(NO_SITE);
});

describe('webhooks', () => {
  const wanted = (siteIds: readonly string[] | null) => ({
    url: 'https://127.0.0.1/hooks',
    eventTypes: ['*'],
    siteIds,
  });
  const endpoints = '/api/v1/webhook-endpoints';

  it('of all sites, or of another one, are not those of a key for some sites', async () => {
    const program = await programWith('webhooks');
    const { id } = await program.must('POST', endpoints, wanted([siteId]));
    for (const siteIds of [null, [siteId, secondSite], [other.siteId]]) {
      expect(await program.call('POST', endpoints, wanted(siteIds))).toMatchObject(NO_SITE);
      expect(await program.call('PUT', `${endpoints}/${id}`, wanted(siteIds))).toMatchObject(NO_SITE);
    }
    for (const siteIds of [null, [siteId, secondSite], [secondSite]]) {
      const { id: foreign } = await owner.must('POST', '/api/webhook-endpoints', wanted(siteIds));
      const { deliveryId } = await owner.must('POST', `/api/webhook-endpoints/${foreign}/test`);
      const path = `${endpoints}/${foreign}`;
      for (const [method, url, body] of [
        ['PUT', path, wanted([siteId])] as const,
        ['DELETE', path] as const,
        ['POST', `${path}/rotate-secret`] as const,
        ['POST', `${path}/test`] as const,
        ['GET', `${path}/deliveries`] as const,
        ['POST', `${path}/deliveries/${deliveryId}/resend`] as const,
        ['POST', `${path}/replay`, { fromPosition: '0', dryRun: true }] as const,
      ]) {
        expect(await program.call(method, url, body), `${method} ${url}`).toMatchObject(NO_SITE);
      }
    }
    const listed = await program.must('GET', endpoints);
    expect(listed.map((one: { id: string }) => one.id)).toEqual([id]);
    const whole = await programWith('webhooks', null);
    expect(await whole.must('GET', endpoints)).toHaveLength(4);
    expect(await whole.call('POST', endpoints, wanted([other.siteId]))).toMatchObject(NO_SITE);
  });

  it('hide what was sent when an endpoint had other sites', async () => {
    const program = await programWith('webhooks');
    const { id } = await owner.must('POST', '/api/webhook-endpoints', wanted(null));
    const body = (site: string) => JSON.stringify({ type: 'scan.created', data: { siteId: site } });
    const [own, foreign] = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'];
    await composed.pool.query(
      `INSERT INTO webhooks.deliveries (delivery_id, endpoint_id, message_id, type, position, body, in_order, status)
       SELECT u.delivery, $1, 'm', 'scan.created', 1, u.body, false, 'delivered' FROM unnest($2::uuid[], $3::text[]) u (delivery, body)`,
      [id, [own, foreign], [body(siteId), body(secondSite)]],
    );
    await owner.must('PUT', `/api/webhook-endpoints/${id}`, wanted([siteId]));
    const log = await program.must('GET', `${endpoints}/${id}/deliveries`);
    expect(log.map((one: { id: string }) => one.id)).toEqual([own]);
    const resend = (delivery: string) => program.call('POST', `${endpoints}/${id}/deliveries/${delivery}/resend`);
    expect((await resend(String(foreign))).body.code).toBe('WEBHOOK_DELIVERY_NOT_FOUND');
    expect((await resend(String(own))).status).toBe(202);
    expect(await owner.must('GET', `/api/webhook-endpoints/${id}/deliveries`)).toHaveLength(3);
  });
});
