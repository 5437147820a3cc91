import { z } from 'zod';
import { ruleChoiceSchema } from '../commission/schema.ts';
import {
  AUDITED_BY,
  callsOf,
  nameSchema,
  OWNER_DISTRIBUTOR_OR_SUPERADMIN,
  ownQrParams,
  pageQuery,
  qrParams,
  siteParams,
  webUrlSchema,
} from '../kernel/call.ts';
import { editBody } from '../kernel/edits.ts';
import { percentSchema } from '../kernel/percent.ts';
import { secret } from '../kernel/secret-text.ts';
import { MAX_IMPORTED, RENEWAL_POLICIES } from '../site/configuration.ts';
import { qrAnswer, treeAnswer } from './answers.ts';
import { checkBenefitFields, discountFixedAmountSchema, discountPercentSchema, textRewardSchema } from './benefit.ts';
import { QR_LINKS } from './events.ts';
import { benefitTypeSchema } from './shown-benefit.ts';

const call = callsOf('QR codes');

const newQrTerms = {
  name: nameSchema,
  internalName: nameSchema.nullish(),
  type: benefitTypeSchema,
  /** Only the field that matches the type is sent; null and absent are the same. */
  discountPercent: discountPercentSchema.nullish(),
  discountFixedAmount: discountFixedAmountSchema.nullish(),
  textReward: textRewardSchema.nullish(),
  commissionPercent: percentSchema.optional(),
  maxRedemptions: z.int().min(1).max(1_000_000).nullish(),
  /** Shown as a link, never redirected to. */
  externalUrl: webUrlSchema.nullish(),
};

