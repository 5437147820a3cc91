import { randomUUID } from 'node:crypto';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { lastPart, openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { afterAll, describe, expect, it } from 'vitest';

let guests = 0;
const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'tills');
const { owner, siteId } = business;
await subscribe(owner, 'pro');
const scopes = ['redeem', 'read:qrs', 'write:qrs'];
const { key } = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes, siteIds: null });
const program = new Visitor(composed.app, 'program');
program.apiKey = key;
afterAll(() => composed.close());

interface OpenScan {
  readonly redemptionCode: string;
  readonly redemptionToken: string;
}

/** A new guest's scan of a QR. */
async function scan(token = business.customerToken): Promise<OpenScan> {
  guests += 1;
  const guest = await new Visitor(composed.app, `guest-${guests}`).register('customer');
  return guest.must('POST', '/api/scan', { token });
}

describe('every call of version 1, for a QR that gives', () => {
  it.each([
    [{ type: 'DISCOUNT_PERCENT', discountPercent: 20 }, '20% Discount'],
    [{ type: 'DISCOUNT_PERCENT', discountPercent: 12.5 }, '12.5% Discount'],
    [{ type: 'DISCOUNT_FIXED', discountFixedAmount: 5 }, '€5 Off'],
    [{ type: 'DISCOUNT_FIXED', discountFixedAmount: 9_999_999.99 }, '€9999999.99 Off'],
    [{ type: 'TEXT_REWARD', textReward: 'A free coffee' }, 'A free coffee'],
  ])('%o', async (benefit, label) => {
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
    const partly = { reversedAt, reversedAmount: '30.00', whollyReversed: false };
    expect(await program.must('GET', path)).toEqual({ ...first.body, ...partly });
    const rest = await program.must('POST', `${path}/reversals`, { reason: 'The rest' });
    expect(rest).toMatchObject({ amount: '50.00', whole: true });
    const wholly = { reversedAt, reversedAmount: '80.00', whollyReversed: true };
    expect(await program.must('GET', path)).toEqual({ ...first.body, ...wholly });
  });
});

describe('a reference that was used', () => {
  const USED = { status: 409, body: { code: 'TILL_REFERENCE_USED' } };
  const redeem = (sale: object) => program.call('POST', '/api/v1/redemptions', { siteId: business.siteId, ...sale });

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
