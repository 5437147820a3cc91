import { accountCalls } from '../account/calls.ts';
import { accountDataCalls } from '../account/data-calls.ts';
import { dataRequestCalls } from '../account/data-request-calls.ts';
import { mailCalls } from '../account/mail-calls.ts';
import { secondFactorCalls } from '../account/second-factor-calls.ts';
import { apiKeyCalls } from '../api-key/calls.ts';
import { approvalCalls } from '../approval/calls.ts';
import { auditCalls } from '../audit/calls.ts';
import { auditChainCalls } from '../audit/chain-calls.ts';
import { auditCheckCalls } from '../audit/check-calls.ts';
import { auditReportCalls } from '../audit/report-calls.ts';
import { auditorCalls } from '../auditor/calls.ts';
import { brandCalls } from '../brand/calls.ts';
import { pictureCalls } from '../brand/picture-calls.ts';
import { dashboardCalls } from '../dashboard/calls.ts';
import { distributorCalls } from '../distributor/calls.ts';
import { distributorInvitationCalls } from '../distributor/invitation-calls.ts';
import { flagCalls, flagReviewCalls } from '../flag/calls.ts';
import { fileCalls } from '../kernel/file-calls.ts';
import { earningsCalls } from '../ledger/calls.ts';
import { notificationCalls } from '../notification/calls.ts';
import { operationCalls } from '../operation/calls.ts';
import { projectionCalls } from '../operation/projection-calls.ts';
import { payoutCalls } from '../payout/calls.ts';
import { payoutEntryCalls } from '../payout/entry-calls.ts';
import { payoutFundingCalls } from '../payout/funding-calls.ts';
import { qrCalls } from '../qr/calls.ts';
import { qrDesignCalls } from '../qr/design-calls.ts';
import { qrListCalls } from '../qr/list-calls.ts';
import { termCalls } from '../qr/term-calls.ts';
import { redemptionCalls } from '../redemption/calls.ts';
import { redemptionListCalls } from '../redemption/list-calls.ts';
import { reversalCalls } from '../redemption/reversal-calls.ts';
import { scanningCalls } from '../scan/calls.ts';
import { siteCalls } from '../site/calls.ts';
import { statementCalls } from '../statement/calls.ts';
import { subscriptionCalls } from '../subscription/calls.ts';
import { supportCalls } from '../support/calls.ts';
import { lookCalls } from '../support/look-calls.ts';
import { tenantCalls } from '../support/tenant-calls.ts';
import { viewAsCalls } from '../support/view-as-calls.ts';
import { webhookEndpointCalls } from '../webhook/endpoint-calls.ts';
import { v1Calls } from './v1.ts';

/** The calls of the product's own pages: the browser's client is made from these. */
export const calls = {
  ...accountCalls,
  ...mailCalls,
  ...accountDataCalls,
  ...secondFactorCalls,
  ...siteCalls,
  ...brandCalls,
  ...pictureCalls,
  ...distributorCalls,
  ...qrListCalls,
  ...qrCalls,
  ...qrDesignCalls,
  ...distributorInvitationCalls,
  ...scanningCalls,
  ...redemptionCalls,
  ...earningsCalls,
  ...payoutCalls,
  ...reversalCalls,
  ...payoutEntryCalls,
  ...payoutFundingCalls,
  ...approvalCalls,
  ...dashboardCalls,
  ...notificationCalls,
  ...redemptionListCalls,
  ...flagCalls,
  ...flagReviewCalls,
  ...auditCalls,
  ...auditReportCalls,
  ...auditCheckCalls,
  ...auditChainCalls,
  ...termCalls,
  ...statementCalls,
  ...auditorCalls,
  ...lookCalls,
  ...supportCalls,
  ...dataRequestCalls,
  ...tenantCalls,
  ...viewAsCalls,
  ...subscriptionCalls,
  ...projectionCalls,
  ...operationCalls,
  ...fileCalls,
  ...apiKeyCalls,
  ...webhookEndpointCalls,
} as const;

/** Every call of the product, those of programs with an API key included: routes, OpenAPI and authorization follow from these. */
export const allCalls = { ...calls, ...v1Calls } as const;
