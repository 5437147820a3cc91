import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStripeService } from '../payments/testing/stripe-service.ts';
import { person } from '../testing/calls.ts';
import { ownerOf } from '../testing/tenants.ts';
import { openEarningSite } from './testing/earning-site.ts';

const { stripe, service, notice, stop } = await startStripeService();
afterAll(stop);
let month = 0;
let owner: ReturnType<typeof ownerOf>;
/** Of the owner, at Stripe. */
let customer: string;

for (const name of ['ana', 'ben']) {
  const answer = await service.call(person(name, 'distributor'), 'POST', '/api/distributors/me/payout-account');
  expect(answer.body).toEqual({ url: `https://connect.stripe.test/acct_${name}` });
}
beforeEach(() => {
  month += 1;
  service.now = new Date(Date.UTC(2027, month, 1));
  for (const made of [stripe.transfers, stripe.charges, stripe.refunds, stripe.failures, stripe.seen]) made.length = 0;
});

// The runs of one test leave the businesses of others alone.
afterEach(async () => {
  const { tenantId } = owner;
  const ended = { tenantId, reference: customer.replace('cus_', ''), redemptionsThisMonth: 0 };
  await service.happen(streams.subscription(tenantId), { type: 'SubscriptionEnded', data: ended });
});

/** A business on Ultra that subscribed some days before its first sale, ten days ago. */
async function subscribe(name: string, daysBefore = 0): Promise<void> {
  const now = service.now;
  owner = ownerOf(name);
  const reference = `sub_${name.replaceAll(/\W/g, '')}`;
  customer = `cus_${reference}`;
  stripe.plans.pay(reference, owner.tenantId, 'price_1Ultra');
  service.now = new Date(now.getTime() - (10 + daysBefore) * DAY_MS);
  await service.happen(streams.subscription(owner.tenantId), {
    type: 'SubscriptionStarted',
    data: { tenantId: owner.tenantId, plan: 'ultra', reference },
  });
  service.now = now;
}

/** A sale of 1,000.00, ten days ago: 60.00 for the root's owner, 40.00 for the child's. */
async function owing(owners: { root: string | null; child: string | null }, sale = '1000.00', name = `site ${month}`) {
  const now = service.now;
  service.now = new Date(now.getTime() - 10 * DAY_MS);
  const site = await openEarningSite(service, owner, name, { commissionHoldDays: 0 });
  await site.redeem(sale, owners);
  service.now = now;
  return site;
}

const payoutsOf = async (siteId: string, distributorId: string) =>
  (await service.events(streams.payouts(siteId, distributorId))).map(({ type }) => type);
const fundingsOf = async ({ tenantId } = owner) =>
  (await service.events(streams.payoutFunding(tenantId))).map(({ type }) => type.replace('PayoutFunding', ''));
const requested = async () =>
  (await service.events(streams.payoutFunding(owner.tenantId))).findLast(
    ({ type }) => type === 'PayoutFundingRequested',
  )?.data as EventData<'PayoutFundingRequested'>;
const onlyCharge = () => {
  const [charge] = stripe.charges;
  if (charge === undefined || stripe.charges.length > 1) throw new Error(`${stripe.charges.length} charges`);
  return charge;
};
const run = () => service.billing.settleUltraTenants();
/** By the operator. */
const decide = async (decision: string, { tenantId, fundingId }: { tenantId: string; fundingId: string }) => {
  const url = `/api/support/tenants/${tenantId}/payout-fundings/${fundingId}`;
  expect(await service.call(owner, 'POST', url, { decision })).toMatchObject({ status: 403 });
  expect(await service.call(person('root', 'superadmin'), 'POST', url, { decision })).toMatchObject({ status: 200 });
};
/** The read models follow their events. */
const shown = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000 });
const rows = async () => {
  const { rows: found } = await service.pool.query(
    'SELECT status, funding, failure FROM read_models.payouts WHERE tenant_id = $1 ORDER BY created_at, payout_id',
    [owner.tenantId],
  );
  return found;
};

