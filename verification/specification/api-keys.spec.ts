import { createHash, randomUUID } from 'node:crypto';
import { lastPart, openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { appendFacts } from '@perktree/command-service/testing/append-facts';
import { KEY_PREFIX, SHOWN_KEY_LENGTH } from '@perktree/contracts/api-key/key';
import { streams } from '@perktree/contracts/catalogue/events';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { describe, expect, it, vi } from 'vitest';

let guests = 0;
const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'keys');
const { owner, siteId } = business;
await subscribe(owner, 'pro');
/** A program with a key of these scopes at all sites. */
const program = withKey(
  (
    await owner.must('POST', '/api/api-keys', {
      name: 'V1',
      scopes: ['redeem', 'read:qrs', 'write:qrs'],
      siteIds: null,
    })
  ).key,
);

async function tenantOf(siteId: string): Promise<string> {
  const [created] = await composed.store.readStream(streams.site(siteId));
  if (created === undefined) throw new Error(`there is no site ${siteId}`);
  return (created.data as { tenantId: string }).tenantId;
}

/** Binds a reference to a scan that is never redeemed with it, as when staff redeem the scan at the same time. */
async function bindReference(siteId: string, reference: string): Promise<void> {
  const [qrId, scanId, redemptionId] = [randomUUID(), randomUUID(), randomUUID()];
  const data = { siteId, tenantId: await tenantOf(siteId), qrId, scanId, redemptionId, reference };
  const stream = streams.tillReference(siteId, createHash('sha256').update(reference).digest('hex'));
  await appendFacts(composed.store, composed.clock(), stream, [{ type: 'TillReferenceUsed', data }]);
}

/** Reserves all remaining redemptions of the Free plan for the business of a site. */
async function useUpRedemptions(siteId: string): Promise<void> {
  const tenantId = await tenantOf(siteId);
  const stream = streams.subscription(tenantId);
  const items = Array.from({ length: PLANS.free.limits.redemptionsPerMonth ?? 0 }, () => {
    const id = randomUUID();
    return { id, stream: streams.redemptions(id), until: null };
  });
  const reserved = { type: 'QuotaReserved', data: { tenantId, quota: 'redemptions', items } } as const;
  await appendFacts(composed.store, composed.clock(), stream, [reserved]);
}

async function till(): Promise<{ readonly program: Visitor; readonly keyId: string }> {
  const made = await owner.must('POST', '/api/api-keys', { name: 'Till 1', scopes: ['redeem'], siteIds: [siteId] });
  return { program: withKey(made.key), keyId: made.id };
}

function withKey(key: string): Visitor {
  const program = new Visitor(composed.app, 'program');
  program.apiKey = key;
  return program;
}

/** A new guest's scan of a QR. */
async function scan(token = business.customerToken): Promise<{ redemptionCode: string; redemptionToken: string }> {
  guests += 1;
  const guest = await new Visitor(composed.app, `guest-${guests}`).register('customer');
  return guest.must('POST', '/api/scan', { token });
}

it('an API key is shown once, with a prefix that secret scanners find, and works in its networks until it is revoked', async () => {
  const body = {
    name: 'Bar',
    scopes: ['redeem'],
    siteIds: [siteId],
    ipRanges: ['203.0.113.7/24', '2001:db8::1/32', '203.0.113.7'],
  };
  const { key, ...made } = await owner.must('POST', '/api/api-keys', body);
  expect(key).toMatch(new RegExp(`^${KEY_PREFIX}[A-Za-z0-9_-]{43}$`));
  const listed = await owner.must('GET', '/api/api-keys');
  const ipRanges = ['203.0.113.0/24', '2001:db8::/32', '203.0.113.7/32'];
  expect(listed[0]).toEqual({ ...made, ipRanges, lastUsedAt: null, revokedAt: null });

  const ask = (program: Visitor) => program.call('POST', '/api/v1/redemptions', { siteId, code: 'ABC-234' });
  const refused = { status: 401, body: { code: 'API_KEY_INVALID' } };
  expect(await ask(withKey(key))).toMatchObject(refused);
  const { program, keyId } = await till();
  expect(await ask(program)).toMatchObject({ status: 404, body: { code: 'UNKNOWN_REDEMPTION_CODE' } });
  const keyOf = async () =>
    (await owner.must('GET', '/api/api-keys')).find(({ id }: { readonly id: string }) => id === keyId);
  await expect.poll(async () => (await keyOf()).lastUsedAt).not.toBeNull();
  expect(await owner.call('DELETE', `/api/api-keys/${keyId}`)).toMatchObject({ status: 204 });
  expect(await ask(program)).toMatchObject(refused);
});

