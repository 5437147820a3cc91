import { ownRecordsAnswer } from '@perktree/contracts/account/data-calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, describe, expect, it } from 'vitest';
import { seed, uuid } from '../../testing/read-models.ts';
import { startRig } from '../../testing/rig.ts';
import { collectOwnRecords } from './collect.ts';

afterAll(() => rig.close());

const noteTexts = async (ids: readonly string[]) =>
  new Map(
    ids.filter((id) => id !== uuid('erased note')).map((id) => [id, id === uuid('note') ? 'Asked twice' : 'Why']),
  );
const of = async (userId: string) =>
  ownRecordsAnswer.parse(
    await collectOwnRecords(
      { pool: rig.pool, noteTexts, disputeNotes: async () => [uuid('note'), uuid('erased note')] },
      userId,
    ),
  );

const rig = await startRig();
const { pool } = rig;
const secretive = JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, showBenefitBeforeRedeem: false });
await seed(pool, 'sites', {}, { site_id: uuid('bar'), name: 'Bar', configuration: secretive, owner_id: 'dora' });
await seed(pool, 'site_staff', {}, { staff_id: 'other', user_id: 'tess' });
await seed(
  pool,
  'scans',
  {},
  {
    scan_id: uuid('older'),
    device_id: uuid('phone'),
    scanned_at: '2026-03-01T00:00:00.000Z',
    redeemed_at: '2026-03-02T00:00:00.000Z',
  },
  { scan_id: uuid('secret'), site_id: uuid('bar'), scanned_at: '2026-02-01T00:00:00.000Z' },
  { scan_id: uuid('of another'), customer_id: 'cem' },
  { scan_id: uuid('of a visitor'), customer_id: null },
);
await seed(
  pool,
  'redemptions',
  {},
  { redemption_id: uuid('alone'), customer_id: 'sam', confirmed_by: 'sam', confirmed_via: 'self' },
  {
    redemption_id: uuid('confirmed last'),
    customer_id: 'cem',
    redeemed_at: '2026-01-01T00:00:00.000Z',
    confirmed_at: '2027-01-01T00:00:00.000Z',
  },
);
await seed(pool, 'qrs', {}, { qr_id: uuid('claimed'), owner_id: 'dora', claimed_at: '2026-03-05T00:00:00.000Z' });
await seed(pool, 'ledger_entries', {}, { entry_id: uuid('of another'), distributor_id: 'emil' });
await seed(pool, 'disputes', {});
await seed(pool, 'flags', {}, { flag_id: uuid('shared phone'), staff_id: null, device_id: uuid('phone') });
await seed(pool, 'site_blocks', { note_id: uuid('reason') });
await seed(pool, 'notifications', { user_id: 'dora' }, { notification_id: '2', user_id: 'emil', person_id: 'dora' });
await pool.query(
  `CREATE SCHEMA command_service;
   CREATE TABLE command_service.refusals (at timestamptz, person_id text, actor_id text, site_id uuid, qr_id uuid, command text, code text);
   CREATE SCHEMA files;
   CREATE TABLE files.files (user_id text, name text, created_at timestamptz, expires_at timestamptz);
   INSERT INTO command_service.refusals VALUES ('2026-03-01T12:00Z', 'carla', 'sam', null, null, 'staffRedeem', 'ALREADY_REDEEMED'),
     ('2026-03-02T12:00Z', 'emil', 'emil', null, null, 'scan', 'QR_EXPIRED');
   INSERT INTO files.files VALUES ('dora', 'statement', '2026-03-01T12:00Z', '2026-03-08T12:00Z')`,
);
await seed(pool, 'payouts', {}, { payout_id: uuid('of another'), distributor_id: 'emil' });

describe('the records of a person', () => {
  it('are a customer’s scans and redemptions; withheld benefits stay withheld', async () => {
    const records = await of('carla');
    expect(records.scans.map(({ scanId, benefit, redeemedAt }) => [scanId, benefit, redeemedAt])).toEqual([
      [uuid('scan'), '20% Discount', null],
      [uuid('older'), '20% Discount', '2026-03-02T00:00:00.000Z'],
      [uuid('secret'), 'Special Offer', null],
    ]);
    expect(records.redemptions).toMatchObject([
      { siteName: 'Café', amount: '100.00', currency: 'EUR', reversedAt: null },
    ]);
    const { disputes, flags, refusals, ...others } = records;
    expect(disputes).toMatchObject([{ redemptionId: uuid('redemption'), state: 'open', notes: ['Asked twice'] }]);
    expect(flags).toMatchObject([{ flagId: uuid('shared phone'), kind: 'staff_burst' }]);
    expect(refusals).toMatchObject([{ command: 'staffRedeem', code: 'ALREADY_REDEEMED' }]);
    expect(records.scans[1]?.deviceId).toBe(uuid('phone'));
    expect(records.redemptions).toMatchObject([{ confirmedVia: 'code', confirmedBy: 'sam' }]);
    const none = { disputes: [], flags: [], refusals: [], scans: [], redemptions: [] };
    expect({ ...others, ...none }).toEqual(await of('nobody'));
  });

  it('is a distributor’s QRs, ledger, payouts and sites', async () => {
    const records = await of('dora');
    expect(records.claimedQrs).toMatchObject([
      { qrId: uuid('claimed'), commissionPercent: '10.00', claimedAt: '2026-03-05T00:00:00.000Z' },
    ]);
    expect(records.ledgerEntries).toMatchObject([
      { entryId: uuid('entry'), commissionPercent: '6.00', amount: '6.00' },
    ]);
    expect(records.payouts).toMatchObject([{ payoutId: uuid('payout'), amount: '25.50', status: 'processing' }]);
    expect(records.blocks).toMatchObject([{ siteName: 'Café', isBlocked: true, note: 'Why' }]);
    expect(records.notifications).toMatchObject([{ kind: 'qr_claimed' }]);
    expect(records.files).toMatchObject([{ name: 'statement', expiresAt: '2026-03-08T12:00:00.000Z' }]);
    expect(records.sitesOwned).toMatchObject([{ siteName: 'Bar' }]);
  });

  it('is what staff confirmed for others, and where they work', async () => {
    const records = await of('sam');
    expect(records.confirmations).toMatchObject([
      { redemptionId: uuid('confirmed last'), confirmedAt: '2027-01-01T00:00:00.000Z' },
      { redemptionId: uuid('redemption') },
    ]);
    expect(records.redemptions).toMatchObject([{ redemptionId: uuid('alone') }]);
    expect(records.staffOf).toMatchObject([{ siteName: 'Café', isActive: true }]);
  });
});
