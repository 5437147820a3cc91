import { NOTIFICATION_KINDS } from '@perktree/contracts/notification/calls';
import { expect, it } from 'vitest';
import {
  inTree,
  newQr,
  payoutFailed,
  payoutGenerated,
  payoutPaid,
  payoutReturned,
  recorded,
  redeemed,
  rootCreated,
  SITE,
  uuid,
} from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { notifications } from './projection.ts';

const entryIds = [uuid('entry')];
const due = (name: string, amount: string) => payoutGenerated(name, amount, entryIds);
const paid = payoutPaid('p1', '5.00', entryIds);
const returned = payoutReturned('p1', '5.00', entryIds);
const NEXT_DAY = '2026-03-02T12:00:00.000Z';

it('has what happened to a business, by kind', () => {
  const waiting = rootCreated('root');
  const ending = (name: string) => ({
    ...{ qrId: uuid(name), rootQrId: uuid(name), name, period: 2, expiresAt: '2026-03-03T12:00:00Z' },
  });
  const rows = rowsAfter(notifications, [
    rootCreated('own'),
    { ...waiting, data: { ...waiting.data, qr: newQr('root'), approval: 'waiting' } },
    { type: 'QrClaimed', data: { ...inTree('root'), distributorId: 'dora' } },
    redeemed('r1', 'root'),
    { type: 'RedemptionLimitReached', data: { ...inTree('root'), period: 1, limit: 3 } },
    { type: 'ExpiryWarned', data: { ...SITE, qrs: [ending('a'), ending('b')] } },
    due('p1', '5.00'),
    due('p2', '2.50'),
    { ...due('p3', '1.00'), at: NEXT_DAY },
    payoutFailed('p2', entryIds),
    paid,
    returned,
    { type: 'StaffJoined', data: { ...SITE, invitationId: uuid('invitation'), userId: 'sam' } },
  ]);
  const shown = rows.map(({ kind, user_id, qr_id, person_id, count, amount_minor }) => [
    ...[kind, user_id, qr_id, person_id, count, amount_minor],
  ]);
  expect(shown.sort()).toEqual(
    [
      ['qr_waiting', null, uuid('root'), 'tester', 1, null],
      ['qr_claimed', null, uuid('root'), 'dora', 1, null],
      ['qr_full', null, uuid('root'), null, 3, null],
      ['qr_expiring', null, uuid('a'), null, 1, null],
      ['qr_expiring', null, uuid('b'), null, 1, null],
      ['payout_due', null, null, null, 2, 750n],
      ['payout_due', null, null, null, 1, 100n],
      ['payout_failed', null, null, 'dora', 1, null],
      ['payout_failed', 'dora', null, null, 1, null],
      ['payout_paid', null, null, null, 1, 500n],
      ['payout_paid', 'dora', null, null, 1, 500n],
      ['payout_returned', null, null, 'dora', 1, 500n],
      ['payout_returned', 'dora', null, null, 1, 500n],
      ['staff_joined', null, null, 'sam', 1, null],
    ].sort(),
  );
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(NOTIFICATION_KINDS));
  for (const row of rows) expect(row.tenant_id).toBe(SITE.tenantId);
});

it('what the owner did notifies the distributor alone', () => {
  const byOwner = recorded([due('p1', '5.00'), paid, returned]).map((event) => ({
    ...event,
    metadata: { ...event.metadata, actor: { id: 'owner', role: 'site_owner' as const } },
  }));
  const keys = byOwner.map((event) => notifications.keys(event));
  expect(keys).toEqual([[], ['2:person'], ['3:person']]);
});
