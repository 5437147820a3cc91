import type { FastifyInstance } from 'fastify';

/** Headers that every answer carries. Tokens stand in paths, so no address may leave with a link. */
export function installSecurityHeaders(app: FastifyInstance, options: { readonly https: boolean }): void {
  app.addHook('onSend', async (_request, reply) => {
    reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'no-referrer')
      .header('Cross-Origin-Opener-Policy', 'same-origin')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .header('Permissions-Policy', 'camera=(self), geolocation=(), microphone=()');
    if (options.https) reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  });
}
