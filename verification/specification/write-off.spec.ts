import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { systemTimers } from '@perktree/platform/time/timers';
import { expect, it } from 'vitest';

let ahead = 0;
const composed = await useComposedApp({ clock: () => new Date(systemTimers.now() + ahead) });

it('writes off what a deleted account was owed, and later what has matured since', async () => {
  const { owner, distributor, customer, siteId, customerToken } = await openBusiness(composed.app, 'write-off');
  const site = `/api/sites/${siteId}`;
  const config = await owner.must('GET', `${site}/config`);
  await owner.must('PUT', `${site}/config`, { ...config, commissionHoldDays: 7 });
  await customer.must('POST', '/api/scan', { token: customerToken });
  await customer.must('POST', '/api/redeem', { token: customerToken });
  await distributor.must('POST', '/api/me/erase', { password: PASSWORD });

  const balance = async () => (await owner.must('GET', `${site}/balances`)).distributors[0];
  const states = async () =>
    (await owner.must('GET', '/api/distributors/me/ledger')).map(({ state }: { state: string }) => state).toSorted();
  const writeOff = (amount: string) =>
    owner.call('POST', `${site}/distributors/${distributor.id}/write-off`, {
      ...{ currency: 'EUR', amount, reason: 'account_deleted' },
    });

  const before = await balance();
  const { payable } = before;
  expect(before).toMatchObject({ isErased: true, distributorId: distributor.id });
  expect(Number(before.owed)).toBe(2 * Number(payable));
  expect(await writeOff(payable)).toMatchObject({ status: 200, body: { amount: payable } });
  expect(await balance()).toMatchObject({ payable: '0.00', owed: payable, writtenOff: payable });
  expect(await states()).toEqual(['pending', 'written_off']);
  expect(await writeOff(payable)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_WRITE_OFF' } });

  ahead = 8 * DAY_MS;
  expect(await balance()).toMatchObject({ payable, owed: payable });
  expect(await writeOff(payable)).toMatchObject({ status: 200, body: { amount: payable } });
  expect(await balance()).toMatchObject({ payable: '0.00', owed: '0.00', writtenOff: before.owed });
  expect(await states()).toEqual(['written_off', 'written_off']);
  const history = await owner.must('GET', `${site}/payouts`);
  expect(history.map(({ status }: { status: string }) => status)).toEqual(['written_off', 'written_off']);
});

it('says to both sides why a debt was written off; the note is the owner’s alone', async () => {
  const { owner, distributor, customer, siteId, customerToken } = await openBusiness(composed.app, 'write-off-note');
  const site = `/api/sites/${siteId}`;
  await customer.must('POST', '/api/scan', { token: customerToken });
  const { redemptionId } = await customer.must('POST', '/api/redeem', { token: customerToken });
  const { payouts } = await owner.must('POST', `${site}/payouts`);
  for (const { id } of payouts) await owner.must('POST', `/api/payouts/${id}/mark-paid`, { reference: 'SEPA 1' });
  await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, { reason: 'Goods returned' });
  const [{ payable: amount }] = (await owner.must('GET', `${site}/balances`)).distributors;
  const debt = { currency: 'EUR', amount, reason: 'uncollectible', note: 'Moved away' };
  const { id } = await owner.must('POST', `${site}/distributors/${distributor.id}/write-off`, debt);
  const [entry] = await owner.must('GET', '/api/distributors/me/ledger?show=written_off');

  for (const [reader, note] of [
    [owner, 'Moved away'],
    [distributor, null],
  ] as const) {
    const { followed } = await reader.must('GET', `/api/ledger/${entry.id}/explanation`);
    expect(followed.at(-1)).toMatchObject({ kind: 'written_off', reasonCode: 'uncollectible', note });
    const { events } = await reader.must('GET', `/api/payouts/${id}`);
    expect(events).toMatchObject([{ type: 'BalanceWrittenOff', reasonCode: 'uncollectible', note }]);
    const [row] = await reader.must('GET', '/api/distributors/me/payouts?show=written_off');
    expect(row).toMatchObject({ id, reference: null, reason: note });
    const found = await reader.must('GET', '/api/distributors/me/payouts?q=moved');
    expect(found).toHaveLength(note === null ? 0 : 1);
  }
  const { headers } = owner;
  const file = await composed.app.inject({ url: `${site}/payouts`, headers: { ...headers, accept: 'text/csv' } });
  const [titles = '', ...rows] = file.body.trim().split('\r\n');
  const reason = titles.split(',').indexOf('Reason');
  expect(rows.map((row) => row.split(',')[reason])).toEqual(['Cannot be collected: Moved away', '']);
  const timeline = await owner.must('GET', `/api/support/redemption/${redemptionId}/timeline`);
  const reasons = timeline.map(({ type, reasonCode, reason: text }: Record<string, string>) => [
    type,
    reasonCode,
    text,
  ]);
  expect(reasons).toContainEqual(['BalanceWrittenOff', 'uncollectible', 'Moved away']);
});
