import { allCalls } from '@perktree/contracts/catalogue/calls';
import { type Call, HEADERS } from '@perktree/contracts/kernel/call';
import type { Refused } from '@perktree/contracts/kernel/refusals';
import type { Authenticate } from '@perktree/platform/http/session';
import { warnOfFailure } from '@perktree/platform/outages';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  onResponseHookHandler,
  preSerializationHookHandler,
  RouteOptions,
} from 'fastify';
import type { OnCommand } from './measured-handler.ts';
import type { RefusalLog } from './refusal-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `accepted`, or the code of the refusal. */
    outcome?: string;
  }
}

const NAMES: ReadonlyMap<Call, string> = new Map(Object.entries(allCalls).map(([name, call]) => [call as Call, name]));
/** Calls whose refusals are kept, so that support can look them up. */
const ATTEMPTS: ReadonlySet<Call> = new Set<Call>([
  allCalls.scan,
  allCalls.redeem,
  allCalls.staffRedeem,
  allCalls.claim,
] as Call[]);

/**
 * Counts every command of a request once, by the code of its answer, and keeps refused attempts. The answer is the one place
 * that shows each outcome: a dry run, a decision, a look-up, a rule answered with 200, or a rate limit. Answers repeated for
 * an `Idempotency-Key` are not counted again.
 */
export function installOutcomes(
  app: FastifyInstance,
  options: {
    readonly onCommand: OnCommand;
    readonly refusals: Pick<RefusalLog, 'add'>;
    /** The superadmin, while viewing as another user: their refused attempts are their own. */
    readonly authenticateOwn: Authenticate;
    readonly clock: () => Date;
    readonly logger: Pick<FastifyBaseLogger, 'warn'>;
  },
): void {
  const { onCommand, refusals, authenticateOwn, clock, logger } = options;

  // Reads are not counted.
  app.addHook('onRoute', (route) => {
    const call = commandOf(route);
    if (call === null) return;
    route.preSerialization = [route.preSerialization ?? [], keepOutcome(call)].flat();
    route.onResponse = [route.onResponse ?? [], countOutcome(call)].flat();
  });

  const keepOutcome =
    (call: Call): preSerializationHookHandler =>
    (request, _reply, payload, done) => {
      const { refusal } = request;
      request.outcome = refusal?.code ?? 'accepted';
      if (refusal === undefined || !ATTEMPTS.has(call)) return done(null, payload);
      // Store it before answering, so that support finds every refusal that a person has seen.
      void keep(request, call, refusal).then(() => done(null, payload));
    };

  const countOutcome =
    (call: Call): onResponseHookHandler =>
    (request, reply, done) => {
      const outcome = request.outcome ?? (reply.statusCode === 204 ? 'accepted' : null);
      if (outcome !== null) {
        const position = reply.getHeader(HEADERS.position);
        onCommand({
          commandName: NAMES.get(call) ?? 'unknown',
          outcome,
          milliseconds: reply.elapsedTime,
          correlationId: request.id,
          causationId: request.id,
          position: typeof position === 'string' ? BigInt(position) : undefined,
        });
      }
      done();
    };

  async function keep(request: FastifyRequest, call: Call, { code, values }: Refused): Promise<void> {
    try {
      const session = await authenticateOwn(request);
      const { siteId = null, qrId = null, personId = session?.userId ?? null } = request.attempt ?? {};
      if (session === null || personId === null) return;
      // An unknown code has no customer.
      const isByStaff = call === (allCalls.staffRedeem as Call);
      if (isByStaff && request.attempt?.personId == null) return;
      const command = NAMES.get(call) ?? 'unknown';
      await refusals.add({ personId, actorId: session.userId, siteId, qrId, command, code, values, at: clock() });
    } catch (err) {
      warnOfFailure(logger, err, 'cannot store a refused attempt');
    }
  }
}

function commandOf({ method, config }: RouteOptions): Call | null {
  return method === 'GET' || method === 'HEAD' ? null : (config?.call ?? null);
}
