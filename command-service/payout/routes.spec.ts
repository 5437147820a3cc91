import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { payoutCalls } from '@perktree/contracts/payout/calls';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import { memoryNotes } from '../testing/memory-notes.ts';
import { ownerOf } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';
import { days, type EarningSite, openEarningSite } from './testing/earning-site.ts';

const service = await startWholeService();
afterAll(() => service.stop());

const owner = ownerOf('owner');
const generate = (site: EarningSite, as = owner, key?: string) =>
  service.call(as, 'POST', `/api/sites/${site.siteId}/payouts`, undefined, key);
const amounts = (answer: { body: { payouts: { distributorId: string; amount: string }[] } }) =>
  Object.fromEntries(answer.body.payouts.map(({ distributorId, amount }) => [distributorId, amount]));

describe('generating payouts', () => {
  it('makes one for each distributor whose matured net reaches the minimum of the site', async () => {
    const site = await openEarningSite(service, owner, 'minimum');
    await site.redeem('500.00');
    expect((await generate(site)).body).toEqual({ payouts: [], minimumPayout: '20.00', currency: 'EUR' });
    days(service, 14);
    const answer = await generate(site);
    expect(answer).toMatchObject({ status: 201, position: expect.any(String) });
    const { payouts } = payoutCalls.generatePayouts.answer.parse(answer.body);
    expect(payouts).toHaveLength(2);
    expect(payouts[0]).toEqual({
      id: expect.any(String),
      siteId: site.siteId,
      distributorId: 'ana',
      name: 'Name of ana',
      amount: '30.00',
      currency: 'EUR',
      ...{ settlement: 'by_hand', funding: null, failure: null },
      status: 'processing',
      entries: 1,
      ...{ reference: null, reason: null },
      createdAt: service.now.toISOString(),
    });
    expect(amounts(answer)).toEqual({ ana: '30.00', ben: '20.00' });
    expect((await generate(site)).body).toMatchObject({ payouts: [] });
  });

  it('are previewed by number and sum first, exactly as they are generated, and nothing is stored', async () => {
    const site = await openEarningSite(service, owner, 'preview');
    const preview = async () => (await service.call(owner, 'GET', `/api/sites/${site.siteId}/payout-preview`)).body;
    const none = { totals: [], settlement: 'by_hand', minimumPayout: '20.00', currency: 'EUR' };
    await site.redeem('501.01');
    expect(await preview()).toEqual(none);
    days(service, 14);
    expect(await preview()).toEqual({ ...none, totals: [{ currency: 'EUR', payouts: 2, amount: '50.10' }] });
    expect(amounts(await generate(site))).toEqual({ ana: '30.06', ben: '20.04' });
    expect(await preview()).toEqual(none);
  });

  it('answers the same for the same key, and a crashed attempt is completed', async () => {
    const site = await openEarningSite(service, owner, 'key', { commissionHoldDays: 0 });
    await site.redeem('500.00');
    const first = await generate(site, owner, 'generate once');
    expect(first.body.payouts).toHaveLength(2);
    expect((await generate(site, owner, 'generate once')).body).toEqual(first.body);
    // As after a crash: the answer was never kept.
    await service.pool.query('DELETE FROM command_service.idempotency_keys');
    const again = await generate(site, owner, 'generate once');
    expect(new Set(again.body.payouts.map(({ id }: { id: string }) => id))).toEqual(
      new Set(first.body.payouts.map(({ id }: { id: string }) => id)),
    );
  });
});

