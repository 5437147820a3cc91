import { withAsciiDomain } from '@perktree/contracts/account/fields';

/** Normalises an address: one account per address in any letter case, and with an international domain in either spelling. */
export function normaliseEmail(email: string): string {
  return withAsciiDomain(email.trim().toLowerCase());
}
