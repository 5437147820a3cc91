import type { RefusalCode } from '@perktree/contracts/refusals';
import type { ValidationIssue } from '@perktree/contracts/validation-issues';
import { type Refusal, type RefusalWords, refusalText } from './plain/refusal-words.ts';

/**
 * A call that was answered with anything but 2xx, or not at all (status 0). Its message is the status code, a colon, a
 * space and the body's text, or the status text where the body is empty (specification 8).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    bodyText: string,
    /** The sentence for a person in the page's language, where the server sent one. */
    readonly serverMessage: string,
    readonly code: string | null,
    readonly issues: readonly ValidationIssue[] = [],
    readonly requestId: string | null = null,
  ) {
    super(`${status}: ${bodyText}`);
  }
}

interface ErrorBody extends Refusal {
  readonly requestId?: unknown;
}

/**
 * @param requestId of the answer's header, for a body without one
 * @param words to say it in the page's language; null: in the server's words
 */
export function apiErrorFrom(
  status: number,
  statusText: string,
  bodyText: string,
  requestId: string | null = null,
  words: RefusalWords | null = null,
): ApiError {
  const text = bodyText === '' ? statusText : bodyText;
  const body = parseObject(bodyText);
  return new ApiError(
    status,
    text,
    (body && refusalText(body, words)) ?? text,
    typeof body?.code === 'string' ? body.code : null,
    Array.isArray(body?.issues) ? body.issues : [],
    typeof body?.requestId === 'string' ? body.requestId : requestId,
  );
}

function parseObject(text: string): ErrorBody | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

export function isRefusal(error: unknown, code: RefusalCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** What a toast or an inline notice says about any thrown value. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage || error.message;
  return error instanceof Error ? error.message : String(error);
}
