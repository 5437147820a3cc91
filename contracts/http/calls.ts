import { accountDataCalls } from './account-data.ts';
import { accountCalls } from './accounts.ts';
import { apiKeyCalls } from './api-keys.ts';
import { approvalCalls } from './approvals.ts';
import { auditCalls } from './audit.ts';
import { auditChainCalls } from './audit-chain.ts';
import { auditCheckCalls } from './audit-checks.ts';
import { auditReportCalls } from './audit-reports.ts';
import { auditorCalls } from './auditors.ts';
import { brandCalls } from './brand.ts';
import { dashboardCalls } from './dashboard.ts';
import { dataRequestCalls } from './data-requests.ts';
import { distributorInvitationCalls } from './distributor-invitations.ts';
import { distributorCalls } from './distributors.ts';
import { earningsCalls } from './earnings.ts';
import { fileCalls } from './files.ts';
import { flagCalls, flagReviewCalls } from './flags.ts';
import { lookCalls } from './looks.ts';
import { mailCalls } from './mails.ts';
import { notificationCalls } from './notifications.ts';
import { operationCalls } from './operations.ts';
import { passwordResetCalls } from './password-reset.ts';
import { payoutEntryCalls } from './payout-entries.ts';
import { payoutFundingCalls } from './payout-fundings.ts';
import { payoutCalls } from './payouts.ts';
import { pictureCalls } from './pictures.ts';
import { projectionCalls } from './projections.ts';
import { qrDesignCalls } from './qr-designs.ts';
import { qrListCalls } from './qr-lists.ts';
import { qrCalls } from './qrs.ts';
import { scanningCalls } from './scanning.ts';
import { secondFactorCalls } from './second-factor.ts';
import { siteReportCalls } from './site-reports.ts';
import { siteCalls } from './sites.ts';
import { statementCalls } from './statements.ts';
import { subscriptionCalls } from './subscription.ts';
import { supportCalls } from './support.ts';
import { tenantCalls } from './tenants.ts';
import { termCalls } from './terms.ts';
import { v1Calls } from './v1.ts';
import { viewAsCalls } from './view-as.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';

/** Every call of the product: routes, OpenAPI and the browser's client are made from this one catalogue. */
export const calls = {
  ...accountCalls,
  ...passwordResetCalls,
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
  ...earningsCalls,
  ...payoutCalls,
  ...payoutEntryCalls,
  ...payoutFundingCalls,
  ...approvalCalls,
  ...dashboardCalls,
  ...notificationCalls,
  ...siteReportCalls,
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
  ...v1Calls,
  ...webhookEndpointCalls,
} as const;
