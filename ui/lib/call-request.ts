import type { Call, CallBody, CallParams, CallQuery } from '@perktree/contracts/kernel/call';

export type RequestPart<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : undefined extends T
    ? { readonly [K in Name]?: T }
    : Record<string, never> extends T
      ? { readonly [K in Name]?: T }
      : { readonly [K in Name]: T };

/** Path parameters, query and body of a call. */
export type CallRequest<C extends Call> = RequestPart<'params', CallParams<C>> &
  RequestPart<'query', CallQuery<C>> &
  RequestPart<'body', CallBody<C>>;

export interface LooseRequest {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
}

/** Path segments with parameters filled in: `/api/sites/:siteId/qrs` → ['/api', 'sites', '…', 'qrs']. */
export function pathParts(path: string, params: Readonly<Record<string, string>> = {}): string[] {
  const [root, ...rest] = path.split('/').slice(1);
  const filled = rest.map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part));
  return [`/${root}`, ...filled];
}

export function queryString(query: Readonly<Record<string, string | undefined>> = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
