import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './testing/client.ts';
import { openShop, type Shop } from './testing/shop.ts';

/** Refusals by domain rules, and the statuses with Retry-After (docs/reference/http-api.md#refusals). */
let composed: ComposedApp;
let shop: Shop;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_ultra');
});
afterAll(() => composed.close());

let guests = 0;
const guest = () => {
  guests += 1;
  return shop.person(`no-${guests}`, 'customer');
};
const scan = (who: Client, token: string) => who.send('POST', '/api/scan', { token });
const redeem = (who: Client, token: string) => who.send('POST', '/api/redeem', { token });
const byStaff = (body: object) => shop.staff.send('POST', '/api/staff/redeem', body);
const stop = (qrId: string) => shop.owner.must('POST', `${shop.site}/qrs/${qrId}/deactivate`);
const no = (code: string) => ({ status: 200, body: { success: false, code, message: expect.stringMatching(/\w/) } });

describe('"a well-formed scan, redeem or staff redeem: the answer is 200 with success: false, message and code"', () => {
  it('"unknown … code"', async () => {
    const who = await guest();
    for (const sent of [
      await scan(who, 'unknown'),
      await redeem(who, 'unknown'),
      await byStaff({ token: 'unknown' }),
    ]) {
      expect(sent).toMatchObject(no('INVALID_TOKEN'));
    }
    expect(await byStaff({ redemptionCode: '222-222' })).toMatchObject(no('UNKNOWN_REDEMPTION_CODE'));
  });

  it('"used code", "redeemed before"', async () => {
    const who = await guest();
    const { redemptionCode, redemptionToken } = (await scan(who, shop.root.customerToken)).body;
    expect((await byStaff({ redemptionCode })).body.success).toBe(true);
    for (const body of [{ redemptionCode }, { token: redemptionToken }]) {
      expect(await byStaff(body)).toMatchObject(no('ALREADY_REDEEMED'));
    }
    expect((await redeem(who, shop.root.customerToken)).body).toMatchObject({ success: false });
  });

  it('out of use', async () => {
    const made = await shop.make();
    await stop(made.id);
    const who = await guest();
    expect(await scan(who, made.customerToken)).toMatchObject(no('OFFER_INACTIVE'));
    expect(await redeem(who, made.customerToken)).toMatchObject(no('OFFER_INACTIVE'));
  });

  it('"full"', async () => {
    const made = await shop.make({ maxRedemptions: 1 });
    expect((await redeem(await guest(), made.customerToken)).body.success).toBe(true);
    expect(await redeem(await guest(), made.customerToken)).toMatchObject(no('OFFER_FULL'));
  });

  it('"self-dealing"', async () => {
    expect(await redeem(shop.distributor, shop.root.customerToken)).toMatchObject(no('SELF_DEALING'));
    const { redemptionToken } = (await scan(shop.staff, shop.root.customerToken)).body;
    expect(await byStaff({ token: redemptionToken })).toMatchObject(no('SELF_DEALING'));
  });
});

describe('"429 with Retry-After"', () => {
  it('code entry after five misses', async () => {
    const colleague = await openShop(composed.app, 'price_pro');
    const answers = [];
    for (let miss = 0; miss < 6; miss += 1) {
      answers.push(await colleague.staff.send('POST', '/api/staff/redeem', { redemptionCode: '222-222' }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[5]?.body.code).toBe('CODE_ENTRY_LOCKED');
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('logging in after ten wrong passwords', async () => {
    const who = await guest();
    const body = { email: who.email, password: 'a wrong one' };
    for (let miss = 0; miss < 10; miss += 1) await who.send('POST', '/api/auth/login', body);
    const locked = await who.send('POST', '/api/auth/login', body);
    expect([locked.status, locked.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('"GET … /api/openapi.json, /api/docs"', () => {
  it('are there for everybody', async () => {
    for (const path of ['/api/openapi.json', '/api/docs']) {
      expect((await shop.signedOut.send('GET', path)).status).toBe(200);
    }
  });
});
