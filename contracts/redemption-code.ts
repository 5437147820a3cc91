/** Longest redemption code as a person types it, in characters: `XXX-XXX`. */
export const REDEMPTION_CODE_LENGTH = 7;

/** Spaces, any kind of dash, and both together: what people and their keyboards put between the halves of a code. */
const SEPARATOR = /\s*[\p{Pd}\u2212]\s*|\s+/gu;

/** A typed or pasted redemption code trimmed, in capitals, with a plain hyphen between its halves. */
export function tidyRedemptionCode(typed: string): string {
  return typed.trim().toUpperCase().replace(SEPARATOR, '-');
}
