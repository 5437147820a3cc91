import { type RefusalCode, Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyRequest } from 'fastify';

/** Refusals that scans and redemptions answer with 200 and `success: false`. */
const RULES: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'INVALID_TOKEN',
  'CODE_REPLACED',
  'WRONG_TOKEN_KIND',
  'QR_EXPIRED',
  'QR_INACTIVE',
  'QR_NOT_APPROVED',
  'OFFER_EXPIRED',
  'OFFER_INACTIVE',
  'OFFER_FULL',
  'ALREADY_REDEEMED',
  'CUSTOMER_LIMIT_REACHED',
  'LIMIT_OF_CUSTOMER_REACHED',
  'SELF_REDEMPTION_OFF',
  'SALE_AMOUNT_TOO_HIGH',
  'SELF_DEALING',
  'CUSTOMER_EARNS',
  'CONFIRMER_EARNS',
  'UNKNOWN_REDEMPTION_CODE',
  'CODE_AMBIGUOUS',
]);

interface RuleOutcome {
  readonly success: false;
  readonly message: string;
  readonly code: string;
  /** Values for the placeholders of the message. */
  readonly values?: Refused['values'];
}

interface RuleResult {
  readonly answer: RuleOutcome;
  readonly refusal: Refused;
}

/** The result of a call, or its refusal by a business rule as the answer. Other errors are rethrown. */
export async function orRuleOutcome<T>(call: () => Promise<T>): Promise<T | RuleResult> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Refused) || !RULES.has(error.code)) throw error;
    return ruleOutcome(error);
  }
}

export function ruleOutcome(refusal: Refused): RuleResult {
  const { message, code, values } = refusal;
  const answer = { success: false, message, code, ...(Object.keys(values).length > 0 ? { values } : {}) } as const;
  return { answer, refusal };
}

/** The person and the QR of an attempted command, as far as its handler knows them. Ids only. */
interface AttemptSubject {
  readonly siteId?: string;
  readonly qrId?: string;
  /** The customer or distributor; default: the caller. */
  readonly personId?: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    attempt?: AttemptSubject;
  }
}

/** Notes the subject of a request for the log of refused attempts. */
export function noteAttempt(request: FastifyRequest, subject: AttemptSubject): void {
  request.attempt = { ...request.attempt, ...subject };
}
