import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import { afterAll, expect, it } from 'vitest';

const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'terms');
const { owner, siteId, qrId, distributor, staff } = business;
const terms = `/api/sites/${siteId}/terms`;
const config = `/api/sites/${siteId}/config`;
await owner.must('PUT', config, { commissionHoldDays: 30, showBenefitBeforeRedeem: false });
await owner.must('PUT', `/api/sites/${siteId}/qrs/${qrId}`, { commissionPercent: '7.50' });
afterAll(() => composed.close());

const read = (query = ''): Promise<readonly TermChange[]> => business.owner.must('GET', `${terms}${query}`);
const get = (url: string, headers = {}) =>
  composed.app.inject({ method: 'GET', url, headers: { ...business.owner.headers, ...headers } });

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
  expect(paper).toMatch(/\r\nFilter,Show: terms\r\nAs of position,\d+\r\nResult,\d+ changes\r\n/);
  expect(lines[0]).toMatch(/Since,Term,Before,After,Decides money,QR ID/);
  expect(lines).toHaveLength((await read()).length + 1);
  expect(lines[1]).toContain('commissionPercent');
  for (const other of [distributor, staff]) expect((await other.call('GET', terms)).status).toBe(403);
});
