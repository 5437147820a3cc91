import { isRead } from '@perktree/contracts/catalogue/reads';
import { HEADERS } from '@perktree/contracts/kernel/call';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { coalesced } from '@perktree/platform/coalesced';
import type { FastifyInstance } from 'fastify';
import type { Needed, PositionFeed } from './position-feed.ts';

const MIN_POSITION = HEADERS.minPosition.toLowerCase();
/** How long a read waits for the read models before the position is compared with the newest event, in milliseconds. */
const SHORT_WAIT_MS = 100;
/** How long it waits altogether before it is refused, in milliseconds. */
const MAX_WAIT_MS = 2_000;
/** Requests that share one query for the newest event. */
const ASKING_TOGETHER = { max: 1_000, underWay: 2 };

/**
 * Makes every read with `X-Min-Position` wait until the read models have reached that position, so callers read their own
 * writes. Costs nothing once the position is reached. After 2 s the answer is 503 with Retry-After; a position that no event
 * has yet is refused with 400 without that wait.
 * @param needed the read models that the calls of this scope read
 * @param head position of the newest event, by a read that sees every acknowledged append. Left out: positions are trusted
 */
export function installWaitForPosition(
  app: FastifyInstance,
  feed: PositionFeed,
  needed: Needed,
  head?: () => Promise<bigint>,
): void {
  const newest =
    head &&
    coalesced<null, bigint>(async (asked) => {
      const position = await head();
      return asked.map(() => position);
    }, ASKING_TOGETHER);

  const wait = async (position: bigint): Promise<void> => {
    if (await feed.reaches(position, SHORT_WAIT_MS, needed)) return;
    if (newest && position > (await newest(null))) throw invalidField(HEADERS.minPosition, 'POSITION_AHEAD');
    const restMs = MAX_WAIT_MS - SHORT_WAIT_MS;
    if (!(await feed.reaches(position, restMs, needed))) throw new Refused('READ_MODEL_BEHIND');
  };

  app.addHook('onRequest', (request, _reply, done) => {
    const wanted = request.headers[MIN_POSITION];
    if (wanted === undefined || !isRead(request.method, request.routeOptions.url ?? '')) return done();
    wait(parsePosition(wanted)).then(() => done(), done);
  });
}

/** Postgres' largest bigint has 19 digits. */
function parsePosition(header: string | string[]): bigint {
  if (typeof header === 'string' && /^\d{1,18}$/.test(header)) return BigInt(header);
  throw invalidField(HEADERS.minPosition, 'NOT_A_POSITION');
}
