import { z } from 'zod';
import { percentSchema } from '../kernel/percent.ts';
import { RENEWAL_POLICIES } from '../site/configuration.ts';
import { benefitSchema } from './benefit.ts';

const qr = { qrId: z.uuid(), rootQrId: z.uuid(), siteId: z.uuid(), tenantId: z.uuid() };
const userId = z.string().min(1);

/** Names, terms and links of a QR. Children and siblings have their own copies of inherited values. */
const qrTermsSchema = z.strictObject({
  name: z.string(),
  /** Internal, never shown to customers. */
  internalName: z.string().nullable(),
  benefit: benefitSchema,
  commissionPercent: percentSchema,
  /** Redemptions of one issue period; null is unlimited. */
  maxRedemptions: z.int().min(1).nullable(),
  externalUrl: z.string().nullable(),
});
export type QrTerms = z.infer<typeof qrTermsSchema>;

/** The links of a QR: each has a token. */
export const QR_LINKS = ['customer', 'distributor'] as const;
export type QrLink = (typeof QR_LINKS)[number];

/** A new QR: in issue period 1, unclaimed. Its tokens stay until one is replaced (QrLinkReplaced). */
const newQrSchema = z.strictObject({
  qrId: z.uuid(),
  terms: qrTermsSchema,
  customerToken: z.string(),
  distributorToken: z.string(),
  expiresAt: z.iso.datetime(),
});
export type NewQr = z.infer<typeof newQrSchema>;

/** Events of a `commissionTree-{rootQrId}` stream: budget, ownership, terms and issue periods of a tree's QRs. */
export const commissionTreeEvents = {
  /** `waiting`: a distributor made it on a site whose owner approves such roots first. It is out of use until QrApproved. */
  RootQrCreated: z.strictObject({ ...qr, qr: newQrSchema, approval: z.enum(['not_needed', 'waiting']) }),
  /** The first issue period of a waiting root begins now. */
  QrApproved: z.strictObject({ ...qr, startsAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
  QrDeclined: z.strictObject(qr),
  /** All children of one split. `qrId` is the parent. */
  QrSplit: z.strictObject({ ...qr, depth: z.int().min(1), children: z.array(newQrSchema).min(1) }),
  /** A further child of a parent. A sibling of a root is a new root: RootQrCreated. */
  SiblingQrCreated: z.strictObject({
    ...qr,
    parentQrId: z.uuid(),
    depth: z.int().min(1),
    qr: newQrSchema,
  }),
  /** The terms as they are after the edit. */
  QrEdited: z.strictObject({ ...qr, terms: qrTermsSchema }),
  QrClaimed: z.strictObject({ ...qr, distributorId: userId }),
  QrClaimReleased: z.strictObject({ ...qr, distributorId: userId }),
  /** A new issue period begins. */
  QrReissued: z.strictObject({
    ...qr,
    period: z.int().min(2),
    startsAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    trigger: z.enum(['by_hand', 'automatic']),
  }),
  /** Whether the issue periods of the campaign renew; the site's policy counts no longer. `qrId` is the root. */
  QrRenewalChosen: z.strictObject({ ...qr, renewalPolicy: z.enum(RENEWAL_POLICIES) }),
  /** One link has a new token. The replaced token leads to the QR no more, and is never used again. */
  QrLinkReplaced: z.strictObject({ ...qr, link: z.enum(QR_LINKS), token: z.string(), replacedToken: z.string() }),
  QrDeactivated: z.strictObject(qr),
  QrActivated: z.strictObject(qr),
};

const expiringQrSchema = z.strictObject({
  qrId: z.uuid(),
  rootQrId: z.uuid(),
  name: z.string(),
  period: z.int().min(1),
  expiresAt: z.iso.datetime(),
});
export const expiringQrsSchema = z.array(expiringQrSchema).min(1);

/** Events of an `expiryWarnings-{siteId}` stream: which issue periods the owner has been warned of. */
export const expiryWarningEvents = {
  /** These issue periods end soon, or have ended while no warning could be sent, and do not renew. */
  ExpiryWarned: z.strictObject({
    siteId: z.uuid(),
    tenantId: z.uuid(),
    qrs: expiringQrsSchema,
  }),
};
