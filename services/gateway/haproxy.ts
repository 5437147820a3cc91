import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps it where the PATH of users does not look. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

export class NoHaproxy extends Error {
  override readonly name = 'NoHaproxy';

  constructor() {
    super(
      'HAProxy is missing: install the package haproxy (Debian and Ubuntu: apt-get install haproxy), then start again.',
    );
  }
}

/** The program `haproxy` of this machine. @returns null where there is none */
export function haproxyPath(path = process.env.PATH ?? ''): string | null {
  const files = [...path.split(delimiter), ...MORE_FOLDERS].map((folder) => join(folder, 'haproxy'));
  return files.find(isExecutable) ?? null;
}

/** The backends of haproxy.cfg. */
export type Backend = 'commands' | 'queries' | 'ui';

/**
 * haproxy.cfg with servers at these addresses in place of those that Docker's DNS names.
 * @param servers `127.0.0.1:3001`
 */
export function withServers(text: string, servers: Readonly<Record<Backend, readonly string[]>>): string {
  return text.replace(/^backend (\w+)(.*)\n +server-template .*$/gm, (_, backend: Backend, rest: string) =>
    [`backend ${backend}${rest}`, ...servers[backend].map((address, n) => `  server ${n + 1} ${address}`)].join('\n'),
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
