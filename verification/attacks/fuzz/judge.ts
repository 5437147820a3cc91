import { MARK } from '../attacked-world.ts';
import type { FuzzedRequest } from './make-request.ts';

export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Lines of a stack trace, or paths of the source code. */
const STACK = /\n\s+at .+:\d+:\d+|node_modules[/\\]|\/(work|home|root)\/\S+\.(ts|js)/;
/** Messages of the database. */
const DATABASE = /syntax error at or near|violates .* constraint|invalid input syntax|relation "/;
/** A 503 that the request itself causes: it names a future position, or contends for one stream. */
const NOT_NOW = /"code":"(READ_MODEL_BEHIND|TOO_MUCH_CONTENTION)"/;

/** They may read every business. */
const READ_ALL: ReadonlySet<string> = new Set(['superadmin', 'auditor']);

/** @returns the violation in an answer; null: none */
export function violationIn(request: FuzzedRequest, { status, body, headers }: Answered): string | null {
  if (status >= 500 && !NOT_NOW.test(body)) return `${status}`;
  if (STACK.test(body)) return 'a stack trace';
  if (DATABASE.test(body)) return 'a message of the database';
  if (!READ_ALL.has(request.who) && body.includes(MARK)) return 'data of another business';
  if (status >= 400 && request.method !== 'HEAD' && !/"code":"[A-Z_]+"/.test(body)) return `${status} without a code`;
  if (status >= 300 && status < 400 && !/^\/(?![/\\])/.test(String(headers.location)))
    return 'a redirect to another site';
  return null;
}
