import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { expect, it } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'payout-entries');
const { owner, customer, customerToken, siteId, distributor } = business;
await customer.must('POST', '/api/scan', { token: customerToken });
await customer.must('POST', '/api/redeem', { token: customerToken });
const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
const payoutId = payouts[0].id;
const entryIds = (await owner.must('GET', '/api/distributors/me/ledger')).map(({ id }: { id: string }) => id);

const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).toSorted();

it('lists the entries of a payout, sums them to it, and says what became of it', async () => {
  const payout = await owner.must('GET', `/api/payouts/${payoutId}`);
  expect(entryIds).toHaveLength(2);
  expect(payout).toMatchObject({ siteId, entries: 2, status: 'processing', distributor: { id: distributor.id } });
  expect(payout.sum).toBe(payout.amount);
  expect(payout.events).toMatchObject([{ type: 'PayoutGenerated', actor: { person: { id: owner.id } } }]);
  const entries = await owner.must('GET', `/api/payouts/${payoutId}/entries`);
  expect(ids(entries)).toEqual([...entryIds].toSorted());
});

it('is found by its id in the payouts and in the ledger, and leads from an entry to its payout', async () => {
  expect(ids(await owner.must('GET', `/api/distributors/me/payouts?q=${payoutId}`))).toEqual([payoutId]);
  const entries = await owner.must('GET', `/api/distributors/me/ledger?q=${payoutId}`);
  expect(ids(entries)).toEqual([...entryIds].toSorted());
  expect(entries.map((entry: { payoutId: string }) => entry.payoutId)).toEqual([payoutId, payoutId]);
  const [entryId] = entryIds as [string];
  expect(ids(await owner.must('GET', `/api/distributors/me/ledger?q=${entryId}`))).toEqual([entryId]);
});

it('has pages and a file, which name the payout', async () => {
  const url = `/api/payouts/${payoutId}/entries`;
  const { headers } = owner;
  const first = await owner.send('GET', `${url}?limit=1&sort=oldest`);
  expect(first.headers['x-total-count']).toBe('2');
  const next = await owner.must('GET', `${url}?limit=1&sort=oldest&cursor=${first.headers['x-next-cursor']}`);
  expect(ids([...first.body, ...next])).toEqual([...entryIds].toSorted());
  const file = await composed.app.inject({ url, headers: { ...headers, accept: 'text/csv' } });
  const lines = file.body.trim().split('\r\n');
  expect(lines[0]).toMatch(/Entry,Payout,Site ID,Site,Distributor ID,/);
  expect([lines[0]?.endsWith(',Distributor'), lines[1]?.endsWith(`,${distributor.name}`)]).toEqual([true, true]);
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([payoutId, payoutId]);
  const paper = await composed.app.inject({ url, headers: { ...headers, accept: 'text/csv;head=working-paper' } });
  expect(paper.body).toContain(`Filter,Payout: ${payoutId}\r\n`);
  expect(paper.body.slice(paper.body.indexOf('Rows\r\n') + 'Rows\r\n'.length)).toBe(file.body.replace('\uFEFF', ''));
  expect(decodeURIComponent(String(paper.headers['content-disposition']))).toMatch(
    /_Entries-of-a-payout_.*_position-\d+\.csv$/,
  );
});

it('keeps the entries of a payout that was cancelled', async () => {
  await owner.must('POST', `/api/payouts/${payoutId}/cancel`, { reason: 'Wrong month' });
  const payout = await owner.must('GET', `/api/payouts/${payoutId}`);
  expect(payout).toMatchObject({ status: 'cancelled', entries: 2, sum: payout.amount });
  expect(payout.events[1]).toMatchObject({ type: 'PayoutCancelled', note: 'Wrong month' });
  expect(ids(await owner.must('GET', `/api/payouts/${payoutId}/entries`))).toEqual([...entryIds].toSorted());
  expect(await owner.must('GET', `/api/distributors/me/ledger?q=${payoutId}`)).toEqual([]);
});
