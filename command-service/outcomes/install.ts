import type { Call } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { HEADERS } from '@perktree/contracts/http/common';
import type { Authenticate } from '@perktree/platform/http/session';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OnCommand } from '../measured-handler.ts';
import type { RefusalLog } from './refusal-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `accepted`, or the code of the refusal that is answered. */
    outcome?: string;
  }
}

const NAMES: ReadonlyMap<Call, string> = new Map(Object.entries(calls).map(([name, call]) => [call as Call, name]));
/** What people try at a QR, and ask about when they are refused. */
const ATTEMPTS: ReadonlySet<Call> = new Set<Call>([calls.scan, calls.redeem, calls.staffRedeem, calls.claim] as Call[]);

/**
 * Counts every call that changes something once, by what is answered, and keeps refused attempts. This is the one place for
 * both: whatever decided (a dry run, a decider, a look-up, a rule that answers 200, a limit before any of them), the
 * answer's code says it. Answers that are repeated for an `Idempotency-Key` are no further commands.
 */
export function installOutcomes(
  app: FastifyInstance,
  options: {
    readonly onCommand: OnCommand;
    readonly refusals: Pick<RefusalLog, 'add'>;
    readonly authenticate: Authenticate;
    readonly clock: () => Date;
    readonly logger: Pick<FastifyBaseLogger, 'warn'>;
  },
): void {
  const { onCommand, refusals, authenticate, clock, logger } = options;

  app.addHook('preSerialization', (request, reply, payload, done) => {
    const call = commandOf(request);
    if (call === null) return done(null, payload);
    const code = refusalIn(reply, payload);
    request.outcome = code ?? 'accepted';
    if (code === null || !ATTEMPTS.has(call)) return done(null, payload);
    // Before the answer, so that no refusal that a person has seen is missing. Accepted commands wait for nothing.
    void keep(request, call, code).then(() => done(null, payload));
  });

  app.addHook('onResponse', (request, reply, done) => {
    const call = commandOf(request);
    const outcome = request.outcome ?? (reply.statusCode === 204 ? 'accepted' : null);
    if (call !== null && outcome !== null) {
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
  });

  async function keep(request: FastifyRequest, call: Call, code: string): Promise<void> {
    try {
      const session = await authenticate(request);
      const { siteId = null, qrId = null, personId = session?.userId ?? null } = request.attempt ?? {};
      // An unknown code has no customer. A superadmin who views the product as another user attempts nothing.
      if (session === null || session.view !== undefined || personId === null) return;
      const isStaffs = call === (calls.staffRedeem as Call);
      if (isStaffs && request.attempt?.personId == null) return;
      const command = NAMES.get(call) ?? 'unknown';
      await refusals.add({ personId, actorId: session.userId, siteId, qrId, command, code, at: clock() });
    } catch (err) {
      warnOfFailure(logger, err, 'a refused attempt was not kept');
    }
  }
}

/** The call of the catalogue that a request makes, where it changes something. */
function commandOf({ method, routeOptions }: FastifyRequest): Call | null {
  return method === 'GET' || method === 'HEAD' ? null : (routeOptions.config.call ?? null);
}

/** Also of a rule's no, which is answered with 200 (api.md). */
function refusalIn(reply: FastifyReply, payload: unknown): string | null {
  const { success, code } = (payload ?? {}) as { success?: unknown; code?: unknown };
  const isRefused = reply.statusCode >= 400 || success === false;
  return isRefused ? (typeof code === 'string' ? code : 'unknown') : null;
}
