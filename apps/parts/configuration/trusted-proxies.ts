import { isIP } from 'node:net';
import { z } from 'zod';

const HOPS = /^[1-9]\d?$/;
/** Networks that Fastify knows by name. */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal']);
const BITS = { 4: 32, 6: 128 } as const;

/** TRUST_PROXY: the number of reverse proxies, or their addresses and networks, separated by commas. */
export const trustedProxies = z
  .string()
  .transform((text): number | string[] => (HOPS.test(text) ? Number(text) : text.split(',').map((part) => part.trim())))
  .refine((proxies) => typeof proxies === 'number' || proxies.every(isAddressOrNetwork));

/** Rejects networks that contain every address: any client could forge its address. */
function isAddressOrNetwork(text: string): boolean {
  if (NAMED.has(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= BITS[family]);
}
