import { BlockList, isIP } from 'node:net';
import { Refused } from '@perktree/contracts/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MetricsRegistry } from './registry.ts';

/** Machines of one's own: this one, and private networks (RFC 1918, 4193, 3927, 4291). */
const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addSubnet('10.0.0.0', 8, 'ipv4');
OWN.addSubnet('172.16.0.0', 12, 'ipv4');
OWN.addSubnet('192.168.0.0', 16, 'ipv4');
OWN.addSubnet('169.254.0.0', 16, 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addSubnet('fc00::', 7, 'ipv6');
OWN.addSubnet('fe80::', 10, 'ipv6');

/** A proxy says with these that it passes on what somebody else asks. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * `GET /metrics` for a scraper on the same machine or private network. For everybody else, and through a proxy, there is
 * nothing: the numbers are no secret, and nobody else's business.
 * @param update measures what is measured on reading; must not fail
 */
export function mountMetrics(app: FastifyInstance, registry: MetricsRegistry, update: () => Promise<void>): void {
  app.get('/metrics', async (request, reply) => {
    if (!isOwnMachine(request)) throw new Refused('NOT_FOUND');
    await update();
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(registry.text());
  });
}

function isOwnMachine({ headers, ip }: FastifyRequest): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  // An IPv4 client of a socket that listens on IPv6.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(address);
  return family !== 0 && OWN.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
