import { IncomingMessage } from 'node:http';
import { Refused } from '@perktree/contracts/refusals';
import type { FastifyInstance } from 'fastify';
import { Admission, type AdmissionBounds, type AdmissionWatcher, type Place } from './admission.ts';
import type { Callers } from './callers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A field, since a WeakMap with each request in it takes 20 µs of each in the collection of garbage. */
    place: Place | null;
  }
}

/** Whoever watches the product must hear from it above all when it has much to do. */
const ALWAYS_LET_IN = new Set(['/healthz', '/readyz', '/metrics']);
/** Seconds after which somebody who asked for too much may try again. */
const RETRY_AFTER_SECONDS = 2;
/**
 * How long a refusal is kept back, in milliseconds: whoever asks again at once would else keep the process busy with
 * refusing. Only so many are, since each holds a connection. They go one by one, as those that went together would be asked
 * again together, and everybody else would wait for all of them.
 */
const REFUSED_AFTER_MS = 1_000;
const BETWEEN_REFUSALS_MS = 4;
const MOST_KEPT_BACK = 8_192;
/** For how long what nobody waits for any more counts as under way, if it never comes to an answer, in milliseconds. */
const UNANSWERED_MS = 5_000;

/**
 * Lets requests in by their turn (admission.ts), before a body is read or a session looked up. A request has its place until
 * its answer begins, so neither open streams nor clients that read slowly keep one.
 */
export function installAdmission(
  app: FastifyInstance,
  options: {
    readonly bounds: AdmissionBounds;
    readonly callers: Pick<Callers, 'keyOf'>;
    readonly watcher: AdmissionWatcher;
    readonly refusedAfterMs?: number;
  },
): Admission {
  const { bounds, callers, watcher, refusedAfterMs = REFUSED_AFTER_MS } = options;
  const admission = new Admission(bounds, watcher);
  app.decorateRequest('place', null);
  let [keptBack, lastOneAt] = [0, 0];
  const refuse = (done: (refused: Refused) => void) => {
    const refused = new Refused('TOO_MUCH_AT_ONCE', { seconds: RETRY_AFTER_SECONDS });
    if (keptBack >= MOST_KEPT_BACK) return done(refused);
    keptBack += 1;
    const now = performance.now();
    lastOneAt = Math.max(now + refusedAfterMs, lastOneAt + BETWEEN_REFUSALS_MS);
    setTimeout(() => {
      keptBack -= 1;
      done(refused);
    }, lastOneAt - now);
  };

  app.addHook('onRequest', (request, reply, done) => {
    // What the product asks itself for belongs to a request that has its place already.
    if (!(request.raw instanceof IncomingMessage) || ALWAYS_LET_IN.has(request.url)) return done();
    // In a turn of its own, so that what others have sent meanwhile is seen first.
    const place = admission.enter(callers.keyOf(request), () => setImmediate(done));
    if (place === null) return refuse(done);
    request.place = place;
    reply.raw.once('close', () => {
      if (place.state === 'waiting') admission.leave(place);
      else if (place.state === 'under way') setTimeout(() => admission.leave(place), UNANSWERED_MS).unref();
    });
    if (place.state === 'under way') done();
  });

  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.place) admission.leave(request.place, callers.keyOf(request));
    done(null, payload);
  });
  return admission;
}
