import { BlockList, isIP } from 'node:net';

/** Loopback and private networks (RFC 1918, 4193, 3927, 4291). */
const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addSubnet('10.0.0.0', 8, 'ipv4');
OWN.addSubnet('172.16.0.0', 12, 'ipv4');
OWN.addSubnet('192.168.0.0', 16, 'ipv4');
OWN.addSubnet('169.254.0.0', 16, 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addSubnet('fc00::', 7, 'ipv6');
OWN.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address is of this machine or of a private network. */
export function isPrivate(ip: string): boolean {
  // An IPv4 client of a socket that listens on IPv6.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(address);
  return family !== 0 && OWN.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
