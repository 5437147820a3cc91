import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import { HEADERS } from '@perktree/contracts/kernel/call';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { warnOnce } from '../outages.ts';
import { systemTimers } from '../time/timers.ts';
import { answerRouterError, installErrorHandling, refuseOtherTargets } from './errors.ts';
import { parseJsonBodies } from './json-body.ts';
import { installOriginGuard } from './origin-guard.ts';
import { isPrivate } from './private-networks.ts';

/** Open files that a process keeps for itself: connections to its stores and queue (about 40), files and pipes. */
const RESERVED = 128;
/** Below this limit on open files the start logs a warning: each open page holds a connection. */
const LOW = 1_024;

/**
 * Bounds the connections of a server by the limit on open files, so that visitors cannot take the handles that the stores need.
 * At the bound new connections are closed, and so are those that wait for a next request.
 */
function limitConnections(app: FastifyInstance): void {
  const openFiles = limitOnOpenFiles();
  if (openFiles === null) return;
  const { server, log } = app;
  const max = openFiles - Math.min(RESERVED, Math.floor(openFiles / 2));
  server.maxConnections = max;
  server.on('drop', () => {
    warnOnce(log, 'connections reached their bound: idle and new ones are closed', { max, openFiles });
    server.closeIdleConnections();
  });
  app.addHook('onListen', async () => {
    if (openFiles >= LOW) return;
    const message = 'few files may be open, so few connections: raise the limit (ulimit -n, LimitNOFILE)';
    log.warn({ max, openFiles }, message);
  });
}

/** Null where the system does not say. */
function limitOnOpenFiles(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Largest body of a JSON call, in bytes. */
const BODY_LIMIT = 256 * 1024;
/** Longest time to load one part of an app, in milliseconds. */
const PLUGIN_TIMEOUT_MS = 120_000;
/** Longest time in which a client sends the headers of a request, in milliseconds. */
const HEADERS_MS = 10_000;
/** Longest time in which it sends all of it, in milliseconds: 20 s for a picture of 1 MiB are 50 KB a second. */
const REQUEST_MS = 30_000;
/** How often slow requests are looked for, in milliseconds. */
const CHECK_SLOW_MS = 2_000;
/** Longest time that a stopping server waits for requests in progress, in milliseconds. */
const GRACE_MS = 3_000;
/** Longest path parameter, in characters: tokens are the longest (contracts/scan/calls.ts). */
const MAX_PATH_PARAMETER = 300;

/**
 * Reverse proxies whose `X-Forwarded-*` count: their addresses and networks, or how many there are, the nearest of them
 * on this machine or a private network. Null: none.
 */
export type TrustedProxies = number | readonly string[] | null;

/**
 * A Fastify server with what every service of the product shares: error answers, request ids, cookies, the origin guard.
 * Schemas are zod's (mount-call.ts); Fastify's own validator, which coerces, stays unused.
 */
export function createApp(options: {
  readonly logger: FastifyBaseLogger | boolean;
  /** Null: PUBLIC_URL is not set (origin-guard.ts). */
  readonly publicOrigin: string | null;
  readonly trustProxy?: TrustedProxies;
}): FastifyInstance {
  const app = fastify({
    ...(typeof options.logger === 'boolean' ? { logger: options.logger } : { loggerInstance: options.logger }),
    genReqId: (request) => (options.trustProxy ? requestIdOf(request) : null) ?? randomUUID(),
    bodyLimit: BODY_LIMIT,
    // Answers have no limit, because live streams last for hours.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_SLOW_MS },
    // Clients can forge these headers, so only configured proxies are trusted.
    trustProxy: trusted(options.trustProxy ?? null),
    // A line for each request would name every token in every path. The id of a request goes under the name that it has in
    // the events that it leads to.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    frameworkErrors: answerRouterError,
    forceCloseConnections: 'idle',
    // A busy machine may need longer than fastify's 10 s to load a part, such as the login at a provider.
    pluginTimeout: PLUGIN_TIMEOUT_MS,
  }) as unknown as FastifyInstance;

  app.removeContentTypeParser('text/plain');
  parseJsonBodies(app);

  limitConnections(app);
  // Node's close() would wait for half-sent requests.
  app.addHook('preClose', async () => {
    systemTimers.after(GRACE_MS, () => app.server.closeAllConnections());
  });
  installErrorHandling(app);
  refuseOtherTargets(app);
  installOriginGuard(app, options.publicOrigin);
  void app.register(cookie);
  return app;
}

/** The request id of a trusted proxy, so that all services log the same id. */
function requestIdOf({ headers, socket }: IncomingMessage): string | null {
  const id = headers[HEADERS.requestId.toLowerCase()];
  return typeof id === 'string' && UUID.test(id) && isPrivate(socket.remoteAddress ?? '') ? id : null;
}

/** Converts the setting for Fastify, which does not accept a number of hops as such. */
function trusted(proxies: TrustedProxies): string[] | ((address: string, hop: number) => boolean) | false {
  if (proxies === null) return false;
  if (typeof proxies !== 'number') return [...proxies];
  return (address, hop) => hop < proxies && (hop > 0 || isPrivate(address));
}
