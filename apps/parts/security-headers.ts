import { NO_PAGE, SECURITY_HEADERS } from '@perktree/platform/http/security-headers';
import type { FastifyInstance } from 'fastify';

/** Without `includeSubDomains`, because other hosts of the domain are not the product's (decision 36). */
const ONE_YEAR = 'max-age=31536000';

/** Adds the security headers to every answer. */
export function installSecurityHeaders(app: FastifyInstance, options: { readonly https: boolean }): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(SECURITY_HEADERS);
    const type = String(reply.getHeader('content-type') ?? 'application/json');
    if (type.startsWith('application/json')) reply.header('Content-Security-Policy', NO_PAGE);
    if (options.https) reply.header('Strict-Transport-Security', ONE_YEAR);
    done(null, payload);
  });
}
