import { IncomingMessage } from 'node:http';
import { Refused } from '@perktree/contracts/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../client-network.ts';
import { type ConcurrencyBounds, ConcurrencyLimit, type Place } from './concurrency-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null;
  }
}

/** Whose requests are counted together. */
export type CallerOf = (request: FastifyRequest) => string;

/** Monitoring must be answered above all when the process is busy. */
const NOT_LIMITED = new Set(['/healthz', '/readyz', '/metrics']);
const RETRY_AFTER_SECONDS = 2;
/** Refusals are answered this much later, in milliseconds, at random: clients that retry at once would spin. */
const REFUSED_AFTER_MS = { least: 1_000, most: 2_000 };

/** For processes that know no sessions. */
export const networkCaller: CallerOf = ({ ip }) => clientNetwork(ip);

/**
 * Bounds what one caller has under way (concurrency-limit.ts), before a body is read or a session looked up. A request
 * has its place until its answer begins, so neither open streams nor slow readers keep one. A client that is gone leaves
 * the queue; a request that has begun continues, and keeps its place until it is answered.
 */
export function limitConcurrency(
  app: FastifyInstance,
  options: {
    readonly bounds: ConcurrencyBounds;
    readonly callerOf: CallerOf;
    readonly onRefused?: () => void;
    readonly refusedAfterMs?: typeof REFUSED_AFTER_MS;
  },
): ConcurrencyLimit {
  const { bounds, callerOf, onRefused = () => {}, refusedAfterMs: { least, most } = REFUSED_AFTER_MS } = options;
  const limit = new ConcurrencyLimit(bounds);
  app.decorateRequest('place', null);

  // After @fastify/cookie, by whose cookies a caller is known.
  app.after(() => {
    app.addHook('onRequest', (request, reply, done) => {
      // Requests that the product makes to itself are part of one that has its place already.
      if (!(request.raw instanceof IncomingMessage) || NOT_LIMITED.has(request.url)) return done();
      const place = limit.enter(callerOf(request), () => setImmediate(done));
      request.place = place;
      if (place === null) {
        onRefused();
        const refused = new Refused('TOO_MUCH_AT_ONCE', { seconds: RETRY_AFTER_SECONDS });
        setTimeout(() => done(refused), least + Math.random() * (most - least));
        return;
      }
      if (place.isRunning) return done();
      reply.raw.once('close', () => {
        if (!place.isRunning) limit.leave(place);
      });
    });

    app.addHook('onSend', ({ place }, _reply, payload, done) => {
      if (place !== null) limit.leave(place);
      done(null, payload);
    });
  });
  return limit;
}
