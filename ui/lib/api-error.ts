import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import type { ValidationIssue } from '@perktree/contracts/kernel/validation-issues';
import { type Refusal, type RefusalWords, refusalText, refusalWords } from './public/refusal-words.ts';
import { parsed } from './storage.ts';

/**
 * An answer other than 2xx, or no answer (status 0). The message is the status code, a colon, a space and the body,
 * or the status text if the body is empty.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    bodyText: string,
    /** The server's sentence in the page's language. */
    readonly serverMessage: string,
    readonly code: string | null,
    readonly issues: readonly ValidationIssue[] = [],
    readonly requestId: string | null = null,
    /** What fills the sentence. */
    readonly values: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${status}: ${bodyText}`);
  }
}

interface ErrorBody extends Refusal {
  readonly requestId?: unknown;
}

/**
 * @param requestId from the header, for answers without a body
 * @param words sentences of the page's language; null: the server's
 */
export function apiErrorFrom(
  status: number,
  statusText: string,
  bodyText: string,
  requestId: string | null = null,
  words: RefusalWords | null = null,
): ApiError {
  const text = bodyText === '' ? statusText : bodyText;
  const body = parsed<ErrorBody>(bodyText);
  return new ApiError(
    status,
    text,
    (body && refusalText(body, words)) ?? text,
    typeof body?.code === 'string' ? body.code : null,
    Array.isArray(body?.issues) ? body.issues : [],
    typeof body?.requestId === 'string' ? body.requestId : requestId,
    typeof body?.values === 'object' && body.values !== null ? { ...body.values } : {},
  );
}

export function isRefusal(error: unknown, code: RefusalCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** The title of a failure. A command without an answer may have been carried out, so that it has not failed. */
export function failureTitle(error: unknown, title: string): string {
  if (!(error instanceof ApiError) || error.code !== 'UNANSWERED') return title;
  return refusalWords()?.refusals.OUTCOME_UNKNOWN ?? "We don't know yet";
}

export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage || error.message;
  return error instanceof Error ? error.message : String(error);
}