describe('a till', () => {
  it('redeems as an actor of its own, under a reference that its owner finds in the list and in the CSV', async () => {
    const { program, keyId } = await till();
    const { redemptionCode: code } = await scan();
    const reference = 'Bon-2026/77';
    expect(
      await program.must('POST', '/api/v1/redemptions', { siteId, code, saleAmount: '12.50', reference }),
    ).toMatchObject({ saleAmount: '12.50', currency: 'EUR', reference });
    const redeemed = (await composed.store.readAll(0n, 10_000)).findLast(({ type }) => type === 'BenefitRedeemed');
    expect(redeemed).toMatchObject({
      data: { reference, confirmedBy: keyId },
      metadata: { actor: { id: keyId, role: 'api_key' } },
    });
    const path = `/api/sites/${siteId}/redemptions`;
    const found = await owner.must('GET', `${path}?q=bon-2026`);
    expect(found).toMatchObject([{ reference }]);
    expect(JSON.stringify(found)).toContain('Till 1');
    expect(await owner.must('GET', `${path}?q=nowhere`)).toEqual([]);
    const { body } = await composed.app.inject({ url: path, headers: { ...owner.headers, accept: 'text/csv' } });
    expect(body.split('\r\n')[0]).toContain('Till reference');
    expect(body).toContain(reference);
  });

  it('keeps a reference whose code was refused', async () => {
    const { program } = await till();
    const { redemptionToken: token } = await scan();
    const body = { siteId, reference: 'receipt/2' };
    const refused = await program.call('POST', '/api/v1/redemptions', { ...body, token, saleAmount: '999999.00' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'SALE_AMOUNT_TOO_HIGH', status: 400 } });
    const next = await scan();
    const sent = { ...body, token: next.redemptionToken };
    expect((await program.call('POST', '/api/v1/redemptions', sent)).status).toBe(201);
  });

  it('keeps a reference whose redemption is over the limit of the plan; one of another code is refused before', async () => {
    const { owner, siteId, customerToken } = await openBusiness(composed.app, 'limited');
    await bindReference(siteId, 'receipt/4');
    await useUpRedemptions(siteId);
    const made = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['redeem'], siteIds: null });
    const program = withKey(made.key);
    const redeem = async (reference: string) => {
      const { redemptionToken: token } = await scan(customerToken);
      return program.call('POST', '/api/v1/redemptions', { siteId, token, reference });
    };
    expect(await redeem('receipt/3')).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT_REACHED' } });
    expect(await redeem('receipt/4')).toMatchObject({ status: 409, body: { code: 'TILL_REFERENCE_USED' } });
    await subscribe(owner, 'pro');
    expect(await redeem('receipt/3')).toMatchObject({ status: 201, body: { reference: 'receipt/3' } });
  });
});

