import type { Call, CallBody } from '../kernel/call.ts';
import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import type { PlanId } from '../subscription/plans.ts';
import { allCalls } from './calls.ts';
import { otherCalls } from './other-calls.ts';

/** How many calls in a window of time, or QRs of calls that make several, counted whether they succeed or not. By plan: the plan of the caller's business. */
interface Budget {
  readonly max: number | Readonly<Record<PlanId, number>>;
  readonly windowMs: number;
}

/** By whose count: all budgets of a group have to have room. Calls with the same group share its counts. */
export interface BudgetGroup {
  /** The account or API key that calls. A distributor spends its own, never that of the site's owner. */
  readonly sender?: Budget;
  /** The business of the caller. Not counted for callers without one. */
  readonly business?: Budget;
  readonly network?: Budget;
  /** The address in the body's `email`, for all senders together. */
  readonly recipient?: Budget;
  /** Where mails are sent, the sender's own address has to be verified first. */
  readonly needsVerifiedSender?: true;
}

const dayByPlan = (free: number, pro: number, ultra: number): Budget => ({
  max: { free, pro, ultra },
  windowMs: DAY_MS,
});

/** What callers may make the product send, store or queue. Limits leave room for the busiest day of a business of that plan. */
export const budgets = {
  /**
   * New accounts: sixty guests of a café may register from its one address. Accounts of owners and distributors, which can
   * invite and store, may be a fifth of them. A setting raises both (REGISTRATIONS_PER_NETWORK).
   */
  registrations: { network: { max: 150, windowMs: HOUR_MS } },
  /** Mails to addresses that the caller chooses. */
  invitations: {
    needsVerifiedSender: true,
    sender: { max: 60, windowMs: HOUR_MS },
    business: dayByPlan(30, 300, 1_000),
    network: { max: 100, windowMs: HOUR_MS },
    recipient: { max: 10, windowMs: DAY_MS },
  },
  /** Mails again to an address that was invited before. */
  repeatedInvitations: { needsVerifiedSender: true, sender: { max: 20, windowMs: DAY_MS } },
  /** Each mails to an address of the caller's choice, also before their own is verified: a mistyped one can be put right. */
  addressChanges: {
    sender: { max: 5, windowMs: DAY_MS },
    network: { max: 50, windowMs: HOUR_MS },
    recipient: { max: 5, windowMs: DAY_MS },
  },
  /** QRs are stored for good, also once they are deactivated. A Free business has 3 active ones at a time; a tree of 300 is refused by the plan. */
  qrs: { sender: { max: 2_000, windowMs: HOUR_MS }, business: dayByPlan(300, 2_000, 20_000) },
  /** Splits of distributors, which count against no plan of theirs. */
  ownSplits: { sender: { max: 200, windowMs: HOUR_MS } },
  keys: { business: dayByPlan(50, 200, 500) },
  /** Messages that the product sends at once to an endpoint of the caller's choice. */
  webhookMessages: { sender: { max: 200, windowMs: HOUR_MS } },
  /** Calls that make the product ask its payment provider. */
  provider: { sender: { max: 60, windowMs: HOUR_MS } },
  /** Each stores an event for every QR of a branch, up to 1,000. */
  branches: { sender: { max: 100, windowMs: HOUR_MS } },
  /** Other calls that store an event. */
  changes: { sender: { max: 3_000, windowMs: HOUR_MS } },
} as const satisfies Readonly<Record<string, BudgetGroup>>;
export type BudgetName = keyof typeof budgets;

/** Spent by the route before its handler; `spentByHandler`: by the handler, once the input is good. */
type Bound =
  | {
      readonly budget: BudgetName;
      readonly spentByHandler?: true;
      /** How much of it a call spends, by its body. Left out: one. */
      readonly units?: (body: never) => number;
    }
  /** The call needs no budget, because this bounds it. */
  | { readonly boundBy: string };

type Tree = CallBody<typeof allCalls.importTree>;
type Splits = CallBody<typeof allCalls.splitQr>;

const of = (budget: BudgetName) => ({ budget });
const boundBy = (reason: string) => ({ boundBy: reason });

const attempts = boundBy('attempt limits: 10 by account or address and 100 by network in ten minutes');
const ownValue = boundBy('replaces one value of the caller, and stores no event');
const onceByLink = boundBy('a link that works once');
const operator = boundBy('operators alone');
const removal = boundBy('removes what a budget let in');
const atMostOnce = boundBy('a rule lets it happen once for each scan, QR or period, and the plan bounds redemptions');
const keyRate = boundBy('600 requests a minute of the key');

type CallName = keyof typeof allCalls | keyof typeof otherCalls;

/**
 * What bounds each call that is not a read, so that no caller makes the product send, store or queue without end. A new
 * call has to have a row here (budgets.spec.ts).
 */
