import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import type { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { explanationAnswer, type TreeAsOfNode, treeAsOfAnswer } from '@perktree/contracts/audit/calls';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import { tamper } from '@perktree/event-store/testing/tamper';
import { beforeAll, describe, expect, it } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'audited');
const { owner, distributor, qrId, unclaimedQrId, customer, redemptionId, siteId, staff } = business;
const [entry] = await business.distributor.must('GET', '/api/distributors/me/ledger');
const entryId = entry.id;

const treeAt = async (who: Visitor, asOf?: string) => {
  const query = asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`;
  return treeAsOfAnswer.parse(await who.must('GET', `/api/sites/${siteId}/tree${query}`));
};
const explanation = async (who: Visitor, id = entryId) =>
  explanationAnswer.parse(await who.must('GET', `/api/ledger/${id}/explanation`));

describe('a site’s trees as they were', () => {
  it('have owners and counters, and are shown again by the link of an answer', async () => {
    const now = await treeAt(owner);
    expect(now.trees).toMatchObject([
      {
        ...{ qrId, name: 'Claimed', isClaimed: true, owner: { id: distributor.id, name: 'distributor-audited' } },
        ...{ totalScans: 1, totalRedemptions: 1, periodRedemptions: 1, depth: 0, children: [] },
      },
      { qrId: unclaimedQrId, name: 'Unclaimed', isClaimed: false, owner: null, totalScans: 0 },
    ]);
    expect(await treeAt(owner, now.position ?? '')).toMatchObject({ trees: now.trees, position: now.position });
    expect((await treeAt(owner, '0')).trees).toEqual([]);
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

  it.each(['2026-13-01T00:00:00Z', '2026-01-01', '-1', '', '9999999999999999999'])('refuse asOf=%s', async (asOf) => {
    const answer = await owner.call('GET', `/api/sites/${business.siteId}/tree?asOf=${asOf}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
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
    const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${payouts[0].id}/mark-paid`, { reference: 'transfer 7' });
    const reversal = { reason: 'returned a part', amount: '33.33' };
    await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, reversal);
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
    expect(named).toContain('tree: owner on the path: stranger');
    expect(named).toContain('read_model: amount of the entry in minor units: 123');
    const told = await explanation(distributor);
    expect(told.recomputed.differences).toHaveLength(recomputed.differences.length);
    expect(JSON.stringify(told)).not.toContain('stranger');
    await spoil(`'{pool}', '"a lot"'`);
    expect(await explanation(owner)).toMatchObject({ event: null, commission: null, recomputed: { same: false } });
  });
});

describe('the terms of a site', () => {
  const terms = `/api/sites/${siteId}/terms`;
  const read = (query = ''): Promise<readonly TermChange[]> => owner.must('GET', `${terms}${query}`);
  const get = (url: string, headers = {}) =>
    composed.app.inject({ method: 'GET', url, headers: { ...owner.headers, ...headers } });
  beforeAll(async () => {
    await owner.must('PUT', `/api/sites/${siteId}/config`, { commissionHoldDays: 30, showBenefitBeforeRedeem: false });
    await owner.must('PUT', `/api/sites/${siteId}/qrs/${qrId}`, { commissionPercent: '7.50' });
  });

  it('names each term before and after, who changed it, and the event', async () => {
    const changes = await read();
    const of = (term: string) => changes.filter((change) => change.term === term);
    expect(of('commissionHoldDays').map(({ before, after }) => [before, after])).toEqual([
      ['0', '30'],
      ['14', '0'],
      [null, '14'],
    ]);
    expect(of('commissionHoldDays')[0]).toMatchObject({
      ...{ event: 'SiteConfigured', command: 'ConfigureSite', qr: null, decidesMoney: true },
      actor: { role: 'site_owner', person: { id: owner.id } },
    });
    expect(of('commissionPercent')[0]).toMatchObject({ before: expect.any(String), after: '7.50', qr: { id: qrId } });
    expect(of('owner')[0]?.after).toContain(business.distributor.id);
    const positions = changes.map(({ position }) => Number(position));
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
  });

  it('shows only what decides money, finds words, and has pages', async () => {
    const [all, money] = [await read(), await read('?show=terms')];
    expect(money.every(({ decidesMoney }) => decidesMoney)).toBe(true);
    expect(all.filter(({ decidesMoney }) => decidesMoney)).toEqual(money);
    expect(all.length).toBeGreaterThan(money.length);
    expect((await read('?q=holddays')).map(({ term }) => term)).toEqual(Array(3).fill('commissionHoldDays'));
    const ids: string[] = [];
    let cursor = '';
    do {
      const answer = await get(`${terms}?limit=7&sort=oldest${cursor}`);
      ids.push(...answer.json<readonly TermChange[]>().map(({ id }) => id));
      const next = answer.headers['x-next-cursor'];
      cursor = next === undefined ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(ids).toEqual(all.map(({ id }) => id).toReversed());
  });

  it('is a file with one row for each change, for the owner and not for others', async () => {
    const lines = (await get(terms, { accept: 'text/csv' })).body.trim().split('\r\n');
    const paper = (await get(`${terms}?show=terms`, { accept: 'text/csv;head=working-paper' })).body;
    expect(paper).toMatch(/^\uFEFFWorking paper,Terms\r\nSite,/);
    expect(paper).toMatch(/\r\nFilter,Show: Terms that decide money\r\nAs of position,\d+\r\nResult,\d+ changes\r\n/);
    expect(lines[0]).toMatch(/Since,Term,Before,After,Decides money,QR ID/);
    expect(lines).toHaveLength((await read()).length + 1);
    expect(lines[1]).toContain('commissionPercent');
    for (const other of [distributor, staff]) expect((await other.call('GET', terms)).status).toBe(403);
  });
});

it.each([
  ['what-if', 'audit/what-if'],
  ['statement', 'statement'],
])('a %s does not wait for all those that another owner asks for', async (name, report) => {
  const other = await openBusiness(composed.app, `beside-${name}`);
  let answered = 0;
  const many = Array.from({ length: 20 }, async () => {
    await owner.call('GET', `/api/sites/${siteId}/${report}`);
    answered += 1;
  });
  await Promise.race(many);
  await other.owner.must('GET', `/api/sites/${other.siteId}/${report}`);
  expect(answered).toBeLessThan(10);
  await Promise.all(many);
});
