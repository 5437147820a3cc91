import type { z } from 'zod';
import { roleInfoAnswer, userAnswer } from '../account/calls.ts';
import { ownDataAnswer, ownRecordsAnswer } from '../account/data-calls.ts';
import { explanationAnswer, treeAsOfNode } from '../audit/calls.ts';
import { flagAnswer } from '../flag/calls.ts';
import { errorAnswer, problemAnswer } from '../kernel/call.ts';
import { ledgerEntryAnswer, payoutStatsAnswer } from '../ledger/calls.ts';
import { payoutAnswer } from '../payout/calls.ts';
import { qrAnswer, qrTreeNode } from '../qr/answers.ts';
import { myScanAnswer, scanAnswer, scanInfoAnswer } from '../scan/calls.ts';
import { siteAnswer } from '../site/calls.ts';
import { siteConfigurationSchema } from '../site/configuration.ts';
import { liveMessageAnswer } from './other-calls.ts';

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
