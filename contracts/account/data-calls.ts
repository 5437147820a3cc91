import { z } from 'zod';
import { FLAG_KINDS } from '../flag/rules.ts';
import { callsOf, isoTime } from '../kernel/call.ts';
import { roleSchema } from '../kernel/envelope.ts';
import { waitQuery } from '../kernel/file-calls.ts';
import { currencySchema } from '../kernel/money.ts';
import { PAYOUT_STATUSES } from '../payout/calls.ts';

const call = callsOf('Accounts');
const site = { siteId: z.uuid(), siteName: z.string() };
const money = { amount: z.string(), currency: currencySchema };

/** All records about an account in the read models, newest first. */
export const ownRecordsAnswer = z.strictObject({
  scans: z.array(
    z.strictObject({
      ...site,
      scanId: z.uuid(),
      qrName: z.string(),
      benefit: z.string(),
      scannedAt: isoTime,
      redeemedAt: isoTime.nullable(),
      /** Derived from the visitor cookie of the browser that scanned; null: there was none. */
      deviceId: z.string().nullable(),
    }),
  ),
  /** As a customer. */
  redemptions: z.array(
    z.strictObject({
      ...site,
      redemptionId: z.uuid(),
      qrName: z.string(),
      benefit: z.string(),
      ...money,
      redeemedAt: isoTime,
      reversedAt: isoTime.nullable(),
      /** How it was confirmed, such as `code` or `self`, and the account that did. */
      confirmedVia: z.string(),
      confirmedBy: z.string(),
    }),
  ),
  /** About redemptions of mine as a customer, with the notes of the shop. */
  disputes: z.array(
    z.strictObject({
      ...site,
      redemptionId: z.uuid(),
      state: z.string(),
      openedAt: isoTime,
      changedAt: isoTime,
      notes: z.array(z.string()),
    }),
  ),
  /** Suspicions of misuse that name me as a customer or staff, or a browser that I scanned with. */
  flags: z.array(
    z.strictObject({
      ...site,
      flagId: z.uuid(),
      kind: z.enum(FLAG_KINDS),
      redemptions: z.number().int(),
      firstSeenAt: isoTime,
      lastSeenAt: isoTime,
    }),
  ),
  /** Refused attempts of the last 30 days that I made or that were made for me. */
  refusals: z.array(
    z.strictObject({
      at: isoTime,
      siteId: z.string().nullable(),
      qrId: z.string().nullable(),
      command: z.string(),
      code: z.string(),
    }),
  ),
  /** Sites that have blocked me as a distributor, and their reasons; null: none was given. */
  blocks: z.array(z.strictObject({ ...site, isBlocked: z.boolean(), blockedAt: isoTime, note: z.string().nullable() })),
  notifications: z.array(z.strictObject({ kind: z.string(), at: isoTime, qrId: z.string().nullable() })),
  /** QR codes of others' trees that I have made. */
  createdQrs: z.array(z.strictObject({ ...site, qrId: z.uuid(), name: z.string(), createdAt: isoTime })),
  /** Each claim of a QR code, also of those that I no longer hold. */
  claims: z.array(z.strictObject({ qrId: z.uuid(), at: isoTime })),
  /** Businesses whose records I may or might read as an auditor. */
  auditorOf: z.array(
    z.strictObject({
      tenantId: z.string().nullable(),
      joinedAt: isoTime.nullable(),
      until: isoTime,
      endedAt: isoTime.nullable(),
    }),
  ),
  /** Files that I have requested and that are still kept. */
  files: z.array(z.strictObject({ name: z.string(), createdAt: isoTime, expiresAt: isoTime })),
  /** Redemptions of customers that I confirmed as staff or owner. */
  confirmations: z.array(z.strictObject({ ...site, redemptionId: z.uuid(), confirmedAt: isoTime })),
  claimedQrs: z.array(
    z.strictObject({ ...site, qrId: z.uuid(), name: z.string(), commissionPercent: z.string(), claimedAt: isoTime }),
  ),
  ledgerEntries: z.array(
    z.strictObject({
      ...site,
      entryId: z.uuid(),
      qrId: z.uuid(),
      redemptionId: z.uuid(),
      commissionPercent: z.string(),
      ...money,
      createdAt: isoTime,
      maturesAt: isoTime,
      paidAt: isoTime.nullable(),
    }),
  ),
  payouts: z.array(
    z.strictObject({
      ...site,
      payoutId: z.uuid(),
      ...money,
      status: z.enum(PAYOUT_STATUSES),
      reference: z.string().nullable(),
      createdAt: isoTime,
    }),
  ),
  staffOf: z.array(z.strictObject({ ...site, isActive: z.boolean(), joinedAt: isoTime })),
  sitesOwned: z.array(z.strictObject({ ...site, currency: currencySchema, isActive: z.boolean(), createdAt: isoTime })),
});
export type OwnRecords = z.infer<typeof ownRecordsAnswer>;