describe('writing off a balance', () => {
  const writeOff = (siteId: string, body: object, as = owner, key?: string) =>
    service.call(as, 'POST', `/api/sites/${siteId}/distributors/ana/write-off`, { currency: 'EUR', ...body }, key);
  const uncollectible = { amount: '-100.00', reason: 'uncollectible', note: 'Ana has moved away' };
  /** Ana owes an amount of a sale. */
  async function owe(sale: EventData<'BenefitRedeemed'>, amount: string): Promise<void> {
    const [share] = sale.shares;
    if (share === undefined) throw new Error('nothing was earned');
    await service.happen(streams.redemptions(sale.qrId), {
      type: 'BenefitRedeemed',
      data: {
        ...{ ...sale, redemptionId: deriveUuid('debt of', sale.redemptionId) },
        shares: [{ ...share, entryId: deriveUuid('debt', share.entryId), amount }],
      },
    });
  }

  it('is for what a distributor owes, as the owner has seen it, once', async () => {
    const site = await openEarningSite(service, owner, 'write off', { commissionHoldDays: 0 });
    const sale = await site.redeem('1000.00', { child: null });
    const { body: paid } = await generate(site);
    await service.call(owner, 'POST', `/api/payouts/${paid.payouts[0].id}/mark-paid`, { reference: 'SEPA 1' });
    expect(await writeOff(site.siteId, uncollectible)).toMatchObject({ body: { code: 'NOTHING_TO_WRITE_OFF' } });
    await owe(sale, '-100.00');
    const stale = await writeOff(site.siteId, { ...uncollectible, amount: '-99.00' });
    expect(stale).toMatchObject({ status: 409, body: { code: 'BALANCE_CHANGED' } });
    expect(await writeOff(site.siteId, uncollectible, ownerOf('stranger'))).toMatchObject({ status: 404 });
    const done = await writeOff(site.siteId, uncollectible, owner, 'once');
    expect(done).toMatchObject({ status: 200, body: { amount: '-100.00', reason: 'uncollectible' } });
    await service.pool.query('DELETE FROM command_service.idempotency_keys');
    const events = await service.events(streams.payouts(site.siteId, 'ana'));
    expect(events.at(-1)).toMatchObject({
      type: 'BalanceWrittenOff',
      data: { amount: '-100.00', noteId: expect.any(String) },
    });
    expect(JSON.stringify(events)).not.toContain('moved away');
    expect(await writeOff(site.siteId, uncollectible)).toMatchObject({ body: { code: 'NOTHING_TO_WRITE_OFF' } });
  });
});

describe('a payout', () => {
  const made = async (name: string) => {
    const site = await openEarningSite(service, owner, name, { commissionHoldDays: 0 });
    await site.redeem('1000.00', { child: null });
    const { body } = await generate(site);
    return { site, payoutId: body.payouts[0].id as string };
  };
  const act = (payoutId: string, action: 'mark-paid' | 'cancel', as = owner) =>
    service.call(as, 'POST', `/api/payouts/${payoutId}/${action}`, {
      ...(action === 'cancel' ? { reason: 'Wrong account' } : { reference: 'SEPA 4711' }),
    });

  it('is returned by the owner after it was paid, and its entries are in the next one', async () => {
    const { site, payoutId } = await made('returned');
    const giveBack = (reason = 'Account closed') =>
      service.call(owner, 'POST', `/api/payouts/${payoutId}/return`, { reason });
    expect(await giveBack()).toMatchObject({ status: 409, body: { code: 'PAYOUT_NOT_PAID' } });
    await act(payoutId, 'mark-paid');
    const answer = { status: 'returned', amount: '100.00', reference: null, reason: 'Account closed' };
    expect(await giveBack()).toMatchObject({ status: 200, body: answer });
    expect(await giveBack()).toMatchObject({ status: 409, body: { code: 'PAYOUT_NOT_PAID' } });
    expect(amounts(await generate(site))).toEqual({ ana: '100.00' });
  });

  it('gets another reference, with a reason, and stays paid', async () => {
    const { site, payoutId } = await made('corrected');
    const correct = (body: object) => service.call(owner, 'POST', `/api/payouts/${payoutId}/reference`, body);
    const correction = { reference: 'SEPA 4712', reason: 'typing_mistake' };
    expect(await correct(correction)).toMatchObject({ status: 409, body: { code: 'PAYOUT_NOT_PAID' } });
    await act(payoutId, 'mark-paid');
    expect(await correct({ reference: 'SEPA 4712' })).toMatchObject({ status: 400 });
    expect(await correct(correction)).toMatchObject({
      status: 200,
      body: { status: 'paid', reference: 'SEPA 4712', amount: '100.00' },
    });
    expect((await generate(site)).body).toMatchObject({ payouts: [] });
  });

  it('is not paid while the name of its payee, which is evidence of the payment, cannot be kept', async () => {
    const { site, payoutId } = await made('evidence');
    let isAway = true;
    const keepNotes = async () => {
      if (isAway) throw Object.assign(new Error('the database went away'), { code: 'ECONNRESET' });
    };
    const { call } = await service.another({ notes: { ...memoryNotes(), keepNotes } });
    const pay = () => call(owner, 'POST', `/api/payouts/${payoutId}/mark-paid`, { reference: 'SEPA 4711' });
    const stored = async () => (await service.events(streams.payouts(site.siteId, 'ana'))).map(({ type }) => type);
    expect(await pay()).toMatchObject({ status: 503 });
    expect(await stored()).toEqual(['PayoutGenerated']);
    isAway = false;
    expect(await pay()).toMatchObject({ status: 200 });
    expect(await stored()).toEqual(['PayoutGenerated', 'PayoutPaid']);
  });
});
