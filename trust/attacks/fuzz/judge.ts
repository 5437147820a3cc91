import { MARK } from '../attacked-world.ts';
import type { FuzzedRequest } from './make-request.ts';

export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Lines of a stack trace, and where the source lies. */
const STACK = /\n\s+at .+:\d+:\d+|node_modules[/\\]|\/(work|home|root)\/\S+\.(ts|js)/;
/** What a database says of itself. */
const DATABASE = /syntax error at or near|violates .* constraint|invalid input syntax|relation "/;
/** Says "not now" of what was asked for, which is no fault: a read model that the request itself told to wait for. */
const NOT_NOW = /"code":"(READ_MODEL_BEHIND|TOO_MUCH_CONTENTION)"/;

/** What of an answer must never be; null: it is as it should be. */
export function violationIn(request: FuzzedRequest, { status, body, headers }: Answered): string | null {
  if (status >= 500 && !NOT_NOW.test(body)) return `${status}`;
  if (STACK.test(body)) return 'a stack trace';
  if (DATABASE.test(body)) return 'words of the database';
  if (request.who !== 'superadmin' && body.includes(MARK)) return 'data of another business';
  if (status >= 400 && request.method !== 'HEAD' && !/"code":"[A-Z_]+"/.test(body)) return `${status} without a code`;
  if (status >= 300 && status < 400 && !/^\/(?![/\\])/.test(String(headers.location))) return 'a way out of the site';
  return null;
}
