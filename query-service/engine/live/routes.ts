import { LIVE_PATH } from '@perktree/contracts/kernel/live';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { clientNetwork } from '@perktree/platform/http/client-network';
import type { Session } from '@perktree/platform/http/session';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { QueryServiceDeps } from '../deps.ts';
import type { PositionFeed } from '../position-feed.ts';
import { signedIn } from '../scope.ts';
import { LiveHub } from './hub.ts';
import { LiveStream } from './stream.ts';

interface LiveLimits {
  /** Streams of one person, over all windows and devices. Past it: 429. */
  readonly perPerson: number;
  /** Most streams of one network over all accounts, because accounts are free. Above it: 429. */
  readonly perNetwork: number;
  /** Streams of this process. Past it: 503. */
  readonly total: number;
  /** Least and most time between two heartbeats, in milliseconds. Each heartbeat checks the session. */
  readonly heartbeatMs: readonly [number, number];
}

const LIMITS: LiveLimits = { perPerson: 12, perNetwork: 300, total: 2_000, heartbeatMs: [15_000, 25_000] };
/** Retry-After in seconds for a caller with too many streams. */
const RETRY_AFTER_SECONDS = 30;

/** Serves the stream of changes (server-sent events): the reads of the session that show something new. */
export function mountLive(
  app: FastifyInstance,
  deps: Pick<QueryServiceDeps, 'pool' | 'authenticate' | 'logger' | 'timers'>,
  feed: PositionFeed,
  limits: LiveLimits = LIMITS,
): void {
  const { timers = systemTimers } = deps;
  const hub = new LiveHub(deps.pool, feed, deps.logger, timers);
  feed.onFile = (userId) => hub.fileChanged(userId);
  // Fastify waits for requests in progress, and open streams do not end by themselves.
  app.addHook('preClose', async () => hub.close());

  app.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const session = signedIn(await deps.authenticate(request));
    const after = positionAfter(request);
    const network = clientNetwork(request.ip);
    if (hub.streamsOf(session.userId) >= limits.perPerson || hub.streamsFrom(network) >= limits.perNetwork) {
      throw new Refused('TOO_MANY_REQUESTS', { seconds: RETRY_AFTER_SECONDS });
    }
    if (hub.size >= limits.total) throw new Refused('UNAVAILABLE');

    const stream = new LiveStream(session, network);
    try {
      await hub.add(stream, after);
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    // Only now, because a heartbeat drops a stream whose data is not read yet.
    const endHeartbeat = timers.every(between(limits.heartbeatMs), () => void keepAlive(stream, request, deps));
    stream.body.once('close', endHeartbeat);
    return (
      reply
        .header('Content-Type', 'text/event-stream; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .header('X-Accel-Buffering', 'no')
        // Closing the connection with the stream lets the server stop at once.
        .header('Connection', 'close')
        .send(stream.body)
    );
  });
}

/** Ends the stream if its session has ended or has another role now; otherwise sends a heartbeat. */
async function keepAlive(
  stream: LiveStream,
  request: FastifyRequest,
  { authenticate }: Pick<QueryServiceDeps, 'authenticate'>,
): Promise<void> {
  try {
    const session = await authenticate(request);
    if (session === null) stream.signOut();
    else if (!isSame(session, stream.session)) stream.end();
    else stream.heartbeat();
  } catch {
    // The session store is unavailable: check again at the next heartbeat.
    stream.heartbeat();
  }
}

function isSame(one: Session, other: Session): boolean {
  const identityOf = ({ sessionId, userId, role, allRoles, tenantId, audits }: Session) =>
    JSON.stringify([sessionId, userId, role, allRoles, tenantId, audits]);
  return identityOf(one) === identityOf(other);
}

/** The position after which the reader wants changes: `after`, or the `Last-Event-ID` of a reconnecting browser. @throws 400 */
function positionAfter(request: FastifyRequest): bigint | null {
  const query = request.query as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(query).find((name) => name !== 'after');
  if (unknown !== undefined) throw invalidField(unknown, 'UNKNOWN_FIELD');
  const after = query.after ?? request.headers['last-event-id'];
  if (after === undefined || after === '') return null;
  if (typeof after === 'string' && /^\d{1,18}$/.test(after)) return BigInt(after);
  throw invalidField('after', 'NOT_A_POSITION');
}

/** Random, so that streams do not check their sessions at the same time. */
function between([min, max]: readonly [number, number]): number {
  return min + Math.random() * (max - min);
}