export const ownDataAnswer = z.strictObject({
  exportedAt: isoTime,
  account: z.strictObject({
    id: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    createdAt: isoTime,
  }),
  tenantId: z.string().nullable(),
  roles: z.array(z.strictObject({ role: roleSchema, grantedAt: isoTime })),
  /** Ways to sign in: `credential` is e-mail and password, anything else a provider. */
  signInMethods: z.array(z.strictObject({ provider: z.string(), since: isoTime })),
  /** Required in addition to the password; null if it is not. */
  secondFactor: z.strictObject({ since: isoTime }).nullable(),
  sessions: z.array(
    z.strictObject({
      startedAt: isoTime,
      /** To within five minutes. */
      lastUsedAt: isoTime,
      expiresAt: isoTime,
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      isThisOne: z.boolean(),
    }),
  ),
  /** Invitations that went to my e-mail address. */
  invitations: z.array(z.strictObject({ siteId: z.string(), invitedAt: isoTime })),
  /** Distributor links that I have mailed; addresses are kept until 30 days after the mail. */
  sentInvitations: z.array(
    z.strictObject({ email: z.string(), siteId: z.string(), qrId: z.string(), invitedAt: isoTime }),
  ),
  /** Since when I get weekly digests; null: I do not. */
  weeklyDigestSince: isoTime.nullable(),
  /** Until when I have read my notifications; null: none of them. */
  notificationsReadUntil: isoTime.nullable(),
  /** An address that was changed at the sign-in provider and waits for the link of a mail. Null: none. */
  newEmail: z.string().nullable(),
  /** What I wrote about disputes. */
  notes: z.array(z.strictObject({ text: z.string(), writtenAt: isoTime })),
  /** Mails to me of the last 30 days, by kind. */
  mails: z.array(z.strictObject({ kind: z.string(), state: z.string(), createdAt: isoTime })),
  /** Sessions in which a superadmin saw the product as me. */
  views: z.array(z.strictObject({ role: z.string(), until: isoTime })),
  /** Times at which auditors and superadmins looked me up. */
  looks: z.array(z.strictObject({ role: z.string(), call: z.string(), at: isoTime })),
  /** What the operator did with my data on request; names of corrected fields alone. */
  dataRequests: z.array(
    z.strictObject({ at: isoTime, kind: z.string(), askedBy: z.string(), fields: z.array(z.string()) }),
  ),
  /** API keys that belong to my account. */
  apiKeys: z.array(z.strictObject({ name: z.string(), createdAt: isoTime, lastUsedAt: isoTime.nullable() })),
  records: ownRecordsAnswer,
});
export type OwnData = z.infer<typeof ownDataAnswer>;

export const accountDataCalls = {
  exportOwnData: call('GET', '/api/me/export', {
    summary: 'Everything that the product holds about me',
    access: 'signed_in',
    query: z.strictObject(waitQuery),
    answer: ownDataAnswer,
    sensitive: { proof: 'session', needsVerifiedAddress: false, notice: null },
  }),
  eraseAccount: call('POST', '/api/me/erase', {
    summary: 'Erase my account and everything personal with it; history stays, and shows "Deleted user"',
    access: 'signed_in',
    body: z.strictObject({
      /** Optional only for an account without a password, whose session must be at most ten minutes old. */
      password: z.string().min(1).max(200).optional(),
      /** Confirms that the account's business stops. */
      closeBusiness: z.boolean().optional(),
    }),
    /** `keptUntil`: until when references of payments to me, and my name as their payee, are kept as the law asks. */
    answer: z.strictObject({ success: z.boolean(), keptUntil: isoTime.nullable() }),
    // The mail would go with the account.
    sensitive: { proof: 'body', needsVerifiedAddress: false, notice: null },
  }),
} as const;
