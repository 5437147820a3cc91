import type { Projection } from '../engine/live/projection.ts';
import { activityTotals } from './activity-totals/projection.ts';
import { auditors } from './auditors/projection.ts';
import { claims } from './claims/projection.ts';
import { combinedEntries } from './combined-entries/projection.ts';
import { dailyActivity } from './daily-activity/projection.ts';
import { disputes } from './disputes/projection.ts';
import { earnings } from './earnings/projection.ts';
import { flags } from './flags/projection.ts';
import { ledgerEntries } from './ledger-entries/projection.ts';
import { notifications } from './notifications/projection.ts';
import { payouts } from './payouts/projection.ts';
import { plans } from './plans/projection.ts';
import { qrDesigns } from './qr-designs/projection.ts';
import { qrs } from './qrs/projection.ts';
import { redemptions } from './redemptions/projection.ts';
import { replacedLinks } from './replaced-links/projection.ts';
import { scans } from './scans/projection.ts';
import { siteBlocks } from './site-blocks/projection.ts';
import { siteBrands } from './site-brands/projection.ts';
import { siteStaff } from './site-staff/projection.ts';
import { sites } from './sites/projection.ts';
import { webhookMessages } from './webhook-messages/projection.ts';

/** Every read model of the product. */
export const projections: readonly Projection[] = [
  sites,
  siteStaff,
  siteBlocks,
  auditors,
  qrs,
  replacedLinks,
  qrDesigns,
  scans,
  redemptions,
  ledgerEntries,
  combinedEntries,
  earnings,
  dailyActivity,
  activityTotals,
  payouts,
  disputes,
  claims,
  notifications,
  flags,
  siteBrands,
  plans,
  webhookMessages,
];
