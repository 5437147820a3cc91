import { HEADERS } from '@perktree/contracts/http/common';
import { isRead } from '@perktree/contracts/http/reads';
import { Refused } from '@perktree/contracts/refusals';
import { invalidField } from '@perktree/contracts/validation-issues';
import type { FastifyInstance } from 'fastify';
import type { PositionFeed } from './position-feed.ts';

/** How long a read waits for the read models before it is refused, in milliseconds. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Lets every read that carries `X-Min-Position` wait until the read models have reached that position, so that nobody
 * sees a page older than what they did. Costs nothing where it is reached. Past two seconds: 503 with Retry-After.
 */
export function installWaitForPosition(app: FastifyInstance, feed: PositionFeed): void {
  app.addHook('onRequest', async (request) => {
    const wanted = request.headers[HEADERS.minPosition.toLowerCase()];
    if (wanted === undefined || !isRead(request.method, request.routeOptions.url ?? '')) return;
    const position = parsePosition(wanted);
    if (!(await feed.reaches(position, LONGEST_WAIT_MS))) throw new Refused('READ_MODEL_BEHIND');
  });
}

/** Postgres' largest bigint has 19 digits. */
function parsePosition(header: string | string[]): bigint {
  if (typeof header === 'string' && /^\d{1,18}$/.test(header)) return BigInt(header);
  throw invalidField(HEADERS.minPosition, 'NOT_A_POSITION');
}
