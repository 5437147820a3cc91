import { z } from 'zod';
import {
  benefitTypeSchema,
  checkBenefitFields,
  discountFixedAmountSchema,
  discountPercentSchema,
  textRewardSchema,
} from '../benefit.ts';
import { shownBrandSchema } from '../brand.ts';
import { ruleChoiceSchema } from '../commission/schema.ts';
import { rule } from '../issue-codes.ts';
import { currencySchema } from '../money.ts';
import { percentSchema } from '../percent.ts';
import { qrDesignSchema } from '../qr-design.ts';
import { call } from './call.ts';
import {
  externalUrlSchema,
  isoTime,
  listQuery,
  nameSchema,
  ownQrParams,
  pageQuery,
  qrParams,
  siteParams,
} from './common.ts';

const tag = 'QR codes';

export const QR_APPROVALS = ['waiting', 'declined'] as const;
export type QrApproval = (typeof QR_APPROVALS)[number];
const qrPerson = z.strictObject({ id: z.string(), name: z.string(), isBlocked: z.boolean() });

export const qrAnswer = z.strictObject({
  id: z.uuid(),
  siteId: z.uuid(),
  name: z.string(),
  /** Null for callers other than the site's owner. */
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

/** What a new root is made of. */
export const newQrFields = {
  name: nameSchema,
  internalName: nameSchema.nullish(),
  ...benefitFields,
  commissionPercent: optionalPercent,
  ...limits,
};

/** Creates a root, or with `siblingOf`/`parentQrId` a QR beside or under another (see the command's docs). */
export const createQrBody = z
  .strictObject({
    ...newQrFields,
    siteId: z.uuid().optional(),
    /** Sibling only: the parent of the QR that it stands beside; absent or null beside a root. */
    parentQrId: z.uuid().nullish(),
  })
  // Reported together with other fields' issues, so that a client gets all of them.
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

/** What a list of QRs can be limited to. Usable: active, not expired and not full. */
export const QR_SHOWS = ['usable', 'expired', 'full', 'inactive', 'claimed', 'unclaimed'] as const;
/** Of a distributor's list. Mine: what the distributor has claimed. */
export const OWN_QR_SHOWS = [...QR_SHOWS, 'mine'] as const;
/** Orders in which QRs are listed apart from their trees, and the default order of a site's list. */
export const QR_SORTS = ['newest', 'name', 'scans', 'redemptions', 'commission'] as const;
/** `depth`, the default: parents before their children, the newest of each level first. */
export const OWN_QR_SORTS = ['depth', ...QR_SORTS] as const;

/** Most rows whose descendants are shown, or hidden, by request. */
export const MOST_TOGGLED = 100;
const treeQuery = {
  /**
   * Asks for rows of trees: this many levels of them, 1 to 33, in the order of the trees; or, with q, show or sort, what
   * matches, each with its path.
   */
  levels: z
    .string()
    .regex(/^([1-9]|[12]\d|3[0-3])$/, rule('NOT_WHOLE_IN_RANGE', { min: 1, max: 33 }))
    .transform(Number)
    .optional(),
  /** With `levels`: ids of QRs that are closed within the levels, or opened below, with commas between them. */
  toggled: z
    .string()
    .max(MOST_TOGGLED * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).max(MOST_TOGGLED))
    .optional(),
  /** With `levels`: only the rows below this QR, which is level 0 itself. */
  below: z.uuid().optional(),
};

const treeFields = {
  /** How deep it is below the caller's topmost QR; 0 is the top. */
  level: z.number().int(),
  childCount: z.number().int(),
  /** In a search, filter or order: the QRs above it that the caller may read, from the top. In the order of the trees: null. */
  path: z.array(z.strictObject({ id: z.uuid(), name: z.string() })).nullable(),
};
/** A QR as a row of trees. */
export const treeRow = qrAnswer.extend(treeFields);
export type TreeRow = z.infer<typeof treeRow>;
/** A QR of a list; with `levels` a row of trees. */
const listedQr = qrAnswer.extend(z.strictObject(treeFields).partial().shape);
export type ListedQr = z.infer<typeof listedQr>;

/** A label to print. */
export const qrLabel = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  benefitDisplay: z.string(),
  customerUrl: z.url(),
  /** Of the site; null: it has none. */
  brand: shownBrandSchema.nullable(),
  /** Of the campaign, else of the site; null: plain. */
  design: qrDesignSchema.nullable(),
});
export type QrLabel = z.infer<typeof qrLabel>;
/** Most labels of an answer: a label is a fifth of a QR. */
export const MOST_LABELS = 1_000;
const labelLimit = {
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, rule('NOT_WHOLE_IN_RANGE', { min: 1, max: MOST_LABELS }))
    .transform(Number)
    .optional(),
};

const owner = ['site_owner'] as const;
const ownerReads = ['site_owner', 'superadmin'] as const;
/** Distributors use site-scoped paths too, for the QRs that they own. */
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
    summary: 'QRs of a site: flat, newest first, or row by row of their trees',
    tag,
    access: ownerReads,
    params: siteParams,
    query: z.strictObject({ ...listQuery(QR_SHOWS, QR_SORTS).shape, ...treeQuery }),
    answer: z.array(listedQr),
  }),
  listOwnQrs: call({
    method: 'GET',
    path: '/api/distributors/me/qrs',
    summary: 'QRs that I have claimed and their descendants: flat, or row by row of their trees',
    tag,
    access: distributor,
    query: z.strictObject({ ...listQuery(OWN_QR_SHOWS, OWN_QR_SORTS).shape, ...treeQuery }),
    answer: z.array(listedQr),
  }),
  siteLabels: call({
    method: 'GET',
    path: '/api/sites/:siteId/qrs/labels',
    summary: 'Labels of QRs to print, chosen as in the list of QRs: names, benefits and customer links',
    tag,
    access: ownerReads,
    params: siteParams,
    query: z.strictObject({ ...listQuery(QR_SHOWS, QR_SORTS).shape, ...labelLimit }),
    answer: z.array(qrLabel),
  }),
  ownLabels: call({
    method: 'GET',
    path: '/api/distributors/me/qrs/labels',
    summary: 'Labels of my QRs to print, chosen as in the list of my QRs',
    tag,
    access: distributor,
    query: z.strictObject({ ...listQuery(OWN_QR_SHOWS, OWN_QR_SORTS).shape, ...labelLimit }),
    answer: z.array(qrLabel),
  }),
  ownSiteConfig: call({
    method: 'GET',
    path: '/api/distributors/me/qrs/:qrId/site-config',
    summary: 'Get the permissions of distributors on the site of my QR',
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
      /** How the site shares commission. */
      commissionRule: ruleChoiceSchema,
    }),
  }),
  qrTree: call({
    method: 'GET',
    path: '/api/sites/:siteId/qrs/:qrId/tree',
    summary: 'A QR with everything below it',
    tag,
    access: ownerDistributorOrSuperadmin,
    params: qrParams,
    query: pageQuery,
    answer: treeAnswer,
  }),
  ownQrTree: call({
    method: 'GET',
    path: '/api/distributors/me/qrs/:qrId/tree',
    summary: 'A QR of mine with everything below it',
    tag,
    access: distributor,
    params: ownQrParams,
    query: pageQuery,
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
    summary: 'Split a QR into children, all or none',
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
    summary: 'Split my QR into children, all or none',
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
