import type { ValidationIssue } from './issue-codes.ts';

/**
 * Every way in which the product says no: code → HTTP status and the sentence a person reads. One table, so that clients
 * can rely on the codes and `docs/refusals.md` is made from it. `{name}` in a sentence is filled in by the refusal.
 */
export const REFUSALS = {
  // Calls
  VALIDATION_FAILED: [400, 'The request is not valid: {detail}'],
  MALFORMED_BODY: [400, 'The body is not valid JSON.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Bodies are JSON: send Content-Type: application/json.'],
  BODY_TOO_LARGE: [413, 'The body is larger than this call takes.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  NOT_SIGNED_IN: [401, 'Please sign in first.'],
  NOT_ALLOWED: [403, 'Your role does not allow this.'],
  FOREIGN_ORIGIN: [403, 'This request came from another site and was refused.'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts. Please wait {seconds} seconds and try again.'],
  TOO_MUCH_AT_ONCE: [429, 'You ask for too much at once. Please wait {seconds} seconds and try again.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'This Idempotency-Key was used before with another request.'],
  IDEMPOTENCY_KEY_IN_USE: [409, 'A request with this Idempotency-Key is still being worked on.'],
  TOO_MUCH_CONTENTION: [503, 'Too many people are changing this at once. Please try again.'],
  READ_MODEL_BEHIND: [503, 'The data is still catching up. Please try again.'],
  OPERATION_UNDER_WAY: [409, 'One is under way already: {what} by {holder}.'],
  UNAVAILABLE: [503, 'The service is not available right now. Please try again.'],
  INTERNAL: [500, 'Something went wrong on our side.'],
  // Accounts
  EMAIL_TAKEN: [409, 'An account with this e-mail address exists already.'],
  WRONG_CREDENTIALS: [401, 'E-mail or password is wrong.'],
  PASSWORD_REPEATS: [400, 'This password repeats the same few characters. Choose a more varied one.'],
  PASSWORD_TOO_COMMON: [
    400,
    'Many people use this password, so it is among the first that are guessed. Choose another one.',
  ],
  PASSWORD_TOO_PERSONAL: [
    400,
    'Besides your name, your e-mail address and the name of this product, which are guessed first, it needs at least {least} characters.',
  ],
  RESET_LINK_INVALID: [400, 'This link is unknown, used or expired. Ask for a new one.'],
  NO_PASSWORD: [409, 'Your account has no password: you sign in with your organisation.'],
  SECOND_FACTOR_REQUIRED: [401, 'This account asks for a one-time code, too.'],
  WRONG_ONE_TIME_CODE: [401, 'This code is wrong, or has been used already.'],
  SECOND_FACTOR_UNREADABLE: [
    409,
    'Codes of your authenticator can no longer be checked here. Use a recovery code, or have the operator remove your second factor.',
  ],
  SECOND_FACTOR_ON: [409, 'Your account has a second factor already.'],
  NO_SECOND_FACTOR: [409, 'Your account has no second factor. If you have begun to set one up, please begin again.'],
  ROLE_NOT_HELD: [403, 'Your account does not have the role {role}.'],
  BUSINESS_CONFIRMATION_REQUIRED: [
    409,
    'This account is not a business account yet. Confirm that you want to open one: it starts on the Free plan.',
  ],
  OWNS_BUSINESS: [
    409,
    'You own a business. Its sites stop for good when your account is erased: confirm that with closeBusiness.',
  ],
  PAID_PLAN_RUNNING: [409, 'Your {plan} plan is still running. Cancel it before you erase your account.'],
  SIGN_IN_AGAIN: [403, 'Please sign out and sign in again to confirm that it is you.'],
  PERSON_NOT_FOUND: [404, 'Nobody with this id or e-mail address has an account.'],
  VIEW_NOT_ALLOWED: [403, 'You cannot see the product as a superadmin.'],
  VIEWING_ONLY: [403, 'You see the product as somebody else: you can look at everything and change nothing.'],
  INVITATION_NOT_FOUND: [404, 'This site has made no such invitation.'],
  INVITATION_INVALID: [400, 'This invitation is unknown, used or expired.'],
  INVITATION_FOR_OTHER_ACCOUNT: [
    403,
    'This invitation is for another account. Log in with the e-mail address that was invited.',
  ],
  // Sites
  SITE_NOT_FOUND: [404, 'This site does not exist.'],
  SITE_INACTIVE: [400, 'This site is not active.'],
  DEFAULT_ABOVE_MAXIMUM: [
    400,
    'The default sale amount ({default}) is above the maximum sale amount ({maximum}). Lower one or raise the other.',
  ],
  STAFF_NOT_FOUND: [404, 'This person is not on the staff of this site.'],
  STAFF_HOLDS_CLAIMS: [
    409,
    'You earn from QR codes of this site, so you cannot join its staff. Ask the owner to release your claims first.',
  ],
  ALREADY_STAFF: [409, 'This person is on the staff of this site already.'],
  DISTRIBUTOR_NOT_FOUND: [404, 'This person is not a distributor of this site.'],
  MONTH_NOT_OVER: [409, '{month} is not over: its books can be closed from {from} on.'],
  NOTHING_SIGNED: [409, 'No events have been signed yet. That happens every ten minutes.'],
  HISTORY_CHANGED: [
    409,
    'The events are not as they were recorded, so nothing is stated of them: npm run chain -- verify says which.',
  ],
  STATEMENT_TOO_LONG: [400, 'The period has more than {most} events. Please choose a shorter one.'],
  // QRs
  QR_NOT_FOUND: [404, 'This QR code does not exist.'],
  QR_EXPIRED: [400, 'This QR code has expired'],
  QR_INACTIVE: [400, 'This QR code is not active.'],
  QR_FULL: [400, 'This QR code has reached maximum capacity'],
  QR_STILL_VALID: [409, 'This QR code has not expired yet.'],
  COMMISSION_TOO_HIGH: [400, 'Maximum available commission is {available}%'],
  COMMISSION_TOO_LOW: [400, 'The smallest commission of a split on this site is {least}%.'],
  COMMISSION_BELOW_CHILDREN: [400, 'The commission cannot be less than the {children}% given to its splits.'],
  TOO_MANY_SPLITS: [400, 'A QR code of this site can have at most {limit} splits.'],
  TOO_MANY_SPLITS_IN_TREE: [400, 'A commission tree of this site can have at most {limit} splits.'],
  TREE_TOO_DEEP: [400, 'A commission tree can be at most {limit} levels deep.'],
  SPLITTING_NOT_ALLOWED: [403, 'This site does not let distributors split QR codes.'],
  DISTRIBUTOR_BLOCKED: [
    403,
    'The owner of this site has blocked you. You cannot create, split or edit its QR codes; what you have earned stays yours.',
  ],
  TOP_LEVEL_NOT_ALLOWED: [403, 'This site does not let distributors create top-level QR codes.'],
  OFFER_NOT_CLAIMED: [403, 'Use the benefit and limit of a QR code of this site that you have claimed.'],
  TOO_MANY_OWN_ROOTS: [409, 'You can have at most {limit} open top-level QR codes on this site.'],
  QR_NOT_APPROVED: [400, 'The site owner has not approved this QR code.'],
  QR_NOT_WAITING: [409, 'This QR code is not waiting for approval.'],
  // Scanning, claiming, redeeming
  INVALID_TOKEN: [404, 'The QR code is unknown.'],
  WRONG_TOKEN_KIND: [400, 'This is not the right kind of QR code for this.'],
  ALREADY_CLAIMED: [409, 'This QR code has already been claimed by another distributor.'],
  CLAIM_NOT_ALLOWED: [403, "You don't have permission to claim QR codes from this site."],
  CLAIM_INVALID: [400, 'The QR code is invalid, expired, or corrupted.'],
  NOT_CLAIMED: [409, 'Nobody has claimed this QR code.'],
  OFFER_EXPIRED: [400, 'This offer has expired'],
  OFFER_FULL: [400, 'This offer has reached its maximum redemptions'],
  OFFER_INACTIVE: [400, 'This offer is not available right now'],
  ALREADY_REDEEMED: [409, 'This benefit has already been redeemed.'],
  CUSTOMER_LIMIT_REACHED: [409, 'You have redeemed this offer as often as it allows.'],
  LIMIT_OF_CUSTOMER_REACHED: [409, 'This customer has redeemed this offer as often as it allows.'],
  SELF_REDEMPTION_OFF: [403, 'This offer is redeemed at the counter. Show your code to the staff.'],
  SALE_AMOUNT_TOO_HIGH: [400, 'This site accepts sale amounts of up to {limit} {currency}.'],
  CUSTOMER_EARNS: [403, 'This customer earns from this QR code, so they cannot redeem it.'],
  CONFIRMER_EARNS: [403, 'You earn from this QR code, so you cannot confirm its redemptions. Ask a colleague.'],
  SELF_DEALING: [403, 'You cannot redeem a QR code that you earn from, or confirm your own scan.'],
  UNKNOWN_REDEMPTION_CODE: [404, 'This redemption code is unknown, used or expired.'],
  CODE_ENTRY_LOCKED: [429, 'Too many wrong codes. Code entry is locked for {minutes} minutes; scanning still works.'],
  CODE_AMBIGUOUS: [409, 'This code is open at more than one of your sites. Scan the QR on the customer’s screen.'],
  CODE_ENTRY_NOT_ALLOWED: [403, 'This site does not take typed codes. Scan the QR on the customer’s screen.'],
  // Plans
  PLAN_LIMIT_REACHED: [402, 'The {plan} plan allows {limit}; this asks for {asked}.'],
  UNKNOWN_PRICE: [400, 'There is no plan with the price {priceId}.'],
  ALREADY_ON_PLAN: [409, 'Your plan is {plan} already.'],
  CHECKOUT_NOT_FOUND: [404, 'This checkout does not exist.'],
  PAYMENT_NOTICE_INVALID: [400, 'This payment notice is not signed by the payment provider.'],
  PAYMENT_PROVIDER_UNAVAILABLE: [503, 'The payment provider does not answer right now. Please try again.'],
  // Payouts and reversals
  PAYOUT_NOT_FOUND: [404, 'This payout does not exist.'],
  PAYOUT_NOT_PROCESSING: [409, 'This payout is {status} already.'],
  PAYOUT_BY_PROVIDER: [409, 'This payout is transferred by the payment provider and cannot be settled by hand.'],
  NOTHING_TO_WRITE_OFF: [409, 'Nothing of this balance can be written off now.'],
  BALANCE_OWED: [409, 'You owe this distributor money. Generate a payout instead.'],
  BALANCE_CHANGED: [409, 'The balance is {amount} {currency} now. Check it and try again.'],
  LEDGER_ENTRY_NOT_FOUND: [404, 'This ledger entry does not exist.'],
  REDEMPTION_NOT_FOUND: [404, 'This redemption does not exist.'],
  ALREADY_REVERSED: [409, 'The whole sale amount of this redemption has been reversed already.'],
  REVERSAL_TOO_HIGH: [400, 'At most {left} of the sale amount is left to reverse.'],
  DISPUTE_OPEN: [409, 'This redemption is disputed already: answer the dispute or close it.'],
  NO_OPEN_DISPUTE: [409, 'This redemption has no open dispute.'],
  CONFIRMATION_MISSING: [409, 'Staff have not confirmed this redemption, so it can only be reversed as a whole.'],
  NOTHING_TO_REVERSE: [400, 'The amount to reverse must be more than 0.'],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** Thrown by deciders and routes: a command that the rules say no to. Nothing is appended. */
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
  return REFUSALS[code][1].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '…'));
}
