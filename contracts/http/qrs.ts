import { z } from 'zod';
import {
  benefitTypeSchema,
  checkBenefitFields,
  discountFixedAmountSchema,
  discountPercentSchema,
  textRewardSchema,
} from '../benefit.ts';
import { currencySchema } from '../money.ts';
import { percentSchema } from '../percent.ts';
import { call } from './call.ts';
import { externalUrlSchema, isoTime, nameSchema, ownQrParams, pageQuery, qrParams, siteParams } from './common.ts';

const tag = 'QR codes';

export const QR_APPROVALS = ['waiting', 'declined'] as const;
export type QrApproval = (typeof QR_APPROVALS)[number];
const qrPerson = z.strictObject({ id: z.string(), name: z.string(), isBlocked: z.boolean() });

export const qrAnswer = z.strictObject({
  id: z.uuid(),
  siteId: z.uuid(),
  name: z.string(),
  /** Null for whoever is not the site's owner. */
  internalName: z.string().nullable(),
  type: benefitTypeSchema,
  discountPercent: z.number().nullable(),
  discountFixedAmount: z.number().nullable(),
  textReward: z.string().nullable(),
  benefitDisplay: z.string(),
  commissionPercent: z.string(),
  /** Own percent less the sum of the children's. */
  availableCommission: z.number(),
  maxRedemptions: z.number().int().nullable(),
  externalUrl: z.string().nullable(),
  parentQrId: z.uuid().nullable(),
  depth: z.number().int(),
  currency: currencySchema,
  isClaimed: z.boolean(),
  /** I have claimed it. */
  isMine: z.boolean(),
  /** The distributor who has claimed it; null for callers other than the site's owner. */
  claimedBy: qrPerson.nullable(),
  /** The distributor who made it; null where the site's owner did, and for callers other than the owner. */
  createdBy: qrPerson.nullable(),
  /** Of a root that a distributor made: what its owner has still to decide, or has declined. Null: it can be used. */
  approval: z.enum(QR_APPROVALS).nullable(),
  isActive: z.boolean(),
  issuePeriod: z.number().int(),
  expiresAtUtc: isoTime,
  isExpired: z.boolean(),
  isMaxedOut: z.boolean(),
  totalScans: z.number().int(),
  totalRedemptions: z.number().int(),
  createdAt: isoTime,
});
export type QrAnswer = z.infer<typeof qrAnswer>;

export type QrTreeNode = QrAnswer & { children: QrTreeNode[] };
export const qrTreeNode: z.ZodType<QrTreeNode> = qrAnswer.extend({
  get children() {
    return z.array(qrTreeNode);
  },
});

export const treeAnswer = z.strictObject({
  availableCommission: z.number(),
  qr: qrAnswer,
  children: z.array(qrTreeNode),
});
export type TreeAnswer = z.infer<typeof treeAnswer>;

const optionalPercent = percentSchema.optional();
const benefitFields = {
  type: benefitTypeSchema,
  /** Only the field that matches the type is sent; null and absent are the same. */
  discountPercent: discountPercentSchema.nullish(),
  discountFixedAmount: discountFixedAmountSchema.nullish(),
  textReward: textRewardSchema.nullish(),
};
const limits = {
  maxRedemptions: z.int().min(1).max(1_000_000).nullish(),
  externalUrl: externalUrlSchema.nullish(),
};

/** Creates a root, or with `siblingOf`/`parentQrId` a QR beside or under another (see the command's docs). */
export const createQrBody = z
  .strictObject({
    name: nameSchema,
    internalName: nameSchema.nullish(),
    ...benefitFields,
    siteId: z.uuid().optional(),
    /** Sibling only: the parent of the QR that it stands beside; absent or null beside a root. */
    parentQrId: z.uuid().nullish(),
    commissionPercent: optionalPercent,
    ...limits,
  })
  // Beside what is wrong with other fields, so that a client learns everything at once.
  .superRefine(checkBenefitFields, { when: ({ value }) => typeof value === 'object' && value !== null });

export const editQrBody = z.strictObject({
  name: nameSchema,
  internalName: nameSchema.nullish(),
  type: benefitFields.type.optional(),
  discountPercent: benefitFields.discountPercent,
  discountFixedAmount: benefitFields.discountFixedAmount,
  textReward: benefitFields.textReward,
  commissionPercent: optionalPercent,
  ...limits,
});

export const splitBody = z.strictObject({
  splits: z
    .array(
      z.strictObject({ name: nameSchema, commissionPercent: percentSchema, externalUrl: externalUrlSchema.nullish() }),
    )
    .min(1)
    .max(100),
});

const splitAnswer = z.strictObject({ qrs: z.array(qrAnswer) });

