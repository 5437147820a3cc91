import { z } from 'zod';
import { PASSWORD_LENGTH } from './password-length.ts';

/** Trimmed, with an international domain as `xn--`; the account store compares it without regard to case. */
export const emailAddress = z.string().trim().overwrite(withAsciiDomain).pipe(z.email().max(254));

/** `ana@münchen.example` becomes `ana@xn--mnchen-3ya.example`, as mail servers know it. */
export function withAsciiDomain(address: string): string {
  const [name = '', domain = '', ...more] = address.split('@');
  // Only what can be a domain: a URL would drop a path or a port.
  if (more.length > 0 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[ -~]*$/.test(domain)) return address;
  try {
    return `${name}@${new URL(`https://${domain}`).hostname}`;
  } catch {
    return address;
  }
}

/** A new password. Guessable ones are refused in addition (identity/weak-passwords). */
export const newPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);

/** An existing password: the rules for new ones do not apply. */
export const knownPassword = z.string().min(1).max(PASSWORD_LENGTH.max);

/** Six digits of an authenticator, or a recovery code; spaces, hyphens and small letters do not matter. */
export const oneTimeCode = z.string().trim().min(1).max(64);

/** The link page or invitation that the person came from: the mail has the look of the page's site, and leads back to an invitation. */
export const returnTo = z.string().max(2000).optional();