describe('a stranger’s fresh Ultra account with an accomplice and an invented sale', () => {
  const sale = '20000.00';
  const all = { root: 'ana', child: null };

  it('moves nothing for the first days, whatever the hold of the site', async () => {
    await subscribe('drain at once');
    const site = await openEarningSite(service, owner, 'drain at once', { commissionHoldDays: 0 });
    await site.redeem(sale, all);
    await run();
    await service.call(owner, 'POST', `/api/sites/${site.siteId}/payouts`);
    expect(await payoutsOf(site.siteId, 'ana')).toEqual([]);
    expect(stripe.charges).toEqual([]);
  });

  it('waits for the operator above the sum for new businesses, and can be declined', async () => {
    await subscribe('drain');
    const { siteId } = await owing(all, sale);
    await run();
    await service.call(owner, 'POST', `/api/sites/${siteId}/payouts`);
    expect(await requested()).toMatchObject({ amount: '2000.00', fee: '60.00', approval: 'new_business' });
    expect(stripe.charges).toEqual([]);
    expect(stripe.transfers).toEqual([]);
    await shown(rows).toMatchObject([{ status: 'processing', funding: 'awaiting_approval' }]);
    await decide('decline', await requested());
    await run();
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutFailed']);
    await shown(rows).toMatchObject([{ status: 'failed', funding: 'failed', failure: 'not_approved' }]);
  });

  it('gets nothing from the operator’s balance if the charge fails, and everyone concerned sees why', async () => {
    await subscribe('drain with a bad card');
    stripe.outcomes.set(customer, 'refuse');
    const { siteId } = await owing(all, sale);
    await run();
    await decide('approve', await requested());
    await run();
    expect(stripe.charges).toMatchObject([{ amount: 206_000, status: 'canceled' }]);
    expect(stripe.transfers).toEqual([]);
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutFailed']);
    expect(await fundingsOf()).toEqual(['Requested', 'Approved', 'Failed']);
    await shown(rows).toMatchObject([{ status: 'failed', failure: 'payment_refused' }]);
    const sql = 'SELECT payout_id FROM read_models.ledger_entries WHERE site_id = $1';
    await shown(async () => (await service.pool.query(sql, [siteId])).rows).toEqual([{ payout_id: null }]);
  });

  it('is paid from its own money only', async () => {
    await subscribe('honest');
    const { available } = stripe.payments;
    const { siteId } = await owing({ root: 'ana', child: 'ben' });
    await run();
    expect(stripe.charges).toMatchObject([{ amount: 10_300, currency: 'eur', status: 'succeeded' }]);
    expect(stripe.transfers.map(({ amount, source_transaction }) => [amount, source_transaction]).sort()).toEqual([
      [4000, `ch_${stripe.charges[0]?.id}`],
      [6000, `ch_${stripe.charges[0]?.id}`],
    ]);
    expect(stripe.payments.available).toBe(available);
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutPaid']);
    await shown(rows).toMatchObject([{ status: 'paid', funding: 'collected' }, { status: 'paid' }]);
  });
});