export const qrCodeAnswer = z.strictObject({
  qrUrl: z.url(),
  qrCodeImage: z.string(),
  qrName: z.string(),
  customerUrl: z.url(),
  distributorUrl: z.url(),
  benefitDisplay: z.string(),
});
export type QrCodeAnswer = z.infer<typeof qrCodeAnswer>;

const owner = ['site_owner'] as const;
const ownerReads = ['site_owner', 'superadmin'] as const;
/** Distributors use site-scoped paths too, for the QRs that they own (specification 6). */
const ownerOrDistributor = ['site_owner', 'distributor'] as const;
const ownerDistributorOrSuperadmin = ['site_owner', 'distributor', 'superadmin'] as const;
const distributor = ['distributor'] as const;

const qrCommand = (action: string, summary: string) =>
  call({
    method: 'POST',
    path: `/api/sites/:siteId/qrs/:qrId/${action}`,
    summary,
    tag,
    access: owner,
    params: qrParams,
    answer: qrAnswer,
  });

export const qrCalls = {
  listQrs: call({
    method: 'GET',
    path: '/api/sites/:siteId/qrs',
    summary: 'QRs of a site, roots and descendants flat, newest first',
    tag,
    access: ownerReads,
    params: siteParams,
    query: pageQuery,
    answer: z.array(qrAnswer),
  }),
  listOwnQrs: call({
    method: 'GET',
    path: '/api/distributors/me/qrs',
    summary: 'QRs that I have claimed and their descendants, newest first',
    tag,
    access: distributor,
    query: pageQuery,
    answer: z.array(qrAnswer),
  }),
  ownSiteConfig: call({
    method: 'GET',
    path: '/api/distributors/me/qrs/:qrId/site-config',
    summary: 'What the site of a QR of mine lets me do',
    tag,
    access: distributor,
    params: ownQrParams,
    answer: z.strictObject({
      siteId: z.uuid(),
      canSplit: z.boolean(),
      /** May make a root beside another. */
      canCreateTopLevel: z.boolean(),
      /** The owner of the site has blocked me: then I can do neither. */
      isBlocked: z.boolean(),
    }),
  }),
  qrTree: call({
    method: 'GET',
    path: '/api/sites/:siteId/qrs/:qrId/tree',
    summary: 'A QR with everything below it',
    tag,
    access: ownerDistributorOrSuperadmin,
    params: qrParams,
    answer: treeAnswer,
  }),
  ownQrTree: call({
    method: 'GET',
    path: '/api/distributors/me/qrs/:qrId/tree',
    summary: 'A QR of mine with everything below it',
    tag,
    access: distributor,
    params: ownQrParams,
    answer: treeAnswer,
  }),
  qrCode: call({
    method: 'GET',
    path: '/api/sites/:siteId/qrs/:qrId/qrcode',
    summary: 'Links of a QR and the image of its customer link',
    tag,
    access: ownerDistributorOrSuperadmin,
    params: qrParams,
    answer: qrCodeAnswer,
  }),
  createQr: call({
    method: 'POST',
    path: '/api/sites/:siteId/qrs',
    summary: 'Create a root QR or a sibling',
    tag,
    access: ownerDistributorOrSuperadmin,
    params: siteParams,
    body: createQrBody,
    answer: qrAnswer,
    status: 201,
  }),
  editQr: call({
    method: 'PUT',
    path: '/api/sites/:siteId/qrs/:qrId',
    summary: 'Edit a QR; distributors: name and externalUrl of those they have claimed',
    tag,
    access: ownerOrDistributor,
    params: qrParams,
    body: editQrBody,
    answer: qrAnswer,
  }),
  splitQr: call({
    method: 'POST',
    path: '/api/sites/:siteId/qrs/:qrId/split',
    summary: 'Make children of a QR, all or none',
    tag,
    access: owner,
    params: qrParams,
    body: splitBody,
    answer: splitAnswer,
    status: 201,
  }),
  splitOwnQr: call({
    method: 'POST',
    path: '/api/distributors/me/qrs/:qrId/split',
    summary: 'Make children of a QR of mine, all or none',
    tag,
    access: distributor,
    params: ownQrParams,
    body: splitBody,
    answer: splitAnswer,
    status: 201,
  }),
  reissueQr: qrCommand('reissue', 'Open the next issue period of an expired QR'),
  deactivateQr: qrCommand('deactivate', 'Take a QR out of use'),
  activateQr: qrCommand('activate', 'Put a deactivated QR back into use'),
  approveQr: qrCommand('approve', 'Approve a root that a distributor made; its first issue period begins'),
  declineQr: qrCommand('decline', 'Decline a root that a distributor made; it stays out of use'),
  releaseClaim: qrCommand('release-claim', 'Take a QR from its owner; what it earned stays earned'),
} as const;
