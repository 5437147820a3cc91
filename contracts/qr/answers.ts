import { z } from 'zod';
import { isoTime } from '../kernel/call.ts';
import { currencySchema } from '../kernel/money.ts';
import { RENEWAL_POLICIES } from '../site/configuration.ts';
import { benefitTypeSchema } from './shown-benefit.ts';

const QR_APPROVALS = ['waiting', 'declined'] as const;
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
  /** What happens then: the policy of its campaign, or else of its site. */
  renewalPolicy: z.enum(RENEWAL_POLICIES),
  /** What counts towards `maxRedemptions`: of the current issue period. */
  periodRedemptions: z.number().int(),
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
export const listedQr = qrAnswer.extend(z.strictObject(treeFields).partial().shape);
export type ListedQr = z.infer<typeof listedQr>;
