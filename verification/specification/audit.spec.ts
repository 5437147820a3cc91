import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import type { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { explanationAnswer, type TreeAsOfNode, treeAsOfAnswer } from '@perktree/contracts/audit/calls';
import { tamper } from '@perktree/event-store/testing/tamper';
import { afterAll, describe, expect, it } from 'vitest';

const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'audited');
const { owner, distributor, qrId, unclaimedQrId, customer, redemptionId } = business;
const [entry] = await business.distributor.must('GET', '/api/distributors/me/ledger');
const entryId = entry.id;
afterAll(() => composed.close());

const treeAt = async (who: Visitor, asOf?: string) => {
  const query = asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`;
  return treeAsOfAnswer.parse(await who.must('GET', `/api/sites/${business.siteId}/tree${query}`));
};
const explanation = async (who: Visitor, id = entryId) =>
  explanationAnswer.parse(await who.must('GET', `/api/ledger/${id}/explanation`));

describe('a site’s trees as they were', () => {
  it('are shown at each event, with owners and counters, and by the link of an answer again', async () => {
    const now = await treeAt(owner);
    expect(now.trees).toMatchObject([
      {
        ...{ qrId, name: 'Claimed', isClaimed: true, owner: { id: distributor.id, name: 'distributor-audited' } },
        ...{ totalScans: 1, totalRedemptions: 1, periodRedemptions: 1, depth: 0, children: [] },
      },
      { qrId: unclaimedQrId, name: 'Unclaimed', isClaimed: false, owner: null, totalScans: 0 },
    ]);
    expect(await treeAt(owner, now.position ?? '')).toMatchObject({ trees: now.trees, position: now.position });

    const seen = new Set<string>();
    for (let position = 0n; position <= BigInt(now.position ?? 0); position += 1n) {
      const { trees } = await treeAt(owner, position.toString());
      seen.add(trees.map((qr) => `${qr.isClaimed} ${qr.totalScans} ${qr.totalRedemptions}`).join(', '));
    }
    expect([...seen]).toEqual([
      '',
      'false 0 0',
      'false 0 0, false 0 0',
      'true 0 0, false 0 0',
      'true 1 0, false 0 0',
      'true 1 1, false 0 0',
    ]);
  });

  it('come page by page with `limit`, each with the QRs above its own', async () => {
    const { owner, siteId, qrId } = await openBusiness(composed.app, 'paged');
    await subscribe(owner, 'pro');
    const split = (id: string, names: readonly string[], commissionPercent: string) =>
      owner.must('POST', `/api/sites/${siteId}/qrs/${id}/split`, {
        splits: names.map((name) => ({ name, commissionPercent })),
      });
    const { qrs } = await split(qrId, ['North', 'East', 'South'], '2.00');
    await split(qrs[1].id, ['East Gate'], '1.00');
    const all = treeAsOfAnswer.parse(await owner.must('GET', `/api/sites/${siteId}/tree`));
    const path = `/api/sites/${siteId}/tree?asOf=${all.position}`;
    const flat = (nodes: readonly TreeAsOfNode[]): string[] =>
      nodes.flatMap(({ qrId: id, availableCommission, children }) => [
        `${id} ${availableCommission}`,
        ...flat(children),
      ]);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const url = `${path}&limit=2${cursor ? `&cursor=${cursor}` : ''}`;
      const page = await composed.app.inject({ url, headers: { cookie: owner.cookie } });
      expect([page.statusCode, page.json().position]).toEqual([200, all.position]);
      pages.push(flat(treeAsOfAnswer.parse(page.json()).trees));
      cursor = page.headers['x-next-cursor'] as string | undefined;
    } while (cursor !== undefined);
    const seen = pages.flat();
    expect([...new Set(seen)]).toEqual(flat(all.trees));
    expect(pages.map((page) => page.length)).toEqual([2, 3, 3]);
    const wrong = await owner.call('GET', `${path}&cursor=${Buffer.from('["x", 1]').toString('base64url')}`);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each(['yesterday', '2026-13-01T00:00:00Z', '2026-01-01', '-1', '1.5', '', '9999999999999999999'])(
    'refuse asOf=%s',
    async (asOf) => {
      const answer = await business.owner.call('GET', `/api/sites/${business.siteId}/tree?asOf=${asOf}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

describe('a ledger entry explained', () => {
  it('has event, path, base, rounding and what follows, and computes to the same', async () => {
    const explained = await explanation(owner);
    const person = { id: distributor.id, name: 'distributor-audited' };
    expect(explained).toMatchObject({
      entry: { id: entryId, owner: person, reversesEntryId: null, sourceQrId: qrId },
      event: {
        ...{ type: 'BenefitRedeemed', stream: `redemptions-${qrId}`, revision: 0 },
        actor: { role: 'customer', person: { id: customer.id } },
      },
      commission: {
        ...{ ruleVersion: 1, saleAmount: '100.00', saleAmountSource: 'default', treeRevision: 1 },
        path: [{ qrId, name: 'Claimed', isClaimed: true, owner: person }],
        shares: [{ entryId, owner: person, gotExtra: false }],
      },
      reversal: null,
      followed: [{ kind: 'matures' }],
      recomputed: { same: true, differences: [] },
    });
  });

  it('names the distributor and no other person', async () => {
    const told = await explanation(distributor);
    expect(told.entry.owner?.id).toBe(distributor.id);
    expect(told.event?.actor).toEqual({ role: 'customer', person: null });
    for (const other of [customer, owner]) expect(JSON.stringify(told)).not.toContain(other.id);
  });

  it('goes on with payouts and reversals, and explains what was taken back', async () => {
    const { payouts } = await owner.must('POST', `/api/sites/${business.siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${payouts[0].id}/mark-paid`, { reference: 'transfer 7' });
    await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, {
      reason: 'returned a part',
      amount: '33.33',
    });
    const explained = await explanation(owner);
    expect(explained.followed.map(({ kind, note }) => [kind, note])).toEqual([
      ['matures', null],
      ['payout_generated', null],
      ['payout_paid', 'transfer 7'],
      ['reversed', 'returned a part'],
    ]);
    expect(explained.recomputed).toEqual({ same: true, differences: [] });

    const ledger = await distributor.must('GET', '/api/distributors/me/ledger');
    const back = ledger.find((entry: { commissionAmount: string }) => entry.commissionAmount.startsWith('-'));
    const taken = await explanation(distributor, back.id);
    expect(taken).toMatchObject({
      entry: { reversesEntryId: entryId },
      event: { type: 'RedemptionReversed', actor: { role: 'site_owner', person: null } },
      reversal: { amount: '33.33', whole: false, reason: null },
      recomputed: { same: true },
    });
    expect((await explanation(owner, back.id)).reversal?.reason).toBe('returned a part');
  });

  it('names an event that was changed in the store, and shows a distributor no stranger’s id', async () => {
    const spoil = (set: string) =>
      tamper(
        composed.pool,
        `UPDATE event_store.events SET data = jsonb_set(data::jsonb, ${set})::json
         WHERE type = 'BenefitRedeemed' AND stream = $1`,
        [`redemptions-${business.qrId}`],
      );
    await spoil(`'{shares,0,amount}', '"1.23"'`);
    await spoil(`'{path,0,ownerId}', '"stranger"'`);
    const { recomputed } = await explanation(owner);
    expect(recomputed.same).toBe(false);
    const named = recomputed.differences.map(({ from, what, recorded }) => `${from}: ${what}: ${recorded}`);
    expect(named).toContain('event: amount of a share: 1.23');
    expect(named).toContain('tree: owner on the path: stranger');
    expect(named).toContain('read_model: amount of the entry in minor units: 123');
    const told = await explanation(distributor);
    expect(told.recomputed.differences).toHaveLength(recomputed.differences.length);
    expect(JSON.stringify(told)).not.toContain('stranger');
    await spoil(`'{pool}', '"a lot"'`);
    expect(await explanation(owner)).toMatchObject({ event: null, commission: null, recomputed: { same: false } });
  });
});
