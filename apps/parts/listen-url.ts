import { isIPv6 } from 'node:net';

/** The address of a server that listens on this host and port, without a slash at the end. */
export function listenUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
