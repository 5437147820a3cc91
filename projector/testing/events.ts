import { createHash } from 'node:crypto';
import { encodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent, EventData, EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { StoredEvent } from '@perktree/event-store/port';
import { canonicalTime, type ProjectedEvent } from '../engine/live/projection.ts';

/** A UUID from a short name, the same in every run. */
export function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Customers redeem by themselves, and earn at once. */
export const SITE_CONFIGURATION: SiteConfiguration = { ...DEFAULT_SITE_CONFIGURATION, selfRedemption: 'on' };
export const SITE = { siteId: uuid('site'), tenantId: uuid('tenant') };
export const NOON = '2026-03-01T12:00:00.000Z';

/** Facts with their place in history: positions rise by 1 from 1, all recorded at `NOON` unless told otherwise. */
export function recorded(facts: readonly (AnyEvent & { readonly at?: string })[]): readonly ProjectedEvent[] {
  const times = facts.map(({ at = NOON }) => canonicalTime(at));
  return facts.map(({ at = NOON, ...fact }, index) => ({
    effectiveAt: times.slice(0, index + 1).reduce((latest, time) => (time > latest ? time : latest)),
    stream: 'any-stream',
    revision: index,
    position: BigInt(index + 1),
    eventId: uuid(`event ${index}`),
    fact,
    metadata: {
      $correlationId: 'correlation',
      $causationId: 'causation',
      actor: { id: 'tester', role: 'system' },
      commandId: `command ${index}`,
      commandName: 'test',
      schemaVersion: 1,
      recordedAt: at,
    },
  }));
}

/** As the store would answer it. */
export function stored<E extends RecordedEvent>(event: E): Omit<E, 'fact' | 'metadata'> & StoredEvent {
  const { schemaVersion: _, ...metadata } = event.metadata;
  return { ...event, ...encodeEvent(event.fact as AnyEvent, event.eventId, metadata) };
}

export const terms = (changes: Partial<QrTerms> = {}): QrTerms => ({
  name: 'Spring sale',
  internalName: null,
  benefit: { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
  commissionPercent: '10.00',
  maxRedemptions: 3,
  externalUrl: null,
  ...changes,
});

export const newQr = (name: string, changes: Partial<QrTerms> = {}): NewQr => ({
  qrId: uuid(name),
  terms: terms({ name, ...changes }),
  customerToken: `customer-${name}`,
  distributorToken: `distributor-${name}`,
  expiresAt: '2026-03-02T12:00:00.000Z',
});

type Fact<T extends EventType> = { readonly type: T; readonly data: EventData<T> };

export const siteCreated = (changes: Partial<EventData<'SiteCreated'>> = {}): Fact<'SiteCreated'> => ({
  type: 'SiteCreated',
  data: { ...SITE, ownerId: 'owner', name: 'Café', currency: 'EUR', configuration: SITE_CONFIGURATION, ...changes },
});

export const rootCreated = (name: string, changes: Partial<QrTerms> = {}): Fact<'RootQrCreated'> => ({
  type: 'RootQrCreated',
  data: { ...SITE, qrId: uuid(name), rootQrId: uuid(name), qr: newQr(name, changes), approval: 'not_needed' },
});

/** Where events about a QR of the tree under a root are. */
export const inTree = (root: string, name = root) => ({ ...SITE, rootQrId: uuid(root), qrId: uuid(name) });

export const scanned = (
  scan: string,
  qr: string,
  changes: Partial<EventData<'QrScanned'>> = {},
): Fact<'QrScanned'> => ({
  type: 'QrScanned',
  data: {
    ...inTree(qr),
    scanId: uuid(scan),
    period: 1,
    customerId: 'customer',
    benefit: terms().benefit,
    qrName: qr,
    expiresAt: '2026-03-02T12:00:00.000Z',
    deviceId: null,
    redemptionCode: 'ABC-234',
    redemptionToken: `token-${scan}`,
    ...changes,
  },
});

export const share = (entry: string, qr: string, ownerId: string, percent: string, amount: string) => ({
  entryId: uuid(entry),
  qrId: uuid(qr),
  ownerId,
  percent,
  amount,
});

export const redeemed = (
  redemption: string,
  qr: string,
  changes: Partial<EventData<'BenefitRedeemed'>> = {},
): Fact<'BenefitRedeemed'> => ({
  type: 'BenefitRedeemed',
  data: {
    ...inTree(qr),
    redemptionId: uuid(redemption),
    period: 1,
    customerId: 'customer',
    currency: 'EUR',
    scanId: uuid(`scan of ${redemption}`),
    deviceId: null,
    networkId: null,
    reference: null,
    benefit: terms().benefit,
    qrName: qr,
    saleAmount: '100.00',
    saleAmountSource: 'default',
    confirmedVia: 'self',
    confirmedBy: 'customer',
    path: [{ qrId: uuid(qr), ownerId: 'dora', percent: '10.00' }],
    treeRevision: 0,
    ruleVersion: 1,
    ruleSettings: {},
    pool: '10.00',
    shares: [share(`${redemption} entry`, qr, 'dora', '10.00', '10.00')],
    holdDays: 14,
    maturesAt: '2026-03-15T12:00:00.000Z',
    awaitsConfirmation: null,
    ...changes,
  },
});

/** Redeemed by the customer: the share of `dora` waits for staff to confirm it. */
export const awaited = (redemption: string, qr: string): Fact<'BenefitRedeemed'> =>
  redeemed(redemption, qr, {
    pool: '0.00',
    shares: [],
    awaitsConfirmation: {
      until: '2026-03-02T12:00:00.000Z',
      pool: '10.00',
      shares: [share(`${redemption} entry`, qr, 'dora', '10.00', '10.00')],
    },
  });

/** A sale of 50 instead of the default of 100. */
export const confirmed = (
  redemption: string,
  qr: string,
  changes: Partial<EventData<'RedemptionConfirmed'>> = {},
): Fact<'RedemptionConfirmed'> => ({
  type: 'RedemptionConfirmed',
  data: {
    ...inTree(qr),
    redemptionId: uuid(redemption),
    period: 1,
    customerId: 'customer',
    currency: 'EUR',
    scanId: uuid(`scan of ${redemption}`),
    saleAmount: '50.00',
    saleAmountSource: 'entered',
    confirmedVia: 'code',
    confirmedBy: 'staff',
    reference: null,
    ruleVersion: 1,
    pool: '5.00',
    shares: [share(`${redemption} entry`, qr, 'dora', '10.00', '5.00')],
    holdDays: 14,
    maturesAt: '2026-03-16T12:00:00.000Z',
    ...changes,
  },
});

export const reversed = (
  redemption: string,
  qr: string,
  changes: Partial<EventData<'RedemptionReversed'>> = {},
): Fact<'RedemptionReversed'> => ({
  type: 'RedemptionReversed',
  data: {
    ...inTree(qr),
    redemptionId: uuid(redemption),
    period: 1,
    customerId: 'customer',
    currency: 'EUR',
    reversalId: uuid(`reversal of ${redemption}`),
    noteId: uuid(`note of ${redemption}`),
    noteHash: null,
    amount: '100.00',
    whole: true,
    slotFreed: true,
    ruleVersion: 2,
    maturesAt: '2026-03-15T12:00:00.000Z',
    shares: [
      {
        ...share(`${redemption} back`, qr, 'dora', '10.00', '-10.00'),
        reversesEntryId: uuid(`${redemption} entry`),
      },
    ],
    endsWaiting: null,
    ...changes,
  },
});

export const payout = (name: string) => ({
  ...SITE,
  payoutId: uuid(name),
  distributorId: 'dora',
  currency: 'EUR' as const,
});

const NO_NOTE = { noteId: null, noteHash: null };

export const payoutGenerated = (
  name: string,
  amount: string,
  entryIds: string[],
  changes: Partial<EventData<'PayoutGenerated'>> = {},
): Fact<'PayoutGenerated'> => ({
  type: 'PayoutGenerated',
  data: { ...payout(name), amount, entryIds, settlement: 'by_hand', ...changes },
});

export const payoutPaid = (
  name: string,
  amount: string,
  entryIds: string[],
  changes: Partial<EventData<'PayoutPaid'>> = {},
): Fact<'PayoutPaid'> => ({
  type: 'PayoutPaid',
  data: { ...payout(name), amount, entryIds, reference: null, ...NO_NOTE, accountHash: null, ...changes },
});

export const payoutReturned = (name: string, amount: string, entryIds: string[]): Fact<'PayoutReturned'> => ({
  type: 'PayoutReturned',
  data: { ...payout(name), amount, entryIds, ...NO_NOTE },
});

export const payoutFailed = (name: string, entryIds: string[]): Fact<'PayoutFailed'> => ({
  type: 'PayoutFailed',
  data: { ...payout(name), entryIds, reason: 'no_payout_account' },
});
