import type { FastifyInstance } from 'fastify';

/** How long a client may take to send a request's headers, and all of it, in milliseconds. Bodies are small (app.ts). */
const HEADERS_MS = 15_000;
const WHOLE_MS = 30_000;
/** Longest time that a stopping server waits for requests in progress. */
const GRACE_MS = 3_000;

/**
 * Limits slow senders: a request must arrive within a time limit, and cannot delay the server's stop. Answers have no
 * limit, because event streams last for hours.
 */
export function limitSlowClients(app: FastifyInstance, graceMs = GRACE_MS): void {
  app.server.headersTimeout = HEADERS_MS;
  app.server.requestTimeout = WHOLE_MS;
  // Node's close() would wait for half-sent requests.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  });
}