export const callBounds: { readonly [N in CallName]?: Bound } = {
  register: { budget: 'registrations', spentByHandler: true },
  login: attempts,
  changePassword: attempts,
  confirmIdentity: attempts,
  endOtherSessions: attempts,
  resetPassword: attempts,
  forgotPassword: attempts,
  resendVerification: attempts,
  verifyEmail: attempts,
  beginSecondFactor: attempts,
  confirmSecondFactor: attempts,
  turnOffSecondFactor: attempts,
  eraseAccount: attempts,
  changeEmail: of('addressChanges'),
  /** The name of a payee is stored by an event. */
  changeProfile: of('changes'),
  switchRole: ownValue,
  markNotificationsRead: ownValue,
  setWeeklyDigest: ownValue,
  unsubscribe: ownValue,

  inviteStaff: of('invitations'),
  inviteDistributor: of('invitations'),
  acceptInvitation: onceByLink,
  inviteAuditor: of('invitations'),
  renewAuditorInvitation: of('repeatedInvitations'),
  acceptAuditorInvitation: onceByLink,

  importTree: { budget: 'qrs', units: ({ qrs, checkOnly }: Tree) => (checkOnly ? 1 : qrs.length) },
  createQr: of('qrs'),
  splitQr: { budget: 'qrs', units: ({ splits }: Splits) => splits.length },
  splitOwnQr: of('ownSplits'),
  v1CreateQr: of('qrs'),

  createApiKey: of('keys'),
  rotateApiKey: of('keys'),
  openDevicePairing: of('keys'),
  v1AcceptDevicePairing: onceByLink,
  createWebhookEndpoint: of('keys'),
  rotateWebhookSecret: of('keys'),
  v1CreateWebhookEndpoint: of('keys'),
  v1RotateWebhookSecret: of('keys'),

  testWebhookEndpoint: of('webhookMessages'),
  resendWebhookDelivery: of('webhookMessages'),
  replayWebhooks: of('webhookMessages'),
  v1TestWebhookEndpoint: of('webhookMessages'),
  v1ResendWebhookDelivery: of('webhookMessages'),
  v1ReplayWebhooks: of('webhookMessages'),

  createSubscription: of('provider'),
  cancelSubscription: of('provider'),
  payoutAccount: of('provider'),
  confirmOfflineCheckout: boundBy('once for each checkout'),
  stripeNotice: boundBy('the signature of the payment provider'),

  createSite: of('changes'),
  configureSite: of('changes'),
  brandSite: of('changes'),
  withdrawInvitation: removal,
  removeStaff: removal,
  endAuditor: removal,
  reviewFlag: of('changes'),
  blockDistributor: of('changes'),
  unblockDistributor: of('changes'),
  editQr: of('changes'),
  reissueQr: of('changes'),
  deactivateQr: of('changes'),
  activateQr: of('changes'),
  replaceLink: of('changes'),
  deactivateBranch: of('branches'),
  activateBranch: of('branches'),
  approveQr: of('changes'),
  declineQr: of('changes'),
  releaseClaim: of('changes'),
  designQr: of('changes'),
  designSiteQrs: of('changes'),
  generatePayouts: of('changes'),
  markPayoutPaid: of('changes'),
  setApprovalRule: of('changes'),
  approvePayout: of('changes'),
  closeMonth: of('changes'),
  signOffMonth: of('changes'),
  cancelPayout: of('changes'),
  returnPayout: of('changes'),
  correctPayoutReference: of('changes'),
  decidePayoutFunding: of('changes'),
  writeOffBalance: of('changes'),
  reverseRedemption: of('changes'),
  correctRedemption: of('changes'),
  noteDispute: of('changes'),
  changeWebhookEndpoint: of('changes'),
  v1ChangeWebhookEndpoint: of('changes'),
  v1DeactivateQr: of('changes'),
  v1ActivateQr: of('changes'),
  v1GeneratePayouts: of('changes'),

  scan: boundBy('300 new visitors of a network in ten minutes, each counted once an hour; accounts once a period'),
  redeem: atMostOnce,
  claim: atMostOnce,
  lookUpScan: boundBy('stores wrong codes alone, five of which lock code entry'),
  staffRedeem: atMostOnce,
  v1CreateRedemption: keyRate,
  v1ReverseRedemption: keyRate,
  v1MarkPayoutPaid: keyRate,
  v1CancelPayout: keyRate,

  revokeApiKey: removal,
  removeWebhookEndpoint: removal,
  v1RemoveWebhookEndpoint: removal,
  deleteFile: removal,
  deletePicture: removal,
  uploadPicture: boundBy('100 pictures of a business'),

  askDataRequest: of('changes'),
  decideDataRequest: operator,
  startViewing: operator,
  stopViewing: operator,
  rebuildProjections: operator,
  verifyProjections: operator,
  stopOperation: operator,
  pauseProjections: operator,
  resumeProjections: operator,
  swapProjections: operator,
  dropProjections: operator,
  retryJob: operator,
};

const nameOf = new Map<string, CallName>(
  Object.entries({ ...allCalls, ...otherCalls }).map(([name, { method, path }]) => [
    `${method} ${path}`,
    name as CallName,
  ]),
);

/** The budget that a route spends before its handler; null: none. */
export function callBudgetOf({ method, path }: Pick<Call, 'method' | 'path'>): BudgetName | null {
  const bound = boundOf({ method, path });
  return bound && 'budget' in bound && !bound.spentByHandler ? bound.budget : null;
}

/** How much of its budget a call spends. @param body as its schema has it */
export function unitsOf(call: Pick<Call, 'method' | 'path'>, body: unknown): number {
  const bound = boundOf(call);
  return bound && 'budget' in bound && bound.units ? bound.units(body as never) : 1;
}

function boundOf({ method, path }: Pick<Call, 'method' | 'path'>): Bound | undefined {
  const name = nameOf.get(`${method} ${path}`);
  return name && callBounds[name];
}