describe('a device', () => {
  it('is paired by the link of a repeated request whose first answer was lost', async () => {
    const request = {
      ...{ method: 'POST' as const, url: `/api/sites/${siteId}/device-pairings` },
      ...{ headers: { ...owner.headers, 'idempotency-key': 'one pairing' }, payload: { name: 'Kiosk' } },
    };
    await composed.app.inject(request);
    await composed.pool.query('DELETE FROM identity.idempotency_keys');
    const { token } = (await composed.app.inject(request)).json();
    const kiosk = new Visitor(composed.app, 'kiosk');
    const paired = await kiosk.must('POST', `/api/v1/device-pairings/${token}/accept`);
    expect(paired).toMatchObject({ siteId, scopes: ['redeem'] });
  });

  const opened = async (name: string): Promise<string> =>
    (await owner.must('POST', `/api/sites/${siteId}/device-pairings`, { name })).token;
  const accept = (token: string) =>
    new Visitor(composed.app, 'kiosk').call('POST', `/api/v1/device-pairings/${token}/accept`);
  const named = async (name: string): Promise<{ id: string; prefix: string; revokedAt: string | null }[]> =>
    (await business.owner.must('GET', '/api/api-keys')).filter((key: { name: string }) => key.name === name);

  it('gets its key at the next try where storing the secret failed', async () => {
    const token = await opened('Failed');
    const query = composed.pool.query.bind(composed.pool) as (...args: unknown[]) => unknown;
    const spy = vi.spyOn(composed.pool, 'query').mockImplementation(((...args: unknown[]) => {
      if (!String(args[0]).includes('INSERT INTO identity.api_keys')) return query(...args);
      spy.mockRestore();
      return Promise.reject(new Error('killed'));
    }) as never);
    expect((await accept(token)).status).toBe(500);
    const { status, body } = await accept(token);
    expect(status).toBe(201);
    expect(await named('Failed')).toMatchObject([{ prefix: body.key.slice(0, SHOWN_KEY_LENGTH) }]);
    expect((await withKey(body.key).call('GET', '/api/v1/ledger')).body.code).toBe('API_KEY_SCOPE_MISSING');
    expect((await accept(token)).body.code).toBe('DEVICE_PAIRING_INVALID');
  });

  it('whose answer was lost gets its key again, and another device does not', async () => {
    const token = await opened('Lost answer');
    const url = `/api/v1/device-pairings/${token}/accept`;
    const acceptBy = async (device: string) => {
      const headers = { 'idempotency-key': device };
      return (await composed.app.inject({ method: 'POST', url, headers })).json();
    };
    const { key } = await acceptBy('device 1');
    expect(key).toEqual(expect.any(String));
    expect(await acceptBy('device 1')).toMatchObject({ key, siteId, scopes: ['redeem'] });
    expect((await acceptBy('device 2')).code).toBe('DEVICE_PAIRING_INVALID');
    expect((await withKey(key).call('GET', '/api/v1/ledger')).body.code).toBe('API_KEY_SCOPE_MISSING');
  });

  it('gets a key that works, once, of many requests at once', async () => {
    const token = await opened('At once');
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
    const [paired, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    expect((await withKey(paired?.body.key).call('GET', '/api/v1/ledger')).body.code).toBe('API_KEY_SCOPE_MISSING');
    // The same pairing with another secret.
    const forged = `${token.slice(0, -10)}${token.at(-10) === 'A' ? 'B' : 'A'}${token.slice(-9)}`;
    for (const bad of [token, forged]) expect((await accept(bad)).body.code).toBe('DEVICE_PAIRING_INVALID');
    expect((await withKey(paired?.body.key).call('GET', '/api/v1/ledger')).body.code).toBe('API_KEY_SCOPE_MISSING');
  });
});

it.each([
  [{ type: 'DISCOUNT_PERCENT', discountPercent: 12.5 }, '12.5% Discount'],
  [{ type: 'DISCOUNT_FIXED', discountFixedAmount: 9_999_999.99 }, '€9999999.99 Off'],
  [{ type: 'TEXT_REWARD', textReward: 'A free coffee' }, 'A free coffee'],
])('every call of version 1, for a QR that gives %o', async (benefit, label) => {
  const qr = await program.must('POST', '/api/v1/qrs', { siteId, name: label, maxRedemptions: 5, ...benefit });
  expect(qr).toMatchObject({ benefitDisplay: label });
  expect(await program.must('GET', `/api/v1/qrs/${qr.id}`)).toMatchObject({ ...benefit, benefitDisplay: label });
  const [listed] = await program.must('GET', `/api/v1/qrs?siteId=${siteId}&limit=1`);
  expect(listed).toMatchObject({ id: qr.id, benefitDisplay: label });

  const { customerUrl } = await owner.must('GET', `/api/sites/${siteId}/qrs/${qr.id}/qrcode`);
  const { redemptionCode: code } = await scan(lastPart(customerUrl));
  const sale = { siteId, code, saleAmount: '80.00', reference: `benefit/${qr.id}` };
  const first = await program.call('POST', '/api/v1/redemptions', sale);
  expect(first).toMatchObject({ status: 201, body: { benefit: label, saleAmount: '80.00' } });
  expect(await program.call('POST', '/api/v1/redemptions', sale)).toEqual({ status: 200, body: first.body });

  const path = `/api/v1/redemptions/${first.body.id}`;
  const notReversed = { reversedAt: null, reversedAmount: '0.00', whollyReversed: false };
  expect(await program.must('GET', path)).toEqual({ ...first.body, ...notReversed });
  await program.must('POST', `${path}/reversals`, { reason: 'One cup', amount: '30.00' });
  const reversedAt = expect.any(String);
  const partly = { ...first.body, reversedAt, reversedAmount: '30.00', whollyReversed: false };
  expect(await program.must('GET', path)).toEqual(partly);
  const rest = await program.must('POST', `${path}/reversals`, { reason: 'The rest' });
  expect(rest).toMatchObject({ amount: '50.00', whole: true });
  expect(await program.must('GET', path)).toEqual({ ...partly, reversedAmount: '80.00', whollyReversed: true });
});

describe('a reference that was used', () => {
  const USED = { status: 409, body: { code: 'TILL_REFERENCE_USED' } };
  const redeem = (sale: object) => program.call('POST', '/api/v1/redemptions', { siteId, ...sale });

  it('answers the same redemption to the same code or token with the same amount, and refuses every other request', async () => {
    const [own, other] = [await scan(), await scan()];
    const sale = { code: own.redemptionCode, saleAmount: '12.50', reference: 'used/1' };
    const [first, again] = await Promise.all([redeem(sale), redeem(sale)]);
    expect([first.status, again.status].toSorted()).toEqual([200, 201]);
    expect(again.body).toEqual(first.body);
    const { code: _, ...byToken } = { ...sale, token: own.redemptionToken };
    const same = { status: 200, body: first.body };
    expect(await redeem(sale)).toEqual(same);
    expect(await redeem({ ...sale, code: sale.code.toLowerCase().replace('-', ''), saleAmount: '12.5' })).toEqual(same);
    expect(await redeem(byToken)).toEqual(same);

    expect(await redeem({ ...sale, code: other.redemptionCode })).toMatchObject(USED);
    expect(await redeem({ ...byToken, token: other.redemptionToken })).toMatchObject(USED);
    // More of them than lock the till: a code under a used reference is no guess.
    for (let n = 0; n < 6; n += 1) expect(await redeem({ ...sale, code: 'nonsense' })).toMatchObject(USED);
    expect(await redeem({ ...sale, saleAmount: '12.51' })).toMatchObject(USED);
    const { saleAmount: __, ...withoutAmount } = sale;
    expect(await redeem(withoutAmount)).toMatchObject(USED);
    expect(await redeem(sale)).toEqual(same);
    expect((await redeem({ code: other.redemptionCode, reference: 'used/2' })).status).toBe(201);
  });

  it('stands for the default amount of its time when it was sent without an amount', async () => {
    const { redemptionCode: code } = await scan();
    const first = await redeem({ code, reference: 'default/1' });
    expect(first).toMatchObject({ status: 201, body: { saleAmount: '100.00' } });
    const config = await owner.must('GET', `/api/sites/${siteId}/config`);
    await owner.must('PUT', `/api/sites/${siteId}/config`, { ...config, defaultSaleAmount: '70.00' });
    expect(await redeem({ code, reference: 'default/1' })).toEqual({ status: 200, body: first.body });
    expect(await redeem({ code, reference: 'default/1', saleAmount: '70.00' })).toMatchObject(USED);
    await owner.must('PUT', `/api/sites/${siteId}/config`, config);
  });

  it.each([
    ['another amount', (sale: object) => ({ ...sale, saleAmount: '21.00' })],
    ['another code', async (sale: object) => ({ ...sale, code: (await scan()).redemptionCode })],
  ])('redeems once for two requests at once, and refuses the one with %s', async (_, changed) => {
    const { redemptionCode: code } = await scan();
    const sale = { code, saleAmount: '20.00', reference: `race/${randomUUID()}` };
    const changedSale = await changed(sale);
    const answers = await Promise.all([redeem(sale), redeem(changedSale)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(USED);
  });
});
