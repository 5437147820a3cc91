import { z } from 'zod';
import { amountSchema, currencySchema, ledgerAmountSchema } from '../kernel/money.ts';

const site = { siteId: z.uuid(), tenantId: z.uuid() };
const userId = z.string().min(1);
/** `YYYY-MM`, of the site's time zone. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
/** SHA-256 of the figures of a closed month, hexadecimal. */
export const fingerprintSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Figures of a closed month in one currency, as the person who closed it saw them. */
export const monthTotalsSchema = z.strictObject({
  currency: currencySchema,
  opening: ledgerAmountSchema,
  earned: ledgerAmountSchema,
  takenBack: ledgerAmountSchema,
  paidOut: ledgerAmountSchema,
  writtenOff: ledgerAmountSchema,
  closing: ledgerAmountSchema,
});

/** Events of an `approvals-{siteId}` stream: what a second person has to agree to, and where they did. */
export const approvalEvents = {
  ApprovalRuleSet: z.strictObject({
    ...site,
    /** Members of the staff whom the owner has named. Empty: nothing needs a second person. */
    approverIds: z.array(userId),
    /** Payouts of more than this need approval, in the site's currency; null: none needs it. */
    payoutsAbove: amountSchema.nullable(),
    monthsNeedSignOff: z.boolean(),
  }),
  /** The second person has agreed that the owner pays it. No money moves. */
  PayoutApproved: z.strictObject({
    ...site,
    payoutId: z.uuid(),
    distributorId: userId,
    currency: currencySchema,
    amount: ledgerAmountSchema,
    approvedBy: userId,
  }),
  /** A person has closed a month with these figures. It may be closed again until it is signed off. */
  MonthClosed: z.strictObject({
    ...site,
    month: monthSchema,
    /** The position of its last event. */
    position: z.string().regex(/^\d{1,18}$/),
    fingerprint: fingerprintSchema,
    totals: z.array(monthTotalsSchema),
    closedBy: userId,
  }),
  /** Another person has agreed to these figures. */
  MonthSignedOff: z.strictObject({
    ...site,
    month: monthSchema,
    fingerprint: fingerprintSchema,
    closedBy: userId,
    signedOffBy: userId,
  }),
};
