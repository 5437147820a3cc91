import { streams } from '@perktree/contracts/catalogue/events';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import type { CommandDone } from '../http/outcomes/measured-handler.ts';
import { person } from '../testing/calls.ts';
import { ownerOf } from '../testing/tenants.ts';
import { putOnPlan, startWholeService } from '../testing/whole-service.ts';
import { type EarningSite, openEarningSite } from './testing/earning-site.ts';

const service = await startWholeService();
afterAll(() => service.stop());
const statusesOf = async (siteId: string, distributorId: string) =>
  (await service.events(streams.payouts(siteId, distributorId))).map(({ type }) => type);

describe('payouts of tenants on Ultra, without a payment provider', () => {
  it('are generated monthly and unasked, for what had matured when the month began; others are not', async () => {
    const [ultra, pro] = [ownerOf('ultra'), ownerOf('pro')];
    await putOnPlan(service, ultra, 'ultra');
    await putOnPlan(service, pro, 'pro');
    const [auto, byHand] = [
      await openEarningSite(service, ultra, 'auto', { commissionHoldDays: 0 }),
      await openEarningSite(service, pro, 'by hand', { commissionHoldDays: 0 }),
    ];
    service.now = new Date('2026-05-31T23:59:00.000Z');
    for (const site of [auto, byHand]) await site.redeem('1000.00');
    service.now = new Date('2026-06-01T00:30:00.000Z');
    await auto.redeem('2000.00');
    for (const _ of [1, 2]) await service.billing.settleUltraTenants();
    // No money has moved, so the owner says when it has.
    expect(await statusesOf(auto.siteId, 'ana')).toEqual(['PayoutGenerated']);
    const [generated] = await service.events(streams.payouts(auto.siteId, 'ana'));
    if (generated?.type !== 'PayoutGenerated') throw new Error('no payout was generated');
    expect(generated.data).toMatchObject({ amount: '60.00', settlement: 'by_hand' });
    expect(await statusesOf(byHand.siteId, 'ana')).toEqual([]);
    service.now = new Date('2026-07-01T00:30:00.000Z');
    await service.billing.settleUltraTenants();
    expect(await statusesOf(auto.siteId, 'ana')).toEqual(['PayoutGenerated', 'PayoutGenerated']);
    const { payoutId } = generated.data;
    const marked = await service.call(ultra, 'POST', `/api/payouts/${payoutId}/mark-paid`, { reference: 'SEPA 4711' });
    expect(marked).toMatchObject({ status: 200, body: { status: 'paid', reference: 'SEPA 4711' } });
  });

  it('leave out deleted accounts, whose balances the owner pays by hand or writes off', async () => {
    const ultra = ownerOf('deleted accounts');
    await putOnPlan(service, ultra, 'ultra');
    const site = await openEarningSite(service, ultra, 'deleted', { commissionHoldDays: 0 });
    service.now = new Date('2026-07-10T00:00:00.000Z');
    await site.redeem('1000.00', { root: 'gone', child: 'left' });
    service.erased.add('gone').add('left');
    service.now = new Date('2026-07-11T00:00:00.000Z');
    await service.billing.settleUltraTenants();
    expect(await statusesOf(site.siteId, 'gone')).toEqual([]);
    const { body } = await service.call(ultra, 'POST', `/api/sites/${site.siteId}/payouts`);
    expect(body.payouts).toMatchObject([{ distributorId: 'gone' }, { distributorId: 'left' }]);
    for (const { id } of body.payouts)
      await service.call(ultra, 'POST', `/api/payouts/${id}/cancel`, { reason: 'typo' });
    const written = await service.call(ultra, 'POST', `/api/sites/${site.siteId}/distributors/gone/write-off`, {
      ...{ currency: 'EUR', amount: '60.00', reason: 'account_deleted' },
    });
    expect(written).toMatchObject({ status: 200, body: { amount: '60.00', reason: 'account_deleted' } });
    expect((await statusesOf(site.siteId, 'gone')).at(-1)).toBe('BalanceWrittenOff');
  });

  it('that were left with a provider stay processing without one, until the owner marks them', async () => {
    const ana = person('ana', 'distributor');
    expect((await service.call(ana, 'POST', '/api/distributors/me/payout-account')).body).toEqual({ url: null });
    const ultra = ownerOf('left behind');
    await putOnPlan(service, ultra, 'ultra');
    const site = await openEarningSite(service, ultra, 'left behind', { commissionHoldDays: 0 });
    const { shares, siteId, tenantId } = await site.redeem('1000.00', { child: null });
    const payoutId = deriveUuid('left with a provider');
    await service.happen(streams.payouts(siteId, 'ana'), {
      type: 'PayoutGenerated',
      data: {
        ...{ payoutId, siteId, tenantId, distributorId: 'ana', currency: 'EUR', amount: '100.00' },
        ...{ entryIds: shares.map(({ entryId }) => entryId), settlement: 'provider' },
      },
    });
    await service.billing.settleUltraTenants();
    expect(await statusesOf(siteId, 'ana')).toEqual(['PayoutGenerated']);
    const marked = await service.call(ultra, 'POST', `/api/payouts/${payoutId}/mark-paid`, { reference: 'SEPA 4712' });
    expect(marked).toMatchObject({ status: 200, body: { status: 'paid' } });
  });

  it('of one site that fails are logged and counted, and the other sites get theirs', async () => {
    const ultra = ownerOf('many sites');
    await putOnPlan(service, ultra, 'ultra');
    const sites: EarningSite[] = [];
    for (const name of ['first', 'second', 'third']) {
      sites.push(await openEarningSite(service, ultra, name, { commissionHoldDays: 0 }));
    }
    service.now = new Date('2026-07-31T00:00:00.000Z');
    for (const site of sites) await site.redeem('1000.00');
    service.now = new Date('2026-08-01T00:00:00.000Z');
    const [broken, ...others] = sites.map(({ siteId }) => siteId).sort();
    const done: CommandDone[] = [];
    const failing = await service.another({
      onCommand: (command) => void done.push(command),
      beforeAppend(stream) {
        if (stream === streams.payouts(broken ?? '', 'ana')) throw new Error('the disk is full');
      },
    });
    await failing.billing.settleUltraTenants();
    for (const siteId of others) expect(await statusesOf(siteId, 'ana')).toEqual(['PayoutGenerated']);
    const failed = done.filter(({ commandName, outcome }) => commandName === 'SettleSite' && outcome !== 'accepted');
    expect(failed).toHaveLength(1);
    expect(failing.logged.filter(({ siteId }) => siteId === broken)).toHaveLength(1);
    await service.billing.settleUltraTenants();
    expect(await statusesOf(broken ?? '', 'ana')).toEqual(['PayoutGenerated']);
  });

  it('of one distributor that fails do not keep the others of the site from theirs', async () => {
    const ultra = ownerOf('many distributors');
    await putOnPlan(service, ultra, 'ultra');
    const { siteId, redeem } = await openEarningSite(service, ultra, 'many', { commissionHoldDays: 0 });
    service.now = new Date('2026-07-31T00:00:00.000Z');
    const names = Array.from({ length: 5 }, (_, n) => `distributor ${String(n).padStart(2, '0')}`);
    for (const root of names) await redeem('1000.00', { root, child: null });
    service.now = new Date('2026-08-01T00:00:00.000Z');
    const [broken = '', ...others] = names;
    const failing = await service.another({
      beforeAppend(stream) {
        if (stream === streams.payouts(siteId, broken)) throw new Error('the disk is full');
      },
    });
    await failing.billing.settleUltraTenants();
    for (const name of others) expect(await statusesOf(siteId, name)).toEqual(['PayoutGenerated']);
    expect(failing.logged.filter((about) => about.siteId === siteId)).toHaveLength(1);
  });
});
