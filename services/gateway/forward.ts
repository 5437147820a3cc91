import replyFrom from '@fastify/reply-from';
import { HEADERS } from '@perktree/contracts/http/common';
import { Refused } from '@perktree/contracts/refusals';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answering, serviceOf } from './service-of.ts';
import { Upstreams } from './upstreams.ts';

/** Connections to one instance. */
const CONNECTIONS = 128;
/** How long an instance may take to begin its answer, in milliseconds: longer than any call of the product works. */
const ANSWER_TIMEOUT_MS = 35_000;

/** Nothing was sent, so that another instance may be asked whatever the request does. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * Passes every request on to an instance of the service that answers it, and streams its answer back. An instance that is
 * not there is passed over. Of a write that was sent and not answered nobody knows what came of it: 503, and the client
 * asks again with the same Idempotency-Key.
 */
export async function forwardEverything(
  app: FastifyInstance,
  addresses: Readonly<Record<Answering, readonly string[]>>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const upstreams: Record<Answering, Upstreams> = {
    commands: new Upstreams(addresses.commands),
    queries: new Upstreams(addresses.queries),
    ui: new Upstreams(addresses.ui),
  };
  await app.register(async (scope) => {
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      // Live streams have no end, so the body may take any time.
      undici: { connections: CONNECTIONS, pipelining: 1, headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: 0 },
    });
    // Bodies are passed on byte by byte; who answers reads them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.all('/*', { logLevel: 'silent' }, (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      const service = serviceOf(request.method, path);
      forward(request, reply, upstreams[service], (address, error) =>
        logger.warn({ service, address, code: codeOf(error) }, 'an instance does not answer'),
      );
      return reply;
    });
  });
}

function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  upstreams: Upstreams,
  onLost: (address: string, error: unknown) => void,
): void {
  const turn = upstreams.inTurn();
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const tryNext = (index: number) => {
    const address = turn[index];
    if (address === undefined) return void reply.send(new Refused('UNAVAILABLE'));
    reply.from(address + request.url, {
      ...bodyOf(request),
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, ...forwarded(request) }),
      rewriteHeaders: (headers) => {
        upstreams.answered(address);
        return headers;
      },
      // One try an instance: what to try next is decided below.
      retryDelay: () => null,
      onError: (_reply, { error }) => {
        if (upstreams.failed(address)) onLost(address, error);
        if (reads || NOT_CONNECTED.test(codeOf(error))) tryNext(index + 1);
        else reply.send(new Refused('UNAVAILABLE'));
      },
    });
  };
  tryNext(0);
}

function bodyOf({ body, headers }: FastifyRequest) {
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  return { body, contentType: headers['content-type'] ?? 'application/octet-stream' };
}

/** Who asks, as seen here. What a client says about itself in these headers has been judged already (TRUST_PROXY). */
function forwarded(request: FastifyRequest): Record<string, string> {
  return {
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    [HEADERS.requestId.toLowerCase()]: request.id,
  };
}

/** The code of the socket's error, which the proxy's own error carries as its cause. */
function codeOf(error: unknown): string {
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown };
  return String(cause?.code ?? code ?? '');
}
