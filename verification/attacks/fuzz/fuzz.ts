import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackedWorld } from '../attacked-world.ts';
import { type Answered, violationIn } from './judge.ts';
import { type FuzzedRequest, requestOf } from './make-request.ts';

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

/**
 * Sends the requests of a seed.
 * @param mayContinue called before each request; false ends the run
 */
export async function fuzz(
  world: AttackedWorld,
  options: {
    readonly seed: number;
    readonly first?: number;
    readonly mayContinue: (sent: number) => boolean;
    readonly restMs?: number;
  },
): Promise<Fuzzed> {
  const { seed, first = 0, mayContinue, restMs = REST_MS } = options;
  const statuses = new Map<number, number>();
  const violations: { n: number; what: string }[] = [];
  let sent = 0;

  async function lane(): Promise<void> {
    while (violations.length < MAX_VIOLATIONS && mayContinue(sent)) {
      const n = first + sent;
      sent += 1;
      const request = requestOf(seed, n, world);
      let answer = await within(HANGS_AFTER_S, send(world, request));
      for (let again = 0; again < MAX_RETRIES && isNotNow(answer); again += 1) {
        await sleep(restMs);
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

function describeRequest({ method, url, who, payload, headers }: FuzzedRequest, answer: Answered | null): string {
  const parts = [
    `${who} ${method} ${url.slice(0, 300)}`,
    JSON.stringify(headers).slice(0, 300),
    payload?.slice(0, 500),
  ];
  return [...parts, answer?.body.slice(0, 300)].filter((part) => part).join(' | ');
}