export const newQrFields = {
  ...newQrTerms,
  /** Of the QR's campaign, its root and all QRs below. Absent: of a new root the site's; else unchanged. */
  renewalPolicy: z.enum(RENEWAL_POLICIES).optional(),
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

/** A QR of an imported tree. How the campaign renews is chosen for all of it. */
const importedQr = z
  .strictObject({
    ...newQrTerms,
    /** Which of the QRs before it is its parent, from 0; null: it is the root, the first. */
    parent: z
      .int()
      .min(0)
      .max(MAX_IMPORTED - 1)
      .nullable(),
  })
  .superRefine(checkBenefitFields, { when: ({ value }) => typeof value === 'object' && value !== null });

const importTreeBody = z.strictObject({
  qrs: z.array(importedQr).min(1).max(MAX_IMPORTED),
  renewalPolicy: newQrFields.renewalPolicy,
  /** Decides without creating anything, to show refusals beforehand. */
  checkOnly: z.boolean().optional(),
});

const editQrBody = editBody(newQrFields);

export const splitBody = z.strictObject({
  splits: z
    .array(z.strictObject({ name: nameSchema, commissionPercent: percentSchema, externalUrl: webUrlSchema.nullish() }))
    .min(1)
    .max(100),
});

const splitAnswer = z.strictObject({ qrs: z.array(qrAnswer) });

const qrCodeAnswer = z.strictObject({
  qrUrl: z.url(),
  qrCodeImage: z.string(),
  qrName: z.string(),
  customerUrl: z.url(),
  distributorUrl: secret(z.url()),
  benefitDisplay: z.string(),
});
export type QrCodeAnswer = z.infer<typeof qrCodeAnswer>;

const owner = ['site_owner'] as const;
/** Distributors use site-scoped paths too, for the QRs that they own. */
const ownerOrDistributor = ['site_owner', 'distributor'] as const;
const distributor = ['distributor'] as const;

const branchCommand = (action: string, summary: string) =>
  call('POST', `/api/sites/:siteId/qrs/:qrId/${action}`, {
    summary,
    access: owner,
    params: qrParams,
    /** How many QRs the command has changed. */
    answer: z.strictObject({ changed: z.int() }),
  });

const qrCommand = (action: string, summary: string) =>
  call('POST', `/api/sites/:siteId/qrs/:qrId/${action}`, {
    summary,
    access: owner,
    params: qrParams,
    answer: qrAnswer,
  });

export const qrCalls = {
  ownSiteConfig: call('GET', '/api/distributors/me/qrs/:qrId/site-config', {
    summary: 'Get the permissions of distributors on the site of my QR, and what the plan of its owner leaves to them',
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
      /** What the plan of the site's owner leaves to distributors. */
      plan: z.strictObject({
        /** This deep in the tree. */
        allowsSplit: z.boolean(),
        hasRoomInTree: z.boolean(),
        hasRoomForTopLevel: z.boolean(),
      }),
    }),
  }),
  qrTree: call('GET', '/api/sites/:siteId/qrs/:qrId/tree', {
    summary: 'A QR with everything below it',
    access: ['distributor', ...AUDITED_BY],
    params: qrParams,
    query: pageQuery,
    answer: treeAnswer,
  }),
  ownQrTree: call('GET', '/api/distributors/me/qrs/:qrId/tree', {
    summary: 'A QR of mine with everything below it',
    access: distributor,
    params: ownQrParams,
    query: pageQuery,
    answer: treeAnswer,
  }),
  qrCode: call('GET', '/api/sites/:siteId/qrs/:qrId/qrcode', {
    summary: 'Links of a QR and the image of its customer link',
    access: OWNER_DISTRIBUTOR_OR_SUPERADMIN,
    params: qrParams,
    answer: qrCodeAnswer,
  }),
  createQr: call('POST', '/api/sites/:siteId/qrs', {
    summary: 'Create a root QR or a sibling',
    access: ownerOrDistributor,
    params: siteParams,
    body: createQrBody,
    answer: qrAnswer,
    status: 201,
  }),
  importTree: call('POST', '/api/sites/:siteId/qrs/tree', {
    summary: 'Create a whole tree of QRs, all or none; a refusal names the QR in `row`, from 0',
    access: owner,
    params: siteParams,
    body: importTreeBody,
    /** `created`: 0 if it was only checked. */
    answer: z.strictObject({ rootQrId: z.uuid(), created: z.int() }),
    status: 201,
  }),
  editQr: call('PUT', '/api/sites/:siteId/qrs/:qrId', {
    summary: 'Edit a QR; distributors: name and externalUrl of those they have claimed',
    access: ownerOrDistributor,
    params: qrParams,
    body: editQrBody,
    answer: qrAnswer,
  }),
  splitQr: call('POST', '/api/sites/:siteId/qrs/:qrId/split', {
    summary: 'Split a QR into children, all or none',
    access: owner,
    params: qrParams,
    body: splitBody,
    answer: splitAnswer,
    status: 201,
  }),
  splitOwnQr: call('POST', '/api/distributors/me/qrs/:qrId/split', {
    summary: 'Split my QR into children, all or none',
    access: distributor,
    params: ownQrParams,
    body: splitBody,
    answer: splitAnswer,
    status: 201,
  }),
  reissueQr: qrCommand('reissue', 'Open the next issue period of an expired QR'),
  deactivateQr: qrCommand('deactivate', 'Take a QR out of use'),
  activateQr: qrCommand('activate', 'Put a deactivated QR back into use'),
  qrsBelow: call('GET', '/api/sites/:siteId/qrs/:qrId/below', {
    summary: 'How many QRs are below a QR',
    access: owner,
    params: qrParams,
    /** Deactivated ones, and all others. */
    answer: z.strictObject({ active: z.int(), inactive: z.int() }),
  }),
  deactivateBranch: branchCommand('deactivate-branch', 'Take a QR and everything below it out of use, all or none'),
  activateBranch: branchCommand('activate-branch', 'Put a QR and everything below it back into use, all or none'),
  replaceLink: call('POST', '/api/sites/:siteId/qrs/:qrId/replace-link', {
    summary: 'Give a QR a new customer or distributor code; the old one works no more',
    access: owner,
    params: qrParams,
    body: z.strictObject({ link: z.enum(QR_LINKS) }),
    answer: qrAnswer,
  }),
  approveQr: qrCommand('approve', 'Approve a root that a distributor made; its first issue period begins'),
  declineQr: qrCommand('decline', 'Decline a root that a distributor made; it stays out of use'),
  releaseClaim: qrCommand('release-claim', 'Take a QR from its owner; what it earned stays earned'),
} as const;
