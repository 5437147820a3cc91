import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { answerRouterError, installErrorHandling } from './errors.ts';
import { installOriginGuard } from './origin-guard.ts';

/** Largest body of a JSON call, in bytes. */
const BODY_LIMIT = 256 * 1024;
/** Longest path parameter, in characters: tokens are the longest (contracts/http/scanning.ts). */
const MAX_PATH_PARAMETER = 300;

/**
 * A Fastify server with what every service of the product shares: error answers, request ids, cookies, the origin guard.
 * Schemas are zod's (mount-call.ts); Fastify's own validator, which coerces, stays unused.
 */
export function createApp(options: {
  readonly logger: FastifyBaseLogger | boolean;
  /** Null: PUBLIC_URL is not set (origin-guard.ts). */
  readonly publicOrigin: string | null;
}): FastifyInstance {
  const app = fastify({
    ...(typeof options.logger === 'boolean' ? { logger: options.logger } : { loggerInstance: options.logger }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    // A line for each request would name every token in every path.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    frameworkErrors: answerRouterError,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // An empty body with a JSON content type is "no body": browsers send it with POSTs that carry nothing.
    if (body.length === 0) return done(null, undefined);
    return parseJson(request, body as string, done);
  });

  installErrorHandling(app);
  installOriginGuard(app, options.publicOrigin);
  void app.register(cookie);
  return app;
}
