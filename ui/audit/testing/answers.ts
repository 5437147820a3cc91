import type { PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import type { AuditReportAnswer, AuditSampleAnswer, EntryTrailAnswer } from '@perktree/contracts/audit/check-calls';
import type { ClosedMonthAnswer, SiteAuditAnswer, WhatIfAnswer } from '@perktree/contracts/audit/report-calls';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import type { StatementAnswer } from '@perktree/contracts/statement/calls';
import type { LookAnswer } from '@perktree/contracts/support/look-calls';
import { NOW } from '../../testing/open-screen.tsx';
import { SITE } from '../../testing/shop.ts';

const DANA = { id: 'dana', name: 'Dana Distributor' };
const ENTRY = '00000000-0000-4000-8000-0000000000e1';
const EVENT = '00000000-0000-4000-8000-0000000000e2';
const REDEMPTION = '00000000-0000-4000-8000-0000000000e3';
const QR = '00000000-0000-4000-8000-0000000000e4';
const at = NOW.toISOString();
const HASH = 'ab'.repeat(32);
const SCOPE = { siteId: SITE.id, from: null, to: null, timeZone: 'UTC', position: '120' };
const SUMS = {
  ...{ currency: 'EUR' as const, opening: '0.00', entries: 2, earned: '12.00', reversals: 0, takenBack: '0.00' },
  ...{ payouts: 1, paidOut: '4.00', writtenOff: '0.00', closing: '8.00' },
};

export const REPORT: AuditReportAnswer = {
  ...SCOPE,
  distributors: [{ distributor: DANA, ...SUMS }],
  totals: [SUMS],
  sources: (['close', 'ledger', 'payouts', 'balances', 'statement'] as const).map((name) => ({
    ...{ name, differences: 0, compared: name === 'close' ? 0 : 4 },
    skipped: name === 'close' ? 'not_whole_months' : null,
  })),
  differences: [],
};

export const SAMPLE: AuditSampleAnswer = {
  ...{ ...SCOPE, method: 'random', seed: '4711', size: 25, distributor: null },
  population: [{ currency: 'EUR', entries: 2, sum: '12.00', gross: '12.00', interval: null, start: null }],
  items: [
    {
      ...{ entryId: ENTRY, eventId: EVENT, position: '7', at, kind: 'earned', distributor: DANA, qrId: QR },
      ...{ redemptionId: REDEMPTION, percent: '5.00', amount: '4.00', currency: 'EUR' },
    },
  ],
};

const event = (type: string, position: string) => ({
  ...{ eventId: EVENT.replace(/2$/, position), type, position, at },
  actor: { role: 'staff', person: { id: 'sam', name: 'Sam Staff' } },
});
const step = { command: 'a', qr: { id: QR, name: 'Winter' }, customer: { id: 'cleo', name: 'Cleo Customer' } };
const none = { payoutId: null, amount: null, entryAmount: null, reason: null, reasonCode: null, code: null };

export const TRAIL: EntryTrailAnswer = {
  ...{ entryId: ENTRY, site: { id: SITE.id, name: SITE.name, timeZone: 'Europe/Madrid' }, distributor: DANA },
  ...{ currency: 'EUR', position: '120' },
  steps: [
    { ...event('QrScanned', '6'), ...step, ...none, code: 'ABC-DEF' },
    { ...event('BenefitRedeemed', '7'), ...step, ...none, amount: '80.00', entryAmount: '4.00' },
    { ...event('PayoutPaid', '9'), ...step, ...none, payoutId: REDEMPTION, amount: '4.00', reason: 'transfer 7' },
  ],
  terms: [
    { kind: 'percent', qr: { id: QR, name: 'Winter' }, value: '5.00', amount: null, event: event('QrEdited', '3') },
    { kind: 'owner', qr: { id: QR, name: 'Winter' }, value: 'sam', amount: null, event: event('QrClaimed', '4') },
    { kind: 'rule', qr: null, value: 'path_differential', amount: null, event: event('SiteCreated', '1') },
    { kind: 'minimum', qr: null, value: '1.00', amount: '1.00', event: event('SiteConfigured', '2') },
  ],
  statementMonths: ['2026-07'],
};

const ROWS = { compared: 7, behind: 0, later: 0, differences: 0 };
export const AUDITED: SiteAuditAnswer = {
  ...{ ...SCOPE, events: 40, trees: 2, redemptions: 6, reversals: 1, entries: 9, payouts: 1 },
  guard: 'on',
  rows: { ...ROWS, notCompared: [], tables: [{ name: 'ledger_entries', ...ROWS }] },
  ...{ differences: 0, findings: [] },
  texts: { compared: 2, erased: 0, beforeHashes: 0, differences: 0 },
  totals: [{ currency: 'EUR', earned: '12.00', takenBack: '-1.00', paidOut: '4.00' }],
};

export const CLOSED: ClosedMonthAnswer = {
  ...{ siteId: SITE.id, month: '2026-06', from: '2026-06-01T00:00:00.000Z', to: '2026-07-01T00:00:00.000Z' },
  ...{
    timeZone: 'UTC',
    position: '110',
    fingerprint: HASH,
    distributors: [{ distributor: DANA, ...SUMS }],
    totals: [SUMS],
  },
};

const EARNED = { earned: '12.00', matured: '12.00', payable: '12.00' };
const COMPARED = { currency: 'EUR' as const, actual: EARNED, changed: EARNED, difference: EARNED };
export const WHAT_IF: WhatIfAnswer = {
  ...{ ...SCOPE, to: at, redemptions: 6, refused: 0 },
  ...{ distributors: [{ distributor: DANA, ...COMPARED }], totals: [COMPARED] },
};

export const HEAD: SignedHead = {
  ...{ events: 120, position: '120', chain: HASH, root: HASH, parts: null, signedAt: at },
  ...{ keyId: 'key-1', signature: 'c2lnbmVk' },
};
export const KEY: PublishedKey = {
  ...{ keyId: 'key-1', publicKey: 'a2V5', since: at, until: null, handOver: null, revoked: null },
};

export const STATEMENT: StatementAnswer = {
  statement: {
    ...{ format: 'perktree-statement', version: 7, about: { kind: 'site', id: SITE.id }, timeZone: 'UTC' },
    ...{ from: at, to: at, createdAt: at, until: null, predecessor: null, doesNotProve: [], totals: [], entries: [] },
  },
  ...{ fingerprint: HASH, pdf: btoa('%PDF-1.7') },
};

export const CHANGED: TermChange = {
  ...{ id: `${EVENT}-1`, eventId: EVENT, position: '3', at, event: 'SiteConfigured', command: 'configureSite' },
  ...{ actor: { role: 'site_owner', person: { id: 'olivia', name: 'Olivia Owner' } }, qr: null, reason: null },
  ...{ term: 'minimumPayout', decidesMoney: true, before: '1.00', after: '2.00' },
};

export const LOOK: LookAnswer = {
  ...{ id: EVENT, at, looks: 2, viewerId: 'user-auditor', viewerName: 'Ada Auditor', role: 'auditor' },
  ...{ call: 'GET /api/sites/:siteId/redemptions', area: 'Site reports', isEverywhere: false, siteId: SITE.id },
  ...{ siteName: SITE.name, subject: null, reason: null, note: null, timeZone: 'UTC' },
};

export const PAYOUT: PayoutAnswer = {
  ...{ id: REDEMPTION, siteId: SITE.id, distributorId: DANA.id, name: DANA.name, amount: '4.00', currency: 'EUR' },
  ...{ status: 'paid', entries: 1, reference: 'transfer 7', settlement: 'by_hand', funding: null, failure: null },
  ...{ reason: null, createdAt: at },
};
