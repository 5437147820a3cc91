import { type RefusalCode, Refused } from '@perktree/contracts/refusals';

/** The product's own rules: a no of theirs to a well-formed scan or redemption is an answer, 200 with success false (api.md). */
const RULES: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'INVALID_TOKEN',
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

export interface RuleOutcome {
  readonly success: false;
  readonly message: string;
  readonly code: string;
  /** Fills the `{names}` of the code's sentence. */
  readonly values?: Refused['values'];
}

/** The result of a call, or the no of a rule as its answer. Everything else stays thrown. */
export async function orRuleOutcome<T>(call: () => Promise<T>): Promise<T | { readonly answer: RuleOutcome }> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Refused) || !RULES.has(error.code)) throw error;
    return { answer: ruleOutcome(error) };
  }
}

export function ruleOutcome({ message, code, values }: Refused): RuleOutcome {
  return { success: false, message, code, ...(Object.keys(values).length > 0 ? { values } : {}) };
}
