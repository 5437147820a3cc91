import { fillSentence } from './fill-sentence.ts';
import type { ValidationIssue } from './issue-codes.ts';

/**
 * All refusals: code → HTTP status and the sentence for people. One table, so that clients
 * can rely on the codes and `docs/reference/refusals.md` is made from it. `{name}` in a sentence is filled in by the refusal
 * (`fillSentence`).
 */
export const REFUSALS = {
  // Calls
  VALIDATION_FAILED: [400, 'The request is not valid: {detail}'],
  MALFORMED_BODY: [400, 'The body is not valid JSON in UTF-8.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send the body as JSON with Content-Type: application/json.'],
  BODY_TOO_LARGE: [413, 'The request body is too large.'],
  NOT_FOUND: [404, 'Not found.'],
  NOT_SIGNED_IN: [401, 'Please sign in first.'],
  NOT_ALLOWED: [403, 'Your role does not allow this.'],
  FOREIGN_ORIGIN: [403, 'This request came from another site and was refused.'],
  TOO_MANY_REQUESTS: [
    429,
    'Too many attempts. Please wait {seconds, plural, one {# second} other {# seconds}} and try again.',
  ],
  TOO_MUCH_AT_ONCE: [
    429,
    'Too many requests at once. Please wait {seconds, plural, one {# second} other {# seconds}} and try again.',
  ],
  EDITED_MEANWHILE: [409, 'This was changed meanwhile. Choose which values to keep.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'This Idempotency-Key was already used with another request.'],
  IDEMPOTENCY_KEY_IN_USE: [409, 'A request with this Idempotency-Key is still in progress.'],
  TOO_MUCH_CONTENTION: [503, 'Too many people are changing this at once. Please try again.'],
  READ_MODEL_BEHIND: [503, 'The data is still being updated. Please try again.'],
  OPERATION_UNDER_WAY: [409, 'Another operation is running: {what} by {holder}.'],
  FILE_NOT_MADE: [503, 'This file needs more memory or time than is available. Choose a shorter period.'],
  FILE_STORAGE_FULL: [503, 'There is no space left to store this file. Please tell the operator.'],
  UNAVAILABLE: [503, 'The service is not available right now. Please try again.'],
  INTERNAL: [500, 'Something went wrong on our side.'],
  // Accounts
  EMAIL_TAKEN: [409, 'An account with this e-mail address already exists.'],
  WRONG_CREDENTIALS: [401, 'Incorrect e-mail or password.'],
  ACCOUNT_LOCKED: [403, 'This account is locked. Contact the operator of this site.'],
  PASSWORD_REPEATS: [400, 'This password repeats the same few characters. Choose a more varied one.'],
  PASSWORD_TOO_COMMON: [400, 'This password is too common and easy to guess. Choose another one.'],
  PASSWORD_TOO_PERSONAL: [
    400,
    'Use at least {least, plural, one {# character} other {# characters}} in addition to your name, your e-mail address and the product name.',
  ],
  RESET_LINK_INVALID: [400, 'This link is invalid, used or expired. Request a new one.'],
  VERIFICATION_LINK_INVALID: [
    400,
    'This link is invalid, used or expired. Log in and request a new one on your account page.',
  ],
  NO_PASSWORD: [409, 'Your account has no password. Log in with your organisation.'],
  SECOND_FACTOR_REQUIRED: [401, 'Enter a one-time code to log in.'],
  WRONG_ONE_TIME_CODE: [401, 'This code is incorrect or already used.'],
  SECOND_FACTOR_UNREADABLE: [
    409,
    "Codes from your authenticator app can't be checked any more. Use a recovery code, or ask the operator to turn off two-factor authentication.",
  ],
  SECOND_FACTOR_ON: [409, 'Two-factor authentication is already on.'],
  NO_SECOND_FACTOR: [409, 'Two-factor authentication is off. If you were setting it up, start again.'],
  ROLE_NOT_HELD: [403, 'Your account does not have the role {role}.'],
  BUSINESS_CONFIRMATION_REQUIRED: [
    409,
    'This account is not a business account yet. Confirm that you want to open one: it starts on the Free plan.',
  ],
  OWNS_BUSINESS: [
    409,
    'You own a business. Deleting your account stops its sites permanently. Confirm with closeBusiness.',
  ],
  PAID_PLAN_RUNNING: [409, 'Your {plan} plan is still active. Cancel it before you delete your account.'],
  PROOF_REQUIRED: [403, 'Confirm that it is you: enter your password or a code from your authenticator app.'],
  SIGN_IN_AGAIN: [403, 'Log out and log in again to confirm your identity.'],
  PERSON_NOT_FOUND: [404, 'No account has this id or e-mail address.'],
  VIEW_NOT_ALLOWED: [403, "You can't view as a superadmin."],
  VIEWING_ONLY: [403, "You are viewing as another person and can't change anything."],
  INVITATION_NOT_FOUND: [404, 'This invitation does not exist.'],
  INVITATION_INVALID: [400, 'This invitation is invalid, used or expired.'],
  INVITATION_FOR_OTHER_ACCOUNT: [
    403,
    'This invitation is for another account. Log in with the e-mail address that was invited.',
  ],
  EMAIL_NOT_VERIFIED: [403, 'Verify your e-mail address first: open the link in the mail that we sent you.'],
  UNSUBSCRIBE_LINK_INVALID: [400, 'This link is invalid. Log in and turn the digest off on your account page.'],
  MAIL_NOT_SET_UP: [409, 'Mail is not set up here.'],
  // API keys, devices, webhooks
  API_KEY_INVALID: [401, 'This API key is unknown, revoked or expired, or does not work from this network.'],
  API_KEY_SCOPE_MISSING: [403, 'This API key does not have the scope {scope}.'],
  API_KEY_SITE_NOT_ALLOWED: [403, 'This API key does not work at this site.'],
  API_KEY_NOT_FOUND: [404, 'This API key does not exist or has ended.'],
  API_KEY_EXPIRES_IN_PAST: [400, 'An API key has to expire in the future.'],
  TOO_MANY_API_KEYS: [409, 'You have {limit, plural, one {# API key} other {# API keys}}. Revoke one first.'],
  TILL_REFERENCE_USED: [409, 'This reference was used for another code or sale amount. Send a new one.'],
  WEBHOOK_ENDPOINT_NOT_FOUND: [404, 'This webhook endpoint does not exist.'],
  WEBHOOK_DELIVERY_NOT_FOUND: [404, 'This delivery does not exist, or is no longer in the log.'],
  TOO_MANY_WEBHOOK_ENDPOINTS: [
    409,
    'You have {limit, plural, one {# webhook endpoint} other {# webhook endpoints}}. Remove one first.',
  ],
  DEVICE_PAIRING_INVALID: [400, 'This pairing code is invalid, used or expired.'],
  // Sites
  SITE_NOT_FOUND: [404, 'This site does not exist.'],
  SITE_INACTIVE: [400, 'This site is not active.'],
  DEFAULT_ABOVE_MAXIMUM: [
    400,
    'The default sale amount ({default}) is above the maximum sale amount ({maximum}). Lower one or raise the other.',
  ],
  PICTURES_FULL: [
    409,
    'You have stored {max, plural, one {# picture} other {# pictures}}, the maximum for a business. Delete one to upload another.',
  ],
  STAFF_NOT_FOUND: [404, 'This person is not on the staff of this site.'],
  STAFF_HOLDS_CLAIMS: [
    409,
    'You earn from QR codes of this site, so you cannot join its staff. Ask the owner to release your claims first.',
  ],
  AUDITOR_NOT_FOUND: [404, 'This auditor does not exist.'],
  AUDIT_DAY_OUT_OF_RANGE: [
    400,
    'Choose a day from today on, at most {days, plural, one {# day} other {# days}} from now.',
  ],
  AUDITOR_OWNS_BUSINESS: [409, 'You already see all records. Another person has to audit them.'],
  ALREADY_STAFF: [409, 'This person is already on the staff of this site.'],
  DISTRIBUTOR_NOT_FOUND: [404, 'This person is not a distributor of this site.'],
  FLAG_NOT_FOUND: [404, 'This flag does not exist.'],
  MONTH_NOT_OVER: [409, '{month} is not over. You can close it from {from}.'],
  NOTHING_SIGNED: [409, 'The events of this period are not all signed yet. Events are signed every ten minutes.'],
  HEAD_NOT_FOUND: [404, 'No head of this number of events is signed.'],
  HISTORY_CHANGED: [
    409,
    'The stored events differ from their recorded hashes, so no statement can be made. Please tell the operator.',
  ],
  // QRs
  QR_NOT_FOUND: [404, 'This QR code does not exist.'],
  QR_EXPIRED: [400, 'This QR code has expired'],
  QR_INACTIVE: [400, 'This QR code is not active.'],
  QR_FULL: [400, 'This QR code has reached maximum capacity'],
  QR_STILL_VALID: [409, 'This QR code has not expired yet.'],
  COMMISSION_TOO_HIGH: [400, 'Maximum available commission is {available}%'],
  COMMISSION_TOO_LOW: [400, 'The smallest commission of a split on this site is {least}%.'],
  COMMISSION_BELOW_CHILDREN: [400, 'The commission cannot be less than the {children}% given to its splits.'],
  TOO_MANY_SPLITS: [400, 'A QR code of this site can have at most {limit, plural, one {# split} other {# splits}}.'],
  TOO_MANY_SPLITS_IN_TREE: [
    400,
    'A commission tree of this site can have at most {limit, plural, one {# split} other {# splits}}.',
  ],
  PARENT_UNKNOWN: [400, 'The parent of this QR code is not among the QR codes before it.'],
  BRANCH_TOO_LARGE: [
    409,
    'At most {limit, plural, one {# QR code} other {# QR codes}} can be changed at once, and this would change {found}. Choose QR codes further down in the tree.',
  ],
  TREE_TOO_DEEP: [400, 'A commission tree can be at most {limit, plural, one {# level} other {# levels}} deep.'],
  SPLITTING_NOT_ALLOWED: [403, 'This site does not let distributors split QR codes.'],
  DISTRIBUTOR_BLOCKED: [
    403,
    'The owner of this site has blocked you. You cannot create, split or edit its QR codes; what you have earned stays yours.',
  ],
  TOP_LEVEL_NOT_ALLOWED: [403, 'This site does not let distributors create top-level QR codes.'],
  OFFER_NOT_CLAIMED: [403, 'Use the benefit and limit of a QR code of this site that you have claimed.'],
  TOO_MANY_OWN_ROOTS: [
    409,
    'You can have at most {limit, plural, one {# open top-level QR code} other {# open top-level QR codes}} on this site.',
  ],
  QR_NOT_APPROVED: [400, 'The site owner has not approved this QR code.'],
  QR_NOT_WAITING: [409, 'This QR code is not waiting for approval.'],
  QR_NOT_A_ROOT: [400, 'Design the first QR code of the campaign. All QR codes below it look the same.'],
  DESIGN_UNREADABLE: [
    400,
    'QR readers cannot read this design: {decoder} fails on a {sharpness}, {size} code on {paper} paper ({failed} of {cases} cases fail). Make the logo smaller, or choose other colours or shapes.',
  ],
  // Scanning, claiming, redeeming
  INVALID_TOKEN: [404, 'The QR code is unknown.'],
  CODE_REPLACED: [410, 'This code was replaced. Ask the shop for the new one.'],
  WRONG_TOKEN_KIND: [400, 'This kind of QR code does not work here.'],
  ALREADY_CLAIMED: [409, 'This QR code has already been claimed by another distributor.'],
  CLAIM_NOT_ALLOWED: [403, "You don't have permission to claim QR codes from this site."],
  CLAIM_INVALID: [400, 'The QR code is invalid, expired, or corrupted.'],
  NOT_CLAIMED: [409, 'This QR code is not claimed.'],
  OFFER_EXPIRED: [400, 'This offer has expired'],
  OFFER_FULL: [400, 'This offer has reached its maximum redemptions'],
  OFFER_INACTIVE: [400, 'This offer is not available right now'],
  ALREADY_REDEEMED: [409, 'This benefit has already been redeemed.'],
  CUSTOMER_LIMIT_REACHED: [409, 'You have reached the redemption limit of this offer.'],
  LIMIT_OF_CUSTOMER_REACHED: [409, 'This customer has reached the redemption limit of this offer.'],
  SELF_REDEMPTION_OFF: [403, 'This offer is redeemed at the counter. Show your code to the staff.'],
  SALE_AMOUNT_TOO_HIGH: [400, 'This site accepts sale amounts of up to {limit} {currency}.'],
  CUSTOMER_EARNS: [403, "This customer earns from this QR code and can't redeem it."],
  CONFIRMER_EARNS: [403, "You earn from this QR code and can't confirm its redemptions. Ask a colleague."],
  SELF_DEALING: [403, "You can't redeem a QR code that you earn from, or confirm your own scan."],
  UNKNOWN_REDEMPTION_CODE: [404, 'This redemption code is invalid, used or expired.'],
  CODE_ENTRY_LOCKED: [
    429,
    'Too many wrong codes. Wait {minutes, plural, one {# minute} other {# minutes}}, or scan the QR on the customer’s screen.',
  ],
  CODE_AMBIGUOUS: [409, 'This code is open at several of your sites. Scan the QR on the customer’s screen.'],
  CODE_ENTRY_NOT_ALLOWED: [403, 'This site does not accept typed codes. Scan the QR on the customer’s screen.'],
  // Plans
  PLAN_LIMIT_REACHED: [
    402,
    'The {plan} plan allows {limit}, and this needs {asked}. The owner of the business can change the plan.',
  ],
  UNKNOWN_PRICE: [400, 'No plan has the price {priceId}.'],
  ALREADY_ON_PLAN: [409, 'You are already on the {plan} plan.'],
  CHECKOUT_NOT_FOUND: [404, 'This checkout does not exist.'],
  CHECKOUT_REPLACED: [409, 'You have confirmed a later order, so this one no longer counts. Choose a plan again.'],
  PAYMENT_NOTICE_INVALID: [400, 'This payment notice is not signed by the payment provider.'],
  PAYMENT_PROVIDER_UNAVAILABLE: [503, 'The payment provider is not responding. Please try again.'],
  // Payouts and reversals
  PAYOUT_NOT_FOUND: [404, 'This payout does not exist.'],
  PAYOUT_NOT_PROCESSING: [409, 'This payout is already {status}.'],
  PAYOUT_NOT_PAID: [409, 'Only a paid payout can be returned or corrected. This one is {status}.'],
  PAYOUTS_NEED_OWNER: [
    403,
    'This business pays out through its payment provider. The owner has to generate these payouts.',
  ],
  FUNDING_NOT_FOUND: [404, 'This collection does not exist.'],
  FUNDING_NOT_WAITING: [409, 'This collection is not waiting for this decision.'],
  PAYOUT_NEEDS_APPROVAL: [
    409,
    'Payouts above {limit} {currency} need the approval of a second person. Ask an approver of the site, then mark it as paid.',
  ],
  NOT_APPROVER: [403, 'The owner of this site has not named you as a person who approves.'],
  OWN_PAYOUT: [403, "You can't approve a payout to yourself."],
  APPROVER_MISSING: [409, 'Choose at least one member of the staff who approves.'],
  APPROVER_NOT_STAFF: [409, 'Only members of the staff of this site can approve.'],
  MONTH_NOT_CLOSED: [409, 'The month {month} has not been closed yet.'],
  MONTH_SIGNED_OFF: [409, 'The month {month} is signed off. It stays as it was closed.'],
  SIGN_OFF_BY_CLOSER: [403, 'You closed this month, so another person has to sign it off.'],
  CLOSE_CHANGED: [409, 'The month was closed again with other figures. Look at them, then sign off.'],
  PAYOUT_BY_PROVIDER: [409, "The payment provider transfers this payout, so you can't settle it manually."],
  NOTHING_TO_WRITE_OFF: [409, 'No amount of this balance can be written off now.'],
  BALANCE_OWED: [409, 'You owe this distributor money. Generate a payout instead.'],
  BALANCE_CHANGED: [409, 'The balance is now {amount} {currency}. Check it and try again.'],
  LEDGER_DIFFERS: [
    409,
    'The ledger of a distributor differs from the recorded redemptions, so this balance was not settled. Please tell the operator.',
  ],
  LEDGER_ENTRY_NOT_FOUND: [404, 'This ledger entry does not exist.'],
  REDEMPTION_NOT_FOUND: [404, 'This redemption does not exist.'],
  ALREADY_REVERSED: [409, 'The whole sale amount is already reversed.'],
  REVERSAL_TOO_HIGH: [400, 'You can reverse at most {left}.'],
  DISPUTE_OPEN: [409, 'This redemption already has an open dispute. Answer or close it.'],
  NO_OPEN_DISPUTE: [409, 'This redemption has no open dispute.'],
  CONFIRMATION_MISSING: [409, 'Staff have not confirmed this redemption, so you can only reverse it in full.'],
  NOTHING_TO_REVERSE: [400, 'The amount to reverse must be more than 0.'],
  CONFIRMED_BY_OTHERS: [403, 'Only the person who confirmed this redemption can change it here. Ask the owner.'],
  CORRECTION_TOO_LATE: [
    409,
    'You can change a redemption for {minutes, plural, one {# minute} other {# minutes}}. Ask the owner to reverse it.',
  ],
  CORRECTION_NOT_LOWER: [
    400,
    'Enter less than {limit}. For a higher amount, undo the redemption and ask the customer to scan the offer again.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** Thrown by decisions and routes for a command that violates a rule. Nothing is appended. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(
    readonly code: RefusalCode,
    /** Fills the `{names}` of the sentence. */
    readonly values: Readonly<Record<string, string | number>> = {},
    readonly issues?: readonly ValidationIssue[],
  ) {
    super(refusalSentence(code, values));
    this.status = REFUSALS[code][0];
  }
}

export function refusalSentence(code: RefusalCode, values: Readonly<Record<string, string | number>> = {}): string {
  return fillSentence(REFUSALS[code][1], 'en', (name) => String(values[name] ?? '…'));
}
