import { createHash, randomUUID } from 'node:crypto';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { appendFacts } from '@perktree/command-service/testing/append-facts';
import { streams } from '@perktree/contracts/catalogue/streams';
import { KEY_PREFIX, SHOWN_KEY_LENGTH } from '@perktree/contracts/kernel/scopes';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { afterAll, describe, expect, it, vi } from 'vitest';

let guests = 0;
const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'keys');
const { owner, siteId } = business;
await subscribe(owner, 'pro');
afterAll(() => composed.close());

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

async function till(changes: object = {}): Promise<{ readonly program: Visitor; readonly keyId: string }> {
  const body = { name: 'Till 1', scopes: ['redeem'], siteIds: [siteId], ...changes };
  const made = await owner.must('POST', '/api/api-keys', body);
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

describe('an API key', () => {
  it('is shown once, with a prefix that secret scanners find, and listed without it', async () => {
    const body = { name: 'Bar', scopes: ['redeem'], siteIds: [siteId], ipRanges: ['203.0.113.0/24'] };
    const { key, ...made } = await owner.must('POST', '/api/api-keys', body);
    expect(key).toMatch(new RegExp(`^${KEY_PREFIX}[A-Za-z0-9_-]{43}$`));
    const listed = await owner.must('GET', '/api/api-keys');
    expect(listed[0]).toEqual({ ...made, ipRanges: ['203.0.113.0/24'], lastUsedAt: null, revokedAt: null });
    const { rows } = await composed.pool.query('SELECT to_jsonb(k)::text AS row FROM identity.api_keys k');
    expect(JSON.stringify([rows, listed, await composed.store.readAll(0n, 10_000)], bigints)).not.toContain(key);
  });

  it('does not work from another network, without its scope, at another site, or after it was revoked', async () => {
    const other = await openBusiness(composed.app, 'other');
    const elsewhere = await till({ ipRanges: ['203.0.113.0/24'] });
    const ask = (program: Visitor, siteId = business.siteId) =>
      program.call('POST', '/api/v1/redemptions', { siteId, code: 'ABC-234' });
    expect(await ask(elsewhere.program)).toMatchObject({ status: 401, body: { code: 'API_KEY_INVALID' } });
    const { program, keyId } = await till();
    expect(await ask(program, other.siteId)).toMatchObject({ status: 403, body: { code: 'API_KEY_SITE_NOT_ALLOWED' } });
    expect(await ask(program)).toMatchObject({ status: 404, body: { code: 'UNKNOWN_REDEMPTION_CODE' } });
    expect(await business.owner.call('DELETE', `/api/api-keys/${keyId}`)).toMatchObject({ status: 204 });
    expect(await ask(program)).toMatchObject({ status: 401, body: { code: 'API_KEY_INVALID' } });
    expect(await other.owner.call('DELETE', `/api/api-keys/${keyId}`)).toMatchObject({ status: 404 });
  });

  it('shows when it was last used', async () => {
    const { program, keyId } = await till();
    await program.must('GET', `/api/v1/redemptions/${business.redemptionId}`);
    await expect.poll(async () => (await keyOf(keyId)).lastUsedAt).not.toBeNull();
  });
});

describe('a till', () => {
  it('redeems as an actor of its own, whose name its owner reads', async () => {
    const { program, keyId } = await till();
    const { redemptionCode: code } = await scan();
    const body = { siteId: business.siteId, code, saleAmount: '12.50', reference: 'receipt/1' };
    expect(await program.must('POST', '/api/v1/redemptions', body)).toMatchObject({
      ...{ saleAmount: '12.50', currency: 'EUR', reference: 'receipt/1' },
    });
    const [listed] = await business.owner.must('GET', `/api/sites/${business.siteId}/redemptions`);
    expect(JSON.stringify(listed)).toContain('Till 1');
    const events = await composed.store.readAll(0n, 10_000);
    const redeemed = events.filter(({ type }) => type === 'BenefitRedeemed').at(-1);
    expect(redeemed).toMatchObject({
      data: { reference: 'receipt/1', confirmedBy: keyId },
      metadata: { actor: { id: keyId, role: 'api_key' } },
    });
  });

  it('redeems under a reference that its owner finds in the list and in the CSV', async () => {
    const { program } = await till();
    const { redemptionCode: code } = await scan();
    await program.must('POST', '/api/v1/redemptions', { siteId, code, reference: 'Bon-2026/77' });
    const path = `/api/sites/${siteId}/redemptions`;
    const found = await owner.must('GET', `${path}?q=bon-2026`);
    expect(found.map((row: { reference?: string }) => row.reference)).toEqual(['Bon-2026/77']);
    expect(await owner.must('GET', `${path}?q=nowhere`)).toEqual([]);
    const { body } = await composed.app.inject({ url: path, headers: { ...owner.headers, accept: 'text/csv' } });
    expect(body.split('\r\n')[0]).toContain('Till reference');
    expect(body).toContain('Bon-2026/77');
  });

  it('keeps a reference whose code was refused', async () => {
    const { program } = await till();
    const { redemptionToken: token } = await scan();
    const body = { siteId: business.siteId, reference: 'receipt/2' };
    const refused = await program.call('POST', '/api/v1/redemptions', { ...body, token, saleAmount: '999999.00' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'SALE_AMOUNT_TOO_HIGH', status: 400 } });
    const next = await scan();
    const sent = { ...body, token: next.redemptionToken };
    expect((await program.call('POST', '/api/v1/redemptions', sent)).status).toBe(201);
  });

  it('keeps a reference whose redemption is over the limit of the plan', async () => {
    const { owner, siteId, customerToken } = await openBusiness(composed.app, 'limited');
    await useUpRedemptions(siteId);
    const made = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['redeem'], siteIds: null });
    const program = withKey(made.key);
    const redeem = async () => {
      const { redemptionToken: token } = await scan(customerToken);
      return program.call('POST', '/api/v1/redemptions', { siteId, token, reference: 'receipt/3' });
    };
    expect(await redeem()).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT_REACHED' } });
    await subscribe(owner, 'pro');
    expect(await redeem()).toMatchObject({ status: 201, body: { reference: 'receipt/3' } });
  });

  it('is refused a reference of another code before the limit of the plan', async () => {
    const { owner, siteId, customerToken } = await openBusiness(composed.app, 'used');
    await bindReference(siteId, 'receipt/4');
    await useUpRedemptions(siteId);
    const made = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['redeem'], siteIds: null });
    const { redemptionToken: token } = await scan(customerToken);
    const answer = await withKey(made.key).call('POST', '/api/v1/redemptions', {
      ...{ siteId, token, reference: 'receipt/4' },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'TILL_REFERENCE_USED' } });
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

  const opened = async (name: string): Promise<string> => {
    return (await owner.must('POST', `/api/sites/${siteId}/device-pairings`, { name })).token;
  };
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

async function keyOf(keyId: string) {
  const listed: { id: string; expiresAt: string; lastUsedAt: string | null }[] = await business.owner.must(
    ...(['GET', '/api/api-keys'] as const),
  );
  const found = listed.find(({ id }) => id === keyId);
  if (!found) throw new Error(`key ${keyId} is not listed`);
  return found;
}

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
