import { z } from 'zod';
import { ruleSettingsSchema } from '../commission/schema.ts';
import { rule } from '../kernel/issue-codes.ts';
import { amountSchema, currencySchema, ledgerAmountSchema } from '../kernel/money.ts';
import { optionalNote } from '../kernel/note.ts';
import { percentSchema } from '../kernel/percent.ts';
import { benefitSchema } from '../qr/benefit.ts';

/** What a till calls a redemption, such as the number of its receipt. It is in events, so it must not name a person. */
export const tillReferenceSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/, rule('NOT_A_TILL_REFERENCE'));

const userId = z.string().min(1);
const redemption = {
  redemptionId: z.uuid(),
  qrId: z.uuid(),
  rootQrId: z.uuid(),
  siteId: z.uuid(),
  tenantId: z.uuid(),
  period: z.int().min(1),
  customerId: userId,
  currency: currencySchema,
};

/** One share written down: what one QR's owner earns from one redemption. */
const shareSchema = z.strictObject({
  entryId: z.uuid(),
  qrId: z.uuid(),
  ownerId: userId,
  /** The differential percent of the sale amount. */
  percent: percentSchema,
  amount: ledgerAmountSchema,
});

/** Shares that staff have to confirm before they are earned. */
const awaitedSchema = z.strictObject({
  /** The end of the issue period, when unconfirmed shares lapse. */
  until: z.iso.datetime(),
  /** Pool and shares of the site's default sale amount. The confirmed sale amount decides what is earned. */
  pool: ledgerAmountSchema,
  shares: z.array(shareSchema),
});

/** Events of a `tillReference-{siteId}-{hash}` stream: the one scan that a reference of a site stands for. */
export const tillReferenceEvents = {
  TillReferenceUsed: z.strictObject({
    siteId: z.uuid(),
    tenantId: z.uuid(),
    reference: tillReferenceSchema,
    scanId: z.uuid(),
    qrId: z.uuid(),
    redemptionId: z.uuid(),
  }),
};

/**
 * Events of a `limitReached-{qrId}` stream: notices, on which nothing decides. A stream of its own, because older versions
 * do not know them.
 */
export const limitReachedEvents = {
  /** A redemption was the last one that the limit of the QR allows in its issue period. */
  RedemptionLimitReached: z.strictObject({
    qrId: z.uuid(),
    rootQrId: z.uuid(),
    siteId: z.uuid(),
    tenantId: z.uuid(),
    period: z.int().min(1),
    limit: z.int().min(1),
  }),
};

/** Events of a `redemptions-{qrId}` stream: the limits of a QR, with all shares frozen. */
export const redemptionEvents = {
  BenefitRedeemed: z.strictObject({
    ...redemption,
    scanId: z.uuid(),
    /** The device of the scan (QrScanned), if known: a flag rule finds customers who share one. */
    deviceId: z.uuid().nullable(),
    /** A keyed hash of the site and the network from which the customer redeemed; null at the counter: it is the shop's. */
    networkId: z.uuid().nullable(),
    benefit: benefitSchema,
    qrName: z.string(),
    saleAmount: amountSchema,
    saleAmountSource: z.enum(['entered', 'default']),
    /** `self`: the customer did it; `code` and `token`: staff did. */
    confirmedVia: z.enum(['self', 'code', 'token']),
    confirmedBy: userId,
    /** What a till calls it; null: not redeemed by a till, or without a reference. */
    reference: tillReferenceSchema.nullable(),
    /** The tree's QRs from the root to the redeemed one, as they were at `treeRevision`. */
    path: z.array(z.strictObject({ qrId: z.uuid(), ownerId: userId.nullable(), percent: percentSchema })).min(1),
    treeRevision: z.int().min(0),
    /** The site's commission rule and its settings: confirmations and audits compute by them. */
    ruleVersion: z.int().min(1),
    ruleSettings: ruleSettingsSchema,
    /** The pool earned at once: zero and without shares while the redemption awaits confirmation. */
    pool: ledgerAmountSchema,
    shares: z.array(shareSchema),
    holdDays: z.int().min(0),
    maturesAt: z.iso.datetime(),
    /** Null: the shares are earned at once. */
    awaitsConfirmation: awaitedSchema.nullable(),
  }),
  /** Staff confirmed a redemption that awaited it: its shares are earned now, of the confirmed sale amount. */
  RedemptionConfirmed: z.strictObject({
    ...redemption,
    scanId: z.uuid(),
    saleAmount: amountSchema,
    saleAmountSource: z.enum(['entered', 'default']),
    confirmedVia: z.enum(['code', 'token']),
    confirmedBy: userId,
    /** What the till that confirmed it calls it. */
    reference: tillReferenceSchema.nullable(),
    ruleVersion: z.int().min(1),
    pool: ledgerAmountSchema,
    /** Of the path that BenefitRedeemed froze; each entry has the id of the share that waited. */
    shares: z.array(shareSchema),
    holdDays: z.int().min(0),
    maturesAt: z.iso.datetime(),
  }),
  RedemptionReversed: z.strictObject({
    ...redemption,
    reversalId: z.uuid(),
    /** The reason; null: written before version 2, which dropped the text. */
    ...optionalNote,
    /** The reversed part of the sale amount. */
    amount: amountSchema,
    /** The whole sale amount is reversed now, by this reversal or together with earlier ones. */
    whole: z.boolean(),
    /** The redemption no longer counts towards the limits. */
    slotFreed: z.boolean(),
    /** When the compensating entries mature: together with the reversed entries, or at once if those have matured. */
    maturesAt: z.iso.datetime(),
    /** How the shares taken back were rounded; 1: written before version 3 (commission/reversal.ts). */
    ruleVersion: z.int().min(1),
    /** Negative amounts; `reversesEntryId` is the share taken back. */
    shares: z.array(z.strictObject({ ...shareSchema.shape, reversesEntryId: z.uuid() })),
    /** Null: the shares were earned. Else the redemption was not confirmed, and these entries never are earned. */
    endsWaiting: z.strictObject({ scanId: z.uuid(), entryIds: z.array(z.uuid()) }).nullable(),
  }),
};
