import { HEADERS } from '@perktree/contracts/http/common';
import { isRead } from '@perktree/contracts/http/reads';
import { Refused } from '@perktree/contracts/refusals';
import { invalidField } from '@perktree/contracts/validation-issues';
import type { FastifyInstance } from 'fastify';
import type { Needed, PositionFeed } from './position-feed.ts';

const MIN_POSITION = HEADERS.minPosition.toLowerCase();
/** How long a read waits for the read models before it is refused, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Makes every read with `X-Min-Position` wait until the read models have reached that position, so callers read their own
 * writes. Costs nothing once the position is reached. After 2 s the answer is 503 with Retry-After.
 * @param needed the read models that the calls of this scope read
 */
export function installWaitForPosition(app: FastifyInstance, feed: PositionFeed, needed: Needed): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const wanted = request.headers[MIN_POSITION];
    if (wanted === undefined || !isRead(request.method, request.routeOptions.url ?? '')) return done();
    const reached = feed.reaches(parsePosition(wanted), LONGEST_WAIT_MS, needed);
    reached.then((isReached) => done(isReached ? undefined : new Refused('READ_MODEL_BEHIND')), done);
  });
}

/** Postgres' largest bigint has 19 digits. */
function parsePosition(header: string | string[]): bigint {
  if (typeof header === 'string' && /^\d{1,18}$/.test(header)) return BigInt(header);
  throw invalidField(HEADERS.minPosition, 'NOT_A_POSITION');
}
