import { isIPv6 } from 'node:net';

/** Groups of 16 bits that an Internet provider hands to one customer at least: a /64. */
const NETWORK_GROUPS = 4;

/** The network of a client: an IPv4 address or an IPv6 /64, because one client has 2^64 addresses. */
export function clientNetwork(ip: string): string {
  // IPv4, which most processes see: the checks below take as long as a session.
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(8 - first.length - last.length, 0);
  const groups = [...first, ...new Array<string>(zeros).fill('0'), ...last];
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
