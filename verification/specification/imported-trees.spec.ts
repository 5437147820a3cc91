import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { expect, it, vi } from 'vitest';

const composed = await useComposedApp();

const qr = (name: string, parent: number | null, commissionPercent: string) => ({
  ...{ name, parent, commissionPercent, type: 'TEXT_REWARD', textReward: 'Tea' },
});

it('a tree of several hundred QRs is created, deactivated and activated whole, or not at all', async () => {
  const { owner, distributor, site } = await openBusiness(composed.app, 'large', 'ultra');
  await owner.must('PUT', `${site}/config`, { maxSplitsPerQr: 100, minSplitPercent: '0.10', seen: {} });
  const wide = [
    qr('Root', null, '100'),
    ...['A', 'B', 'C'].map((name) => qr(name, 0, '30')),
    ...Array.from({ length: 246 }, (_, n) => qr(`Leaf ${n}`, 1 + (n % 3), '0.10')),
  ];
  const list = async () => (await owner.send('GET', `${site}/qrs?limit=1`)).headers['x-total-count'];
  const before = await list();
  const tooMuch = [...wide, qr('Too much', 1, '29')];
  expect(await owner.send('POST', `${site}/qrs/tree`, { qrs: tooMuch })).toMatchObject({
    status: 400,
    body: { code: 'COMMISSION_TOO_HIGH', values: { available: '21.80', row: 250 } },
  });
  expect(await owner.must('POST', `${site}/qrs/tree`, { qrs: wide, checkOnly: true })).toMatchObject({ created: 0 });
  expect(await list()).toBe(before);

  const { rootQrId, created } = await owner.must('POST', `${site}/qrs/tree`, { qrs: wide });
  expect(created).toBe(250);
  expect(await owner.must('GET', `${site}/qrs/${rootQrId}/below`)).toEqual({ active: 249, inactive: 0 });
  expect(await owner.must('POST', `${site}/qrs/${rootQrId}/deactivate-branch`)).toEqual({ changed: 250 });
  expect(await owner.must('GET', `${site}/qrs/${rootQrId}/below`)).toEqual({ active: 0, inactive: 249 });
  expect(await distributor.send('POST', `${site}/qrs/tree`, { qrs: wide })).toMatchObject({ status: 403 });

  // Expired by then, they take nothing of the plan.
  vi.useFakeTimers({ toFake: ['Date'], now: composed.clock().getTime() + 2 * DAY_MS });
  expect(await owner.must('POST', `${site}/qrs/${rootQrId}/activate-branch`)).toEqual({ changed: 250 });
  vi.useRealTimers();
});

it('a tree that the plan has no room for, or is too deep for it, is refused whole', async () => {
  const { owner, site } = await openBusiness(composed.app, 'free');
  const send = (...qrs: object[]) => owner.call('POST', `${site}/qrs/tree`, { qrs });
  const deep = [qr('Root', null, '10'), qr('A', 0, '4'), qr('B', 1, '1')];
  const refused = { status: 402, body: { code: 'PLAN_LIMIT_REACHED' } };
  expect(await send(...deep)).toMatchObject({ ...refused, body: { values: { row: 2 } } });
  // The business has two QRs, and Free allows three.
  expect(await send(qr('Root', null, '10'), qr('A', 0, '4'))).toMatchObject(refused);
  expect(await send(qr('Root', null, '10'))).toMatchObject({ status: 201, body: { created: 1 } });
});
