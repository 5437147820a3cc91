import type { FastifyInstance } from 'fastify';

/** How long a client may take to send a request's headers, and all of it, in milliseconds. Bodies are small (app.ts). */
const HEADERS_MS = 15_000;
const WHOLE_MS = 30_000;
/** How long a stopping server waits for what is under way. */
const GRACE_MS = 3_000;

/**
 * Bounds what a client can hold by sending slowly: a connection only for so long, and the end of the server not at all.
 * Answers may take as long as they take (a stream of events goes on for hours).
 */
export function limitSlowClients(app: FastifyInstance, graceMs = GRACE_MS): void {
  app.server.headersTimeout = HEADERS_MS;
  app.server.requestTimeout = WHOLE_MS;
  // By itself a server that closes waits for requests that are half sent.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
}
