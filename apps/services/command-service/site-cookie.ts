import '@perktree/command-service/http/outcomes/rule-outcome';
import type { FastifyInstance } from 'fastify';

/** `site`: the first 8 characters of the id of a site. They are no secret, and enough to spread sites. */
export const siteCookie = (siteId: string) => ({ name: 'site', value: siteId.slice(0, 8) });

/**
 * Has browsers name the site of their last scan, claim or redemption, so that the gateway sends the next one to the command
 * service that has the site's states in its cache (haproxy.cfg). The cookie decides nothing else, and ends with the browser.
 */
export function installSiteCookie(app: FastifyInstance, secure: boolean): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const siteId = request.attempt?.siteId;
    // Programs keep no cookies.
    if (siteId === undefined || request.headers.authorization !== undefined) return done(null, payload);
    const { name, value } = siteCookie(siteId);
    if (request.cookies[name] !== value) {
      reply.setCookie(name, value, { path: '/api', httpOnly: true, sameSite: 'lax', secure });
    }
    done(null, payload);
  });
}