describe('the money of payouts', () => {
  it('is charged and paid once by runs that race and repeat, and where answers are lost', async () => {
    await subscribe('racing');
    const { siteId } = await owing({ root: 'ana', child: 'ben' });
    stripe.failures.push({ status: 500, late: true, on: 'POST', onPath: '/v1/payment_intents' });
    stripe.failures.push({ status: 500, late: true, on: 'POST', onPath: '/v1/transfers' });
    const other = await service.another();
    for (const _ of [1, 2, 3]) {
      await Promise.all([service, other, service].map(({ billing }) => billing.settleUltraTenants()));
    }
    // As if the idempotency keys had expired.
    stripe.answered.clear();
    await run();
    expect(stripe.charges).toHaveLength(1);
    expect(stripe.transfers).toHaveLength(2);
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutPaid']);
    expect(await fundingsOf()).toEqual(['Requested', 'Collected']);
  });

  it.each(['PayoutFundingCollected', 'PayoutPaid'])('is not charged again after a crash before %s', async (type) => {
    await subscribe(`crash before ${type}`);
    const { siteId } = await owing({ root: 'ana', child: null });
    const dying = await service.another({
      beforeAppend(_stream, events) {
        if (events.some((event) => event.type === type)) throw new Error('the process dies');
      },
    });
    await dying.billing.settleUltraTenants();
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated']);
    stripe.answered.clear();
    await run();
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutPaid']);
    expect(stripe.charges).toHaveLength(1);
    expect(stripe.transfers).toHaveLength(1);
  });

  it('is recorded and paid on although a concurrent attempt, which found no payment method, was stored first', async () => {
    await subscribe('two attempts');
    const { siteId } = await owing({ root: 'ana', child: null });
    let isFirst = true;
    const slower = await service.another({
      async beforeAppend(_stream, events) {
        if (!isFirst || !events.some(({ type }) => type === 'PayoutFundingCollected')) return;
        isFirst = false;
        const { fundingId, tenantId, payoutIds } = await requested();
        const failed = { fundingId, tenantId, payoutIds, reason: 'no_payment_method' } as const;
        await service.happen(streams.payoutFunding(tenantId), { type: 'PayoutFundingFailed', data: failed });
      },
    });
    await slower.billing.settleUltraTenants();
    await run();
    expect(await fundingsOf()).toEqual(['Requested', 'Failed', 'Collected']);
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutPaid']);
    expect([stripe.charges.length, stripe.refunds.length]).toEqual([1, 0]);
  });

  it.each([
    ['failed while it was transferred', 'PayoutFailed', false],
    ['failed, and whose transfer the operator has reversed', 'PayoutFailed', true],
    ['was cancelled while Stripe was not set up', 'PayoutCancelled', false],
  ] as const)('goes back to the owner for a payout that %s, once it is back', async (name, type, isReversed) => {
    await subscribe(name);
    const { siteId } = await owing({ root: 'ana', child: null });
    const dying = await service.another({
      beforeAppend(_stream, events) {
        if (events.some(({ type }) => type === 'PayoutPaid')) throw new Error('the process dies');
      },
    });
    await dying.billing.settleUltraTenants();
    const [generated] = await service.events(streams.payouts(siteId, 'ana'));
    if (generated?.type !== 'PayoutGenerated') throw new Error('no payout was generated');
    // Of an attempt that had looked for a transfer before there was one.
    const { settlement: _, amount: __, ...ids } = generated.data;
    const ended =
      type === 'PayoutFailed'
        ? { type, data: { ...ids, reason: 'no_payout_account' as const } }
        : { type, data: { ...ids, noteId: null, noteHash: null } };
    await service.happen(streams.payouts(siteId, 'ana'), ended);
    for (const transfer of stripe.transfers) transfer.reversed = isReversed;
    for (const _ of [1, 2]) await run();
    expect(stripe.transfers).toMatchObject([{ amount: 10_000, reversed: true }]);
    expect(stripe.refunds).toMatchObject([{ amount: 10_000 }]);
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', type]);
  });

  it('goes back where the operator has reversed the transfer before its outcome was stored', async () => {
    await subscribe('reversed early');
    const { siteId } = await owing({ root: 'ana', child: null });
    stripe.failures.push({ status: 500, late: true, on: 'POST', onPath: '/v1/transfers' });
    await run();
    for (const transfer of stripe.transfers) transfer.reversed = true;
    for (const _ of [1, 2]) await run();
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutFailed']);
    expect(stripe.refunds).toMatchObject([{ amount: 10_000 }]);
    expect(stripe.transfers).toHaveLength(1);
  });

  it('that arrives later is paid on by the notice, twice and out of order', async () => {
    await subscribe('direct debit');
    stripe.outcomes.set(customer, 'settle_later');
    const { siteId } = await owing({ root: 'ana', child: null });
    await run();
    const charge = onlyCharge();
    await notice('payment_intent.succeeded', charge);
    expect(stripe.transfers).toEqual([]);
    await shown(rows).toMatchObject([{ status: 'processing', funding: 'collecting' }]);
    stripe.payments.settle(charge, 'succeeded');
    for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.succeeded']) {
      await notice(type, charge);
    }
    expect(stripe.transfers).toHaveLength(1);
    expect(await payoutsOf(siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutPaid']);
  });

  it.each([
    ['direct debit bounces', 'settle_later', 'payment_refused'],
    ['bank asks the owner', 'need_action', 'action_required'],
  ] as const)('is not paid out where the %s, and can no longer be charged', async (name, outcome, failure) => {
    await subscribe(name);
    stripe.outcomes.set(customer, outcome);
    await owing({ root: 'ana', child: null });
    await run();
    const charge = onlyCharge();
    if (charge.status === 'processing') stripe.payments.settle(charge, 'requires_payment_method');
    for (const _ of [1, 2]) await notice('payment_intent.payment_failed', charge);
    expect(charge.status).toBe('canceled');
    expect(stripe.transfers).toEqual([]);
    await shown(rows).toMatchObject([{ status: 'failed', failure }]);
  });

  it('is not asked for without a payment method, and not for a distributor without an account', async () => {
    await subscribe('no card');
    stripe.plans.withoutPaymentMethod.add('sub_nocard');
    await owing({ root: 'ana', child: 'nora' });
    await run();
    expect(stripe.charges).toEqual([]);
    await shown(async () => (await rows()).map(({ failure }: { failure: string }) => failure).sort()).toEqual([
      'no_payment_method',
      'no_payout_account',
    ]);
  });

  it('goes back to the owner where the transfer is refused or reversed, once', async () => {
    await subscribe('gone back');
    const { siteId } = await owing({ root: 'ana', child: 'ben' });
    stripe.failures.push({ status: 400, code: 'account_invalid', onPath: '/v1/transfers', on: 'POST' });
    for (const _ of [1, 2]) await run();
    expect(stripe.refunds).toHaveLength(1);
    const [transfer] = stripe.transfers;
    if (!transfer) throw new Error('no transfer');
    await notice('transfer.updated', transfer);
    await shown(async () => (await rows()).map(({ status }: { status: string }) => status).sort()).toEqual([
      'failed',
      'paid',
    ]);
    transfer.reversed = true;
    for (const _ of [1, 2]) await notice('transfer.reversed', transfer);
    await notice('charge.refunded', { payment_intent: stripe.charges[0]?.id });
    expect(stripe.refunds.map(({ amount }) => amount).sort()).toEqual([4000, 6000]);
    const ended = [...(await payoutsOf(siteId, 'ana')), ...(await payoutsOf(siteId, 'ben'))];
    expect(ended.filter((type) => type === 'PayoutReturned')).toHaveLength(1);
    expect(await fundingsOf()).toEqual(['Requested', 'Collected', 'Refunded', 'Refunded']);
    await shown(async () => (await rows()).map(({ funding }: { funding: string }) => funding)).toEqual([
      'refunded',
      'refunded',
    ]);
  });

  it('that is disputed blocks the business until that is settled', async () => {
    await subscribe('disputed');
    await owing({ root: 'ana', child: null });
    await run();
    const charge = onlyCharge();
    charge.dispute = 'needs_response';
    for (const _ of [1, 2]) await notice('charge.dispute.created', { payment_intent: charge.id });
    expect(await fundingsOf()).toEqual(['Requested', 'Collected', 'Disputed']);
    await shown(rows).toMatchObject([{ status: 'paid', funding: 'disputed' }]);
    service.now = new Date(service.now.getTime() + 31 * DAY_MS);
    const later = await owing({ root: 'ben', child: null }, '1000.00', 'while disputed');
    await run();
    expect(await payoutsOf(later.siteId, 'ben')).toEqual([]);
    charge.dispute = 'won';
    await notice('charge.dispute.closed', { payment_intent: charge.id });
    await run();
    expect(await payoutsOf(later.siteId, 'ben')).toEqual(['PayoutGenerated', 'PayoutPaid']);
    charge.dispute = 'lost';
    await notice('charge.dispute.created', { payment_intent: charge.id });
    await decide('settle', { tenantId: owner.tenantId, fundingId: charge.metadata.fundingId ?? '' });
    expect((await fundingsOf()).slice(-2)).toEqual(['Disputed', 'DisputeSettled']);
    month += 2;
  });

  it('that is disputed blocks the business also where the notice is lost, once', async () => {
    await subscribe('lost notice');
    await owing({ root: 'ana', child: null });
    await run();
    const charge = onlyCharge();
    for (const _ of [1, 2]) await service.billing.checkDisputes();
    expect(await fundingsOf()).toEqual(['Requested', 'Collected']);
    charge.dispute = 'needs_response';
    for (const _ of [1, 2]) await service.billing.checkDisputes();
    expect(await fundingsOf()).toEqual(['Requested', 'Collected', 'Disputed']);
    charge.dispute = 'won';
    for (const _ of [1, 2]) await service.billing.checkDisputes();
    expect(await fundingsOf()).toEqual(['Requested', 'Collected', 'Disputed', 'DisputeSettled']);
  });

  it('that is disputed is found also where another charge of the operator cannot be read', async () => {
    await subscribe('beside a foreign charge');
    await owing({ root: 'ana', child: null });
    await run();
    const charge = onlyCharge();
    const refund = { id: 're_foreign', payment_intent: 'pi_foreign', amount: 1, metadata: {}, status: 'succeeded' };
    stripe.refunds.push(refund);
    charge.dispute = 'lost';
    await service.billing.checkDisputes();
    expect(await fundingsOf()).toEqual(['Requested', 'Collected', 'Disputed']);
    await decide('settle', { tenantId: owner.tenantId, fundingId: charge.metadata.fundingId ?? '' });
  });

  it('needs the operator’s approval above an amount in 30 days, also in small parts', async () => {
    await subscribe('large', 60);
    const sales = ['4000.00', '24000.00', '24000.00'].entries();
    const sites = [];
    for (const [n, sale] of sales) sites.push(await owing({ root: 'ana', child: null }, sale, `small part ${n}`));
    for (const { siteId } of sites) await service.call(owner, 'POST', `/api/sites/${siteId}/payouts`);
    expect(stripe.transfers.map(({ amount }) => amount)).toEqual([40_000, 240_000]);
    expect(await requested()).toMatchObject({ amount: '2400.00', approval: 'above_amount' });
  });
});

describe('an automatic payout', () => {
  it('is paid at once where the owner generates it, however long the transfers take in all', async () => {
    await subscribe('impatient');
    const { siteId } = await owing({ root: 'ana', child: 'ben' });
    const { now } = systemTimers;
    const clock = vi.spyOn(systemTimers, 'now').mockImplementation(() => now() + stripe.transfers.length * 31_000);
    const { body } = await service.call(owner, 'POST', `/api/sites/${siteId}/payouts`);
    clock.mockRestore();
    expect(body.payouts).toMatchObject([{ status: 'paid', funding: 'collected' }, { status: 'paid' }]);
  });

  it('is not settled by hand, before or after its transfer', async () => {
    await subscribe('by hand');
    const { siteId } = await owing({ root: 'ana', child: null });
    stripe.failures.push({ status: 500, on: 'POST', onPath: '/v1/transfers' });
    await run();
    const [generated] = await service.events(streams.payouts(siteId, 'ana'));
    if (generated?.type !== 'PayoutGenerated') throw new Error('no payout was generated');
    const { payoutId } = generated.data;
    const act = (action: string, body: object) =>
      service.call(owner, 'POST', `/api/payouts/${payoutId}/${action}`, body);
    const refused = { status: 409, body: { code: 'PAYOUT_BY_PROVIDER' } };
    expect(await act('cancel', { reason: 'impatient' })).toMatchObject(refused);
    await run();
    expect(await act('return', { reason: 'impatient' })).toMatchObject(refused);
    expect(await act('reference', { reference: 'tr_2', reason: 'typing_mistake' })).toMatchObject(refused);
  });

  it('can go to an account as soon as Stripe no longer refuses to open one', async () => {
    await subscribe('accounts');
    const cem = person('cem', 'distributor');
    const open = () => service.call(cem, 'POST', '/api/distributors/me/payout-account');
    for (const _ of [1, 2]) stripe.failures.push({ status: 400, code: 'account_invalid', onPath: '/v1/accounts' });
    expect(await open()).toMatchObject({ status: 503, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
    const urls = (await Promise.all([open(), open()])).map(({ body }) => body.url);
    urls.push((await open()).body.url);
    expect(urls).toEqual(Array(3).fill(expect.stringMatching(/^https:\/\/connect\.stripe\.test\/acct_cem/)));
    expect(new Set(urls).size).toBe(1);
  });
});
