import { z } from 'zod';
import { shownBrandSchema } from '../brand/brand.ts';
import { AUDITED_BY, callsOf, listQuery, siteParams, wholeNumber } from '../kernel/call.ts';
import { listedQr, treeRow } from './answers.ts';
import { qrDesignSchema } from './design.ts';
import { benefitTermsSchema } from './shown-benefit.ts';

const call = callsOf('QR codes');

/** What a list of QRs can be limited to. Usable: active, not expired and not full. */
export const QR_SHOWS = ['usable', 'expired', 'full', 'inactive', 'claimed', 'unclaimed'] as const;
/** Of a distributor's list. Mine: what the distributor has claimed. */
export const OWN_QR_SHOWS = [...QR_SHOWS, 'mine'] as const;
/** Orders in which QRs are listed apart from their trees, and the default order of a site's list. */
export const QR_SORTS = ['newest', 'name', 'scans', 'redemptions', 'commission'] as const;
/** `depth`, the default: parents before their children, the newest of each level first. */
export const OWN_QR_SORTS = ['depth', ...QR_SORTS] as const;

/** Most rows whose descendants are shown, or hidden, by request. */
export const MAX_TOGGLED = 100;
const treeQuery = {
  /**
   * Asks for rows of trees: this many levels of them, 1 to 33, in the order of the trees, the newest of
   * each level first; or, with q, show or sort, what matches, each with its path.
   */
  levels: wholeNumber(33, /^([1-9]|[12]\d|3[0-3])$/).optional(),
  /** With `levels`: ids of QRs that are closed within the levels, or opened below, with commas between them. */
  toggled: z
    .string()
    .max(MAX_TOGGLED * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).max(MAX_TOGGLED))
    .optional(),
  /** With `levels`: only the rows below this QR, which is level 0 itself. */
  below: z.uuid().optional(),
};

const qrLabel = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  benefitDisplay: z.string(),
  benefitTerms: benefitTermsSchema,
  customerUrl: z.url(),
  /** Of the site; null: it has none. */
  brand: shownBrandSchema.nullable(),
  /** Of the campaign, else of the site; null: plain. */
  design: qrDesignSchema.nullable(),
});
export type QrLabel = z.infer<typeof qrLabel>;
/** Most labels of an answer: a label is a fifth of a QR. */
export const MAX_LABELS = 1_000;
const labelLimit = { limit: wholeNumber(MAX_LABELS, /^([1-9]\d{0,2}|1000)$/).optional() };

const ownerReads = ['site_owner', 'superadmin'] as const;
const distributor = ['distributor'] as const;

export const qrListCalls = {
  listQrs: call('GET', '/api/sites/:siteId/qrs', {
    summary: 'QRs of a site: flat, newest first, or row by row of their trees',
    access: AUDITED_BY,
    params: siteParams,
    query: z.strictObject({ ...listQuery(QR_SHOWS, QR_SORTS).shape, ...treeQuery }),
    answer: z.array(listedQr),
  }),
  listOwnQrs: call('GET', '/api/distributors/me/qrs', {
    summary: 'QRs that I have claimed and their descendants: flat, or row by row of their trees',
    access: distributor,
    query: z.strictObject({ ...listQuery(OWN_QR_SHOWS, OWN_QR_SORTS).shape, ...treeQuery }),
    answer: z.array(listedQr),
  }),
  siteLabels: call('GET', '/api/sites/:siteId/qrs/labels', {
    summary: 'Labels of QRs to print, chosen as in the list of QRs: names, benefits and customer links',
    access: ownerReads,
    params: siteParams,
    query: z.strictObject({ ...listQuery(QR_SHOWS, QR_SORTS).shape, ...labelLimit }),
    answer: z.array(qrLabel),
  }),
  ownLabels: call('GET', '/api/distributors/me/qrs/labels', {
    summary: 'Labels of my QRs to print, chosen as in the list of my QRs',
    access: distributor,
    query: z.strictObject({ ...listQuery(OWN_QR_SHOWS, OWN_QR_SORTS).shape, ...labelLimit }),
    answer: z.array(qrLabel),
  }),
} as const;

const { listQrs, listOwnQrs } = qrListCalls;
/** The lists asked with `levels`, whose rows then have the fields of trees. */
export const treeRowCalls = {
  ofSite: call(listQrs.method, listQrs.path, { ...listQrs, answer: z.array(treeRow) }),
  ofDistributor: call(listOwnQrs.method, listOwnQrs.path, { ...listOwnQrs, answer: z.array(treeRow) }),
} as const;
