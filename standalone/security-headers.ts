import { NO_PAGE, SECURITY_HEADERS } from '@perktree/platform/http/security-headers';
import type { FastifyInstance } from 'fastify';

/** Headers that every answer carries. */
export function installSecurityHeaders(app: FastifyInstance, options: { readonly https: boolean }): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(SECURITY_HEADERS);
    const type = String(reply.getHeader('content-type') ?? 'application/json');
    if (type.startsWith('application/json')) reply.header('Content-Security-Policy', NO_PAGE);
    if (options.https) reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    done(null, payload);
  });
}
