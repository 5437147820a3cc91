import { once } from 'node:events';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { V1_PATH } from '@perktree/contracts/catalogue/v1';
import { HEADERS } from '@perktree/contracts/kernel/call';
import { type RefusalCode, Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endOutages, isUnavailable, warnOfFailure } from '../outages.ts';
import { isDiskFull } from '../postgres/disk-full.ts';
import { NO_PAGE, SECURITY_HEADERS } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The refusal that the request is answered with, also one by a rule whose answer has status 200. */
    refusal?: Refused;
  }
}

/** Most bytes of a refused body that are read and dropped. */
const MAX_DROPPED = 1024 * 1024;

/**
 * Reads a body that is too large to its end before the refusal is sent. A connection that is closed with unread data is reset: a
 * proxy that is still sending then loses the answer and makes a 502 of it. The server's request timeout bounds how long it takes.
 */
async function readRefusedBody(raw: IncomingMessage): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  let dropped = 0;
  const ended = new AbortController();
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MAX_DROPPED) ended.abort();
  });
  raw.once('close', () => ended.abort());
  raw.resume();
  await once(raw, 'end', { signal: ended.signal }).catch(() => {});
}

/** Fastify's own errors that a client can cause, as refusals. */
const FRAMEWORK_ERRORS: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_LIMIT: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/** Retry-After in seconds, for 503 and for an idempotency key in use. */
const RETRY_AFTER_SECONDS = 1;

export function installErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = asRefusal(error, request);
    if (refused.status !== 413) return sendRefusal(refused, request, reply);
    return readRefusedBody(request.raw).then(() => sendRefusal(refused, request, reply));
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(new Refused('NOT_FOUND'), request, reply));
  app.addHook('onClose', async ({ log }) => endOutages(log));
}

/**
 * What Fastify's router refuses before there is a route: paths that cannot be read, and parameters that are too long. No
 * hook sees these answers.
 */
export function answerRouterError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('Content-Security-Policy', NO_PAGE);
  sendRefusal(asRefusal(error, request), request, reply);
}

const PATH = /^\/(?!\/)/;

/**
 * Refuses request targets other than a path (RFC 9112, 3.2): absolute URLs, `*`, authorities, and `//host`. Routes would
 * match them by their path alone, and the gateway would make an address of them.
 */
export function refuseOtherTargets(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (PATH.test(request.url)) return done();
    request.log.info({ method: request.method }, 'refused: the request target is not a path');
    done(new Refused('NOT_FOUND'));
  });
}

/** Converts any thrown value to a refusal. Unexpected errors are logged with their stack and answered without it. */
function asRefusal(error: unknown, request: FastifyRequest): Refused {
  if (error instanceof Refused) return error;
  const { code, name, statusCode } = error as Partial<Record<'code' | 'name', string>> & { statusCode?: number };
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known) return new Refused(known);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    // A mistake of the client's that a plugin found, such as a path that leaves the folder of the assets.
    request.log.info({ error: code ?? name, status: statusCode }, 'refused');
    const isOfPath = statusCode === 403 || statusCode === 404 || request.method === 'GET' || request.method === 'HEAD';
    return new Refused(isOfPath ? 'NOT_FOUND' : 'MALFORMED_BODY');
  }
  if (isUnavailable(error)) {
    const what = isDiskFull(error) ? 'the disk of a store is full' : 'a store did not answer';
    warnOfFailure(request.server.log, error, what);
    return Object.assign(new Refused('UNAVAILABLE'), { cause: error });
  }
  request.log.error({ err: error }, 'unforeseen error');
  return new Refused('INTERNAL');
}

/** Refusals that matter for attack detection. Logged without caller and content; the request id leads to both. */
const SECURITY_EVENTS: ReadonlySet<RefusalCode> = new Set([
  ...(['NOT_ALLOWED', 'FOREIGN_ORIGIN', 'WRONG_CREDENTIALS', 'TOO_MANY_REQUESTS'] as const),
  ...(['CODE_ENTRY_LOCKED', 'INVITATION_INVALID', 'PAYMENT_NOTICE_INVALID', 'ROLE_NOT_HELD'] as const),
  ...(['WRONG_ONE_TIME_CODE', 'SECOND_FACTOR_UNREADABLE', 'RESET_LINK_INVALID', 'VERIFICATION_LINK_INVALID'] as const),
  ...(['INVITATION_FOR_OTHER_ACCOUNT', 'API_KEY_INVALID', 'DEVICE_PAIRING_INVALID'] as const),
]);

function sendRefusal(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.refusal = refused;
  if (SECURITY_EVENTS.has(refused.code)) {
    const { method, routeOptions } = request;
    request.log.info({ code: refused.code, method, route: routeOptions.url }, 'refused');
  }
  // The line of an unforeseen error has its stack already. An outage has a line of its own, and each of its requests this one.
  if (refused.status >= 500 && refused.code !== 'INTERNAL') {
    const { method, routeOptions } = request;
    request.log.warn(
      { status: refused.status, code: refused.code, method, route: routeOptions.url },
      'a request failed',
    );
  }
  if (refused.status === 503 || refused.code === 'IDEMPOTENCY_KEY_IN_USE')
    reply.header('Retry-After', RETRY_AFTER_SECONDS);
  if (refused.status === 429) reply.header('Retry-After', refused.values.seconds ?? 60);
  reply.status(refused.status).header(HEADERS.requestId, request.id).header('Cache-Control', 'no-store');
  const { code, message, values, issues } = refused;
  const more = {
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(issues ? { issues } : {}),
    requestId: request.id,
  };
  const answer = { message, code, ...more };
  if (!request.url.startsWith(V1_PATH)) return reply.send(answer);
  // RFC 9457. `about:blank`: the type is the status, and `code` says more.
  const problem = { type: 'about:blank', title: STATUS_CODES[refused.status], status: refused.status, detail: message };
  return reply.type('application/problem+json').send({ ...problem, ...answer });
}
