import { auditors } from './auditor/projection.ts';
import { siteBrands } from './brand/projection.ts';
import { activityTotals } from './dashboard/activity-totals/projection.ts';
import { dailyActivity } from './dashboard/daily-activity/projection.ts';
import { disputes } from './dispute/projection.ts';
import { siteBlocks } from './distributor/projection.ts';
import type { Projection } from './engine/live/projection.ts';
import { flags } from './flag/projection.ts';
import { earnings } from './ledger/earnings/projection.ts';
import { ledgerEntries } from './ledger/ledger-entries/projection.ts';
import { notifications } from './notification/projection.ts';
import { combinedEntries } from './payout/combined-entries/projection.ts';
import { payouts } from './payout/payouts/projection.ts';
import { claims } from './qr/claims/projection.ts';
import { qrDesigns } from './qr/qr-designs/projection.ts';
import { qrs } from './qr/qrs/projection.ts';
import { replacedLinks } from './qr/replaced-links/projection.ts';
import { redemptions } from './redemption/projection.ts';
import { scans } from './scan/projection.ts';
import { sites } from './site/projection.ts';
import { siteStaff } from './staff/projection.ts';
import { plans } from './subscription/projection.ts';
import { webhookMessages } from './webhook/projection.ts';

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
