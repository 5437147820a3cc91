import { combinedEntries } from './combined-entries/projection.ts';
import { dailyActivity } from './daily-activity/projection.ts';
import { disputes } from './disputes/projection.ts';
import { earnings } from './earnings/projection.ts';
import { flags } from './flags/projection.ts';
import { ledgerEntries } from './ledger-entries/projection.ts';
import { payouts } from './payouts/projection.ts';
import type { Projection } from './projection.ts';
import { qrs } from './qrs/projection.ts';
import { redemptions } from './redemptions/projection.ts';
import { scans } from './scans/projection.ts';
import { siteBlocks } from './site-blocks/projection.ts';
import { siteStaff } from './site-staff/projection.ts';
import { sites } from './sites/projection.ts';

/** Every read model of the product. */
export const projections: readonly Projection[] = [
  sites,
  siteStaff,
  siteBlocks,
  qrs,
  scans,
  redemptions,
  ledgerEntries,
  combinedEntries,
  earnings,
  dailyActivity,
  payouts,
  disputes,
  flags,
];
