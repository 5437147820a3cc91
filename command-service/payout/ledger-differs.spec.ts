import { streams } from '@perktree/contracts/catalogue/events';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import { createProjectedWait } from '../http/lookups/projected.ts';
import { ownerOf } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';
import { openEarningSite } from './testing/earning-site.ts';

const service = await startWholeService();
afterAll(() => service.stop());

const owner = ownerOf('owner');
const { pool, store } = service;
const names = ['ledger_entries', 'payouts', 'combined_entries'] as const;
/** A busy machine projects many rows more slowly than a command waits for. */
const projected = createProjectedWait({ pool, store, names, waitMs: 50_000 });

describe('a balance whose rows differ from their events', () => {
  /** Ana has earned 100.00 and lost 20.00 of it again; Ben has earned 40.00. */
  async function earning(name: string) {
    const site = await openEarningSite(service, owner, name, { commissionHoldDays: 0 });
    const sale = await site.redeem('1000.00', { child: null });
    const { redemptionId, qrId, rootQrId, siteId, tenantId, currency, period, customerId } = sale;
    const [share] = sale.shares;
    if (share === undefined) throw new Error('nothing was earned');
    const back = { ...share, entryId: deriveUuid(share.entryId, 'back'), amount: '-20.00' };
    await service.happen(streams.redemptions(sale.qrId), {
      type: 'RedemptionReversed',
      data: {
        ...{ redemptionId, qrId, rootQrId, siteId, tenantId, currency, period, customerId },
        ...{ reversalId: deriveUuid(sale.redemptionId, 'reversal'), noteId: deriveUuid('note', name), noteHash: null },
        amount: '200.00',
        ...{ whole: false, slotFreed: false, maturesAt: sale.maturesAt, ruleVersion: 2, endsWaiting: null },
        shares: [{ ...back, reversesEntryId: share.entryId }],
      },
    });
    await site.redeem('1000.00', { root: null });
    await projected();
    return { ...site, entryId: share.entryId, backId: back.entryId };
  }
  const tamper = (entryId: string, set: string) =>
    service.pool.query(`UPDATE read_models.ledger_entries SET ${set} WHERE entry_id = $1`, [entryId]);
  const generated = async (siteId: string, distributorId: string) => {
    const events = await service.events(streams.payouts(siteId, distributorId));
    return events.map((event) => ('amount' in event.data ? event.data.amount : null));
  };

  it.each([
    ['another amount, beyond the end', 'amount_minor = 100500, position = 9e15::bigint'],
    ['another distributor', "distributor_id = 'ben'"],
    ['another redemption', 'redemption_id = gen_random_uuid()'],
    ['another QR', 'source_qr_id = gen_random_uuid()'],
  ])('is not paid: %s', async (name, set) => {
    const { siteId, entryId } = await earning(name);
    await tamper(entryId, set);
    const process = await service.another();
    const answer = await process.call(owner, 'POST', `/api/sites/${siteId}/payouts`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'LEDGER_DIFFERS' } });
    expect(process.logged).toContainEqual(expect.objectContaining({ siteId, entryId }));
    // The distributor whose rows are right is paid, by the events.
    const isOfBen = set.includes('ben');
    expect(await generated(siteId, 'ana')).toEqual(isOfBen ? ['80.00'] : []);
    expect(await generated(siteId, 'ben')).toEqual(isOfBen ? [] : ['40.00']);
  });

  it('is not paid before its events have matured', async () => {
    const site = await openEarningSite(service, owner, 'early', { commissionHoldDays: 14 });
    const { shares } = await site.redeem('1000.00', { child: null });
    await projected();
    await tamper(shares[0]?.entryId ?? '', `matures_at = '2020-01-01'`);
    expect(await service.call(owner, 'POST', `/api/sites/${site.siteId}/payouts`)).toMatchObject({
      status: 409,
      body: { code: 'LEDGER_DIFFERS' },
    });
  });

  it.each(['payout_id = gen_random_uuid()', 'combined_id = gen_random_uuid()', 'amount_minor = 0'])(
    'is paid less a reversal that its rows hide: %s',
    async (set) => {
      const { siteId, backId } = await earning(`hidden ${set}`);
      await tamper(backId, set);
      expect((await service.call(owner, 'POST', `/api/sites/${siteId}/payouts`)).status).toBe(201);
      expect(await generated(siteId, 'ana')).toEqual(['80.00']);
    },
  );

  it('is not written off', async () => {
    const { siteId, entryId } = await earning('write-off differs');
    await tamper(entryId, 'amount_minor = -100500');
    const url = `/api/sites/${siteId}/distributors/ana/write-off`;
    const body = { currency: 'EUR', amount: '-1025.00', reason: 'agreed' };
    const answer = await service.call(owner, 'POST', url, body);
    expect(answer).toMatchObject({ status: 409, body: { code: 'LEDGER_DIFFERS' } });
    expect(await generated(siteId, 'ana')).toEqual([]);
  });
});
