import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { systemTimers } from '@perktree/platform/time/timers';
import { expect, it, vi } from 'vitest';

const DAY_MS = 86_400_000;
let ahead = 0;
const composed = await useComposedApp({ clock: () => new Date(systemTimers.now() + ahead) });
const business = await openBusiness(composed.app, 'four-eyes', 'pro');
const { owner, staff, spareStaff, distributor } = business;
const site = `/api/sites/${business.siteId}`;

const refused = (status: number, code: string) => ({ status, body: expect.objectContaining({ code }) });

it('takes only members of the staff as approvers, and shows what waits to them and the owner alone', async () => {
  const rule = (approverIds: readonly string[]) => ({ payoutsAbove: '1.00', monthsNeedSignOff: true, approverIds });
  expect(await owner.call('PUT', `${site}/approvals`, rule([]))).toEqual(refused(409, 'APPROVER_MISSING'));
  expect(await owner.call('PUT', `${site}/approvals`, rule([distributor.id]))).toEqual(
    refused(409, 'APPROVER_NOT_STAFF'),
  );
  const set = await owner.must('PUT', `${site}/approvals`, rule([staff.id]));
  expect(set).toMatchObject({ payoutsAbove: '1.00', approvers: [{ id: staff.id }], isApprover: false });
  expect(await staff.must('GET', `${site}/approvals`)).toMatchObject({ isApprover: true });
  expect(await spareStaff.call('GET', `${site}/approvals`)).toEqual(refused(403, 'NOT_APPROVER'));
  const changes = await owner.must('GET', `${site}/terms?q=approvePayoutsAbove`);
  expect(changes).toMatchObject([{ before: null, after: '1.00', decidesMoney: true, event: 'ApprovalRuleSet' }]);
  await owner.must('PUT', `${site}/approvals`, { approverIds: [staff.id, spareStaff.id] });
  const [{ before, after }] = await owner.must('GET', `${site}/terms?q=approvers`);
  expect([before, after.split(', ').toSorted()]).toEqual([
    `${staff.name} (${staff.id})`,
    [staff, spareStaff].map(({ name, id }) => `${name} (${id})`).toSorted(),
  ]);
  await owner.must('PUT', `${site}/approvals`, { approverIds: [staff.id] });
});

it('pays a payout above the amount only after an approver has approved it', async () => {
  const { payouts } = await owner.must('POST', `${site}/payouts`);
  const [{ id, amount }] = payouts;
  expect(Number(amount)).toBeGreaterThan(1);
  const pay = () => owner.call('POST', `/api/payouts/${id}/mark-paid`, { reference: 'Transfer 7' });
  expect(await pay()).toEqual(refused(409, 'PAYOUT_NEEDS_APPROVAL'));
  expect(await owner.call('POST', `/api/payouts/${id}/approve`)).toEqual(refused(403, 'NOT_ALLOWED'));
  expect(await spareStaff.call('POST', `/api/payouts/${id}/approve`)).toEqual(refused(403, 'NOT_APPROVER'));
  expect(await staff.must('GET', `${site}/approvals`)).toMatchObject({ payouts: [{ id, amount, approved: null }] });
  const answer = await staff.must('POST', `/api/payouts/${id}/approve`);
  expect(answer.payouts).toMatchObject([{ id, approved: { by: { id: staff.id } } }]);
  expect((await staff.call('POST', `/api/payouts/${id}/approve`)).status).toBe(200);
  expect(await pay()).toMatchObject({ status: 200, body: { status: 'paid' } });
  expect((await owner.must('GET', `${site}/audit`)).findings).toEqual([]);
});

