import type { WebhookType } from '@perktree/contracts/webhook/endpoints';
import { webhookMessageSchemas as contracts } from '@perktree/contracts/webhook/messages';
import { expect, it } from 'vitest';
import {
  awaited,
  confirmed,
  inTree,
  newQr,
  payoutFailed,
  payoutGenerated,
  payoutPaid,
  redeemed,
  reversed,
  rootCreated,
  SITE,
  scanned,
  uuid,
} from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { webhookMessages } from './projection.ts';

const entryIds = [uuid('entry')];

/** Each published event once. */
const rows = rowsAfter(webhookMessages, [
  rootCreated('root'),
  { type: 'QrSplit', data: { ...inTree('root'), depth: 1, children: [newQr('left'), newQr('right')] } },
  {
    type: 'SiblingQrCreated',
    data: { ...inTree('root', 'next'), parentQrId: uuid('root'), depth: 1, qr: newQr('next') },
  },
  { type: 'QrClaimed', data: { ...inTree('root'), distributorId: 'dora' } },
  scanned('scan', 'root'),
  redeemed('r1', 'root', { reference: 'till-7' }),
  awaited('r2', 'root'),
  confirmed('r2', 'root'),
  { ...reversed('r1', 'root'), at: '2026-03-02T12:00:00.000Z' },
  { type: 'QrDeactivated', data: inTree('root') },
  payoutGenerated('p1', '5.00', entryIds),
  payoutPaid('p1', '5.00', entryIds, { noteId: uuid('note') }),
  payoutFailed('p2', entryIds),
  {
    type: 'ExpiryWarned',
    data: {
      ...SITE,
      qrs: [
        {
          ...{ qrId: uuid('root'), rootQrId: uuid('root'), name: 'Summer', period: 1 },
          expiresAt: '2026-03-02T12:00:00.000Z',
        },
      ],
    },
  },
  { type: 'DistributorBlocked', data: { ...SITE, distributorId: 'dora', noteId: uuid('why'), noteHash: null } },
]);
const inOrder = [...rows].sort((a, b) => Number(a.message_id) - Number(b.message_id));

it('publishes each event as one message of the business and site', () => {
  expect(inOrder.map(({ type }) => type)).toEqual([
    ...['qr.created', 'qr.created', 'qr.created', 'qr.claimed', 'scan.created', 'redemption.created'],
    ...['redemption.created', 'redemption.confirmed', 'redemption.reversed', 'qr.deactivated', 'payout.generated'],
    ...['payout.paid', 'payout.failed', 'qr.expiring', 'distributor.blocked'],
  ]);
  expect(inOrder.map(({ message_id }) => Number(message_id))).toEqual(inOrder.map((_, n) => n + 1));
  for (const row of rows) expect(row).toMatchObject({ tenant_id: SITE.tenantId, site_id: SITE.siteId });
});

it('keeps the published contracts, and nothing of the customer', () => {
  for (const { type, data } of rows) {
    expect(contracts[type as WebhookType].parse(JSON.parse(data))).toEqual(JSON.parse(data));
    expect(data).not.toMatch(/customer|token-scan|ABC-234|note/);
  }
});

it('says what an event means to receivers', () => {
  const data = inOrder.map((row) => JSON.parse(row.data));
  expect(data[1]).toMatchObject({ parentQrId: uuid('root'), qrs: [{ name: 'left' }, { name: 'right' }] });
  expect(data[5]).toMatchObject({ commission: '10.00', awaitsConfirmation: false, reference: 'till-7' });
  expect(data[6]).toMatchObject({ commission: '0.00', awaitsConfirmation: true });
  expect(data[7]).toMatchObject({ commission: '5.00', saleAmount: '50.00' });
  expect(inOrder[8]?.at).toBe('2026-03-02T12:00:00.000Z');
});
