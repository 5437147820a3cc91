import { z } from 'zod';
import { callsOf, OWNER_DISTRIBUTOR_OR_SUPERADMIN, qrParams, siteParams } from '../kernel/call.ts';
import { seenField } from '../kernel/edits.ts';
import { qrDesignSchema } from './design.ts';

const call = callsOf('QR codes');

const qrDesignAnswer = z.strictObject({
  /** Null: plain, black on white. */
  design: qrDesignSchema.nullable(),
  /** Whose design it is. */
  from: z.enum(['campaign', 'site']).nullable(),
  /** A fingerprint of the design, which names of downloads end in. */
  version: z.string().nullable(),
});
export type QrDesignAnswer = z.infer<typeof qrDesignAnswer>;

/** Null removes the design. */
const design = { design: qrDesignSchema.nullable() };
/** A design is one value, because it is checked as a whole. */
const designBody = z.strictObject({ ...design, ...seenField(design) });

const owner = ['site_owner'] as const;
const ownerReads = ['site_owner', 'superadmin'] as const;
export const qrDesignCalls = {
  qrDesign: call('GET', '/api/sites/:siteId/qrs/:qrId/design', {
    summary: 'The design of a QR: that of its campaign, else that of its site',
    access: OWNER_DISTRIBUTOR_OR_SUPERADMIN,
    params: qrParams,
    answer: qrDesignAnswer,
  }),
  designQr: call('PUT', '/api/sites/:siteId/qrs/:qrId/design', {
    summary: 'Set or remove the design of a campaign, by its root; it is saved only if QR readers can read it',
    access: owner,
    params: qrParams,
    body: designBody,
    answer: qrDesignAnswer,
  }),
  siteQrDesign: call('GET', '/api/sites/:siteId/qr-design', {
    summary: 'The design of the QRs of a site whose campaigns have none of their own',
    access: ownerReads,
    params: siteParams,
    answer: qrDesignAnswer,
  }),
  designSiteQrs: call('PUT', '/api/sites/:siteId/qr-design', {
    summary: 'Set or remove the design of a site; it is saved only if QR readers can read it',
    access: owner,
    params: siteParams,
    body: designBody,
    answer: qrDesignAnswer,
  }),
} as const;

/** Files of a QR code to print. */
export const QR_FILE_TYPES = { svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf' } as const;
export type QrFileFormat = keyof typeof QR_FILE_TYPES;
export type QrFileType = (typeof QR_FILE_TYPES)[QrFileFormat];

const file = (format: QrFileFormat) =>
  ({
    summary: `Download the customer code of a QR in its design, as ${format.toUpperCase()}`,
    access: OWNER_DISTRIBUTOR_OR_SUPERADMIN,
    params: qrParams,
    answer: z.string(),
  }) as const;

/** Served beside the JSON calls (other-calls.ts). */
export const qrFileCalls = {
  svg: call('GET', '/api/sites/:siteId/qrs/:qrId/qrcode.svg', file('svg')),
  png: call('GET', '/api/sites/:siteId/qrs/:qrId/qrcode.png', file('png')),
  pdf: call('GET', '/api/sites/:siteId/qrs/:qrId/qrcode.pdf', {
    ...file('pdf'),
    /** A bleed and cut marks, for print shops. */
    query: z.strictObject({ marks: z.literal('1').optional() }),
  }),
} as const;
