import { parseRedemptionCode, tidyRedemptionCode } from '@perktree/contracts/redemption/code';
import { parsed, sessionStore } from '../../lib/storage.ts';
import { extractToken } from '../../lib/token.ts';

/** What staff have entered in this tab. It outlasts signing in again, and ends with the redemption. */
interface Draft {
  /** A code or token, as typed or scanned. */
  readonly text: string;
  /** Decimal; empty: none yet. */
  readonly saleAmount: string;
}

/** How long staff and customer wait for an answer, milliseconds. A redemption that takes longer is asked for again under its key. */
export const ANSWER_WITHIN_MS = 10_000;

const KEY = 'counter-draft';
const EMPTY: Draft = { text: '', saleAmount: '' };

export const savedCounterDraft = (): Draft => ({ ...EMPTY, ...parsed<Draft>(sessionStore.get(KEY)) });
export const saveCounterDraft = (draft: Draft): void => sessionStore.set(KEY, JSON.stringify(draft));
export const forgetCounterDraft = (): void => sessionStore.remove(KEY);

/** What staff send for a customer: the typed code, or the token of the customer's QR code. */
export type CustomerSecret = { readonly redemptionCode: string } | { readonly token: string };
/** Why a text is not sent. `offer`: a printed link; `other`: another QR code or link; `noCode`: no code of six characters. */
export type TextProblem = 'offer' | 'other' | 'noCode';

/** The server decides which letters a code can have. */
const CODE = /^[A-Z0-9]{3}-?[A-Z0-9]{3}$/;
const PRINTED = /\/scan\/(customer|distributor)\//;
/** Tokens are longer than any code. */
const TOKEN = /^[\w-]{20,}$/;

/** Reads what staff type, paste or scan: a code in any writing, or the token that the customer's QR code contains. */
export function readCounterText(text: string, origins?: string[]): CustomerSecret | { readonly problem: TextProblem } {
  const code = tidyRedemptionCode(text);
  if (CODE.test(code)) return { redemptionCode: parseRedemptionCode(code) ?? code };
  const token = extractToken(text, origins);
  if (token !== null && PRINTED.test(text)) return { problem: 'offer' };
  if (token !== null && TOKEN.test(token)) return { token };
  return { problem: text.trim().length > 12 ? 'other' : 'noCode' };
}
