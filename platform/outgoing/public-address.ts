import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { systemTimers } from '../time/timers.ts';

/** Not on the public internet, by the registries of special-purpose addresses (RFC 6890). */
const IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Within 2000::/3, which all public IPv6 addresses are in: protocols, documentation, and 6to4, which holds IPv4. */
const IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const refused = blockList([...IPV4, ...IPV6]);
const publicIPv6 = blockList(['2000::/3']);

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    list.addSubnet(address, Number(length), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether an IP address is on the public internet. IPv6 addresses that hold an IPv4 address are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return isIP(address) === 6 && publicIPv6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export type Resolve = typeof resolveName;

/**
 * Resolves names for a connection, which goes to these addresses alone: a name that resolves to another address later
 * (DNS rebinding) is refused as well. Not called where the host is an address already.
 * @throws AddressRefused where one of the addresses is not public
 */
export function publicLookup(resolve: Resolve = resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new AddressRefused(`${hostname} resolves to an address that is not public`), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Names of the machine itself (RFC 6761), also where its resolver does not know them. */
const LOCALHOST = /(^|\.)localhost\.?$/;

/** How long a name may take to resolve when an endpoint is saved, in milliseconds. */
const RESOLVE_MS = 3_000;

/** False where the host is a private address or resolves to one. A name that does not resolve may do so later. */
export async function isPublicUrl(text: string, resolve: Resolve = resolveName): Promise<boolean> {
  const host = hostOf(new URL(text));
  if (isIP(host) !== 0) return isPublicAddress(host);
  if (LOCALHOST.test(host)) return false;
  return new Promise((done) => {
    const endTimer = systemTimers.after(RESOLVE_MS, () => done(true));
    publicLookup(resolve)(host, { all: true }, (error) => {
      endTimer();
      done(!(error instanceof AddressRefused));
    });
  });
}
