import { findProgram } from '@perktree/platform/process/find-program';

export class NoHaproxy extends Error {
  override readonly name = 'NoHaproxy';

  constructor() {
    super(
      'HAProxy is missing: install the package haproxy (Debian and Ubuntu: apt-get install haproxy), then start again.',
    );
  }
}

/** The program `haproxy` of this machine, or null. */
export function haproxyPath(path?: string): string | null {
  return findProgram('haproxy', path);
}

export type Backend = 'commands' | 'queries' | 'ui';

/**
 * haproxy.cfg with servers at these addresses instead of names in Docker's DNS.
 * @param servers `127.0.0.1:3001`
 */
export function withServers(text: string, servers: Readonly<Record<Backend, readonly string[]>>): string {
  return text.replace(/^backend (\w+)(.*)\n +server-template .*$/gm, (_, backend: Backend, rest: string) =>
    [`backend ${backend}${rest}`, ...servers[backend].map((address, n) => `  server ${n + 1} ${address}`)].join('\n'),
  );
}
