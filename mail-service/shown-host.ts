import { isIP } from 'node:net';

/** A label that someone has chosen as a name, such as `hooks` or `eu-west`. */
const NAME = /^[a-z][a-z-]{0,11}$/;
/** Labels at the end that a registry knows of: they are no secret. */
const REGISTERED_LABELS = 2;

/**
 * The host of an address, for a mail. Null: it may be a secret. Some receivers, such as request bins, put a token into the
 * host, so only hosts whose subdomains are plain words are shown. Never the path, the query, a user or the port.
 */
export function shownHost(url: string): string | null {
  const { hostname } = new URL(url);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return hostname;
  const subdomains = hostname.split('.').slice(0, -REGISTERED_LABELS);
  return subdomains.every((label) => NAME.test(label)) ? hostname : null;
}
