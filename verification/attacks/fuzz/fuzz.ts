import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackedWorld, MARK } from '../attacked-world.ts';
import { type FuzzedRequest, requestOf } from './make-request.ts';

export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Fuzzed {
  readonly requests: number;
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly violations: readonly { readonly n: number; readonly what: string }[];
}

/** Concurrent requests: enough to keep the database busy while others are refused. */
const LANES = 16;
/** Time limit of an answer, in seconds during which this process ran. */
const HANGS_AFTER_S = 20;
/**
 * A stalled machine may answer 503 for seconds. Such a request is retried, each time after a pause in milliseconds, and is a
 * fault only if every retry fails.
 */
const MAX_RETRIES = 3;
const REST_MS = 2_000;
const MAX_VIOLATIONS = 20;

/** Sends the requests of a seed. */
export async function fuzz(
  world: AttackedWorld,
  { seed, requests }: { readonly seed: number; readonly requests: number },
): Promise<Fuzzed> {
  const statuses = new Map<number, number>();
  const violations: { n: number; what: string }[] = [];
  let sent = 0;

  async function lane(): Promise<void> {
    while (violations.length < MAX_VIOLATIONS && sent < requests) {
      const n = sent;
      sent += 1;
      const request = requestOf(seed, n, world);
      let answer = await within(HANGS_AFTER_S, send(world, request));
      for (let again = 0; again < MAX_RETRIES && isNotNow(answer); again += 1) {
        await sleep(REST_MS);
        answer = await within(HANGS_AFTER_S, send(world, request));
      }
      const what = answer === null ? 'no answer' : violationIn(request, answer);
      if (what !== null) violations.push({ n, what: `${what}: ${describeRequest(request, answer)}` });
      if (answer !== null) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return { requests: sent, statuses, violations };
}

const isNotNow = (answer: Answered | null) => answer === null || answer.status === 503;

async function send(world: AttackedWorld, { method, url, headers, payload, person }: FuzzedRequest): Promise<Answered> {
  const response = await world.composed.app.inject({
    method: method as 'GET',
    url,
    headers: { ...person.visitor.headers, ...headers },
    ...(payload === null ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.body, headers: response.headers };
}

/** Null: it took longer. A timer counts the seconds, so that a suspended machine causes no timeout. */
function within<T>(seconds: number, answer: Promise<T>): Promise<T | null> {
  return new Promise((done, fail) => {
    let left = seconds;
    const timer = setInterval(() => {
      left -= 1;
      if (left <= 0) done(null);
    }, 1_000);
    answer.then(done, fail).finally(() => clearInterval(timer));
  });
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
  const isElsewhere = status >= 300 && status < 400 && !/^\/(?![/\\])/.test(String(headers.location));
  return isElsewhere ? 'a redirect to another site' : null;
}

function describeRequest({ method, url, who, payload, headers }: FuzzedRequest, answer: Answered | null): string {
  const parts = [
    `${who} ${method} ${url.slice(0, 300)}`,
    JSON.stringify(headers).slice(0, 300),
    payload?.slice(0, 500),
  ];
  return [...parts, answer?.body.slice(0, 300)].filter((part) => part).join(' | ');
}