it('signs a month off by another person than the one who closed it, with the same figures', async () => {
  const month = new Date(systemTimers.now()).toISOString().slice(0, 7);
  const invented = { position: '1', fingerprint: 'cd'.repeat(32), totals: [] };
  expect(await owner.call('POST', `${site}/months/${month}/close`, invented)).toEqual(refused(409, 'MONTH_NOT_OVER'));
  ahead = 40 * DAY_MS;
  const { position, fingerprint, totals } = await owner.must('GET', `${site}/audit/months/${month}`);
  expect(await owner.must('GET', `${site}/audit/months/${month}`)).toMatchObject({ fingerprint });
  const { fingerprint: seen, distributors } = await staff.must('GET', `${site}/audit/months/${month}`);
  expect([seen, distributors]).toMatchObject([fingerprint, [{ distributor: { id: distributor.id } }]]);
  expect(await spareStaff.call('GET', `${site}/audit/months/${month}`)).toEqual(refused(403, 'NOT_APPROVER'));
  expect(await distributor.call('GET', `${site}/audit/months/${month}`)).toEqual(refused(403, 'NOT_ALLOWED'));
  expect(await staff.call('GET', `${site}/audit`)).toEqual(refused(403, 'NOT_ALLOWED'));
  const sums = totals.map(({ entries: _, reversals: __, payouts: ___, ...rest }: Record<string, unknown>) => rest);
  const path = `${site}/months/${month}`;
  const figures = { position, fingerprint, totals: sums };
  const signOff = (seen: object = {}) => staff.call('POST', `${path}/sign-off`, { ...figures, ...seen });
  expect(await signOff()).toEqual(refused(409, 'MONTH_NOT_CLOSED'));
  const closed = await owner.must('POST', `${path}/close`, figures);
  expect(closed.months).toMatchObject([{ month, fingerprint, closed: { by: { id: owner.id } }, signedOff: null }]);
  expect(await owner.call('POST', `${path}/sign-off`, figures)).toEqual(refused(403, 'NOT_ALLOWED'));
  expect(await signOff({ fingerprint: 'cd'.repeat(32) })).toEqual(refused(409, 'CLOSE_CHANGED'));
  expect(await signOff({ totals: [] })).toEqual(refused(409, 'CLOSE_CHANGED'));
  expect(await signOff()).toMatchObject({
    status: 200,
    body: { months: [{ month, totals: sums, signedOff: { by: { id: staff.id } } }] },
  });
  const again = { position, fingerprint: 'cd'.repeat(32), totals: sums };
  expect(await owner.call('POST', `${path}/close`, again)).toEqual(refused(409, 'MONTH_SIGNED_OFF'));
});

it('names a month that was closed with invented figures', async () => {
  const { findings } = await owner.must('GET', `${site}/audit`);
  expect(findings).toEqual([]);
  const invented = { position: '1', fingerprint: 'ef'.repeat(32), totals: [] };
  await owner.must('POST', `${site}/months/2020-01/close`, invented);
  const { findings: named } = await owner.must('GET', `${site}/audit`);
  expect(named).toMatchObject([
    { what: 'position of a closed month', expected: '0', found: '1' },
    { what: 'fingerprint of a closed month', found: invented.fingerprint },
  ]);
});

it('takes no sign-off of an approver who is removed while it is on its way', async () => {
  const path = `${site}/months/2019-01`;
  const seen = { position: '1', fingerprint: 'ef'.repeat(32), totals: [] };
  await owner.must('POST', `${path}/close`, seen);
  const { append } = composed.store;
  let removed: Promise<unknown> | null = null;
  vi.spyOn(composed.store, 'append').mockImplementation(async (stream, ...rest) => {
    if (stream.startsWith('approvals-')) {
      removed ??= owner.must('DELETE', `${site}/staff/${staff.id}`);
      await removed;
    }
    return append.call(composed.store, stream, ...rest);
  });
  expect(await staff.call('POST', `${path}/sign-off`, seen)).toEqual(refused(404, 'SITE_NOT_FOUND'));
  expect(removed).not.toBeNull();
  vi.restoreAllMocks();
  const stored = await composed.store.readStream(`approvals-${business.siteId}`);
  expect(stored.at(-1)?.type).toBe('MonthClosed');
});

it('shows the figures of a month to no approver who has left the staff', async () => {
  const seen = { position: '1', fingerprint: 'ef'.repeat(32), totals: [] };
  const signOff = () => staff.call('POST', `${site}/months/2020-01/sign-off`, seen);
  // Who works nowhere else has no role of the staff any more; by the events, one who does has no right on this site.
  expect(await staff.call('GET', `${site}/audit/months/2020-01`)).toEqual(refused(403, 'NOT_ALLOWED'));
  expect(await signOff()).toEqual(refused(403, 'NOT_ALLOWED'));
  const { id } = await owner.must('POST', '/api/sites', { name: 'Another', currency: 'EUR' });
  const { invitationUrl } = await owner.must('POST', `/api/sites/${id}/staff-invitations`, { email: staff.email });
  await staff.must('POST', `/api/staff-invitations/${invitationUrl.split('/').at(-1)}/accept`);
  expect(await staff.call('GET', `${site}/audit/months/2020-01`)).toEqual(refused(404, 'SITE_NOT_FOUND'));
  expect(await signOff()).toEqual(refused(404, 'SITE_NOT_FOUND'));
});
