import type { z } from 'zod';
import { siteConfigurationSchema } from '../site-configuration.ts';
import { ownDataAnswer, ownRecordsAnswer } from './account-data.ts';
import { roleInfoAnswer, userAnswer } from './accounts.ts';
import { explanationAnswer, treeAsOfNode } from './audit.ts';
import { errorAnswer, problemAnswer } from './common.ts';
import { ledgerEntryAnswer, payoutStatsAnswer } from './earnings.ts';
import { flagAnswer } from './flags.ts';
import { liveMessageAnswer } from './other-calls.ts';
import { payoutAnswer } from './payouts.ts';
import { qrAnswer, qrTreeNode } from './qr-answers.ts';
import { myScanAnswer, scanAnswer, scanInfoAnswer } from './scanning.ts';
import { siteAnswer } from './sites.ts';

/** Answers that the reference shows once, under a name. Everything else is shown where it is used. */
export const namedSchemas = {
  Error: errorAnswer,
  Problem: problemAnswer,
  User: userAnswer,
  RoleInfo: roleInfoAnswer,
  OwnData: ownDataAnswer,
  OwnRecords: ownRecordsAnswer,
  Site: siteAnswer,
  SiteConfiguration: siteConfigurationSchema,
  Qr: qrAnswer,
  QrTreeNode: qrTreeNode,
  Scan: scanAnswer,
  ScanInfo: scanInfoAnswer,
  MyScan: myScanAnswer,
  LedgerEntry: ledgerEntryAnswer,
  PayoutStats: payoutStatsAnswer,
  Payout: payoutAnswer,
  Flag: flagAnswer,
  LiveMessage: liveMessageAnswer,
  TreeAsOfNode: treeAsOfNode,
  Explanation: explanationAnswer,
} as const satisfies Record<string, z.ZodType>;
