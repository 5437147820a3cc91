import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '@perktree/platform/process/find-program';
import { freePort } from '@perktree/platform/process/free-port';
import { vi } from 'vitest';

const EXAMPLES = fileURLToPath(new URL('../../../../deploy/proxies/', import.meta.url));
/** Debian's packages start servers as root; the servers then drop their privileges. */
const isRoot = process.getuid?.() === 0;

export interface TestProxy {
  /** Port for https. */
  readonly port: number;
  readonly plainPort: number;
  close(): Promise<void>;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
}

interface Kind {
  readonly program: string;
  readonly example: string;
  /** The example with the ports and files of this place, and the settings of a distribution's main file. */
  configuration(example: string, place: Place): string;
  words(file: string, folder: string): readonly string[];
}

const APACHE_MODULES = 'mpm_event alias authz_core headers http2 proxy proxy_http reqtimeout socache_shmcb ssl'.split(
  ' ',
);

/** By name of the program, which is also that of Debian's package. */
const PROXIES = {
  nginx: {
    program: 'nginx',
    example: 'nginx.conf',
    configuration: (example, place) => nginxMain(place, withoutIpv6(example)),
    words: (file, folder) => ['-p', folder, '-c', file],
  },
  apache2: {
    program: 'apache2',
    example: 'apache.conf',
    configuration: (example, { folder, port, plainPort }) =>
      [
        `ServerRoot ${folder}`,
        `PidFile ${folder}/pid`,
        `ErrorLog ${folder}/error.log`,
        `Mutex file:${folder}`,
        'ServerName perktree.example',
        ...(isRoot ? ['User www-data', 'Group www-data'] : []),
        ...APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        `Listen 127.0.0.1:${port}`,
        `Listen 127.0.0.1:${plainPort}`,
        example,
      ].join('\n'),
    words: (file, folder) => ['-d', folder, '-f', file, '-D', 'FOREGROUND'],
  },
  caddy: {
    program: 'caddy',
    example: 'Caddyfile',
    // It cannot get a certificate without network access.
    configuration: (example, { folder, port, plainPort }) =>
      example
        .replace(/^\{/m, `{\n admin off\n http_port ${plainPort}\n https_port ${port}`)
        .replace(/^perktree\.example \{/m, `$&\n tls ${folder}/fullchain.pem ${folder}/privkey.pem`),
    words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const satisfies Record<string, Kind>;

export type ProxyName = keyof typeof PROXIES;

/** The reason for a skipped test, for its title. */
export const missing = (name: ProxyName) =>
  findProgram(PROXIES[name].program) === null ? ` (skipped: no ${name}; apt-get install ${name})` : '';

/**
 * Starts a proxy with its example from deploy/proxies in front of the product.
 * @param product `127.0.0.1:3000`
 */
export async function startProxy(name: ProxyName, product: string): Promise<TestProxy> {
  const { program, example, configuration, words }: Kind = PROXIES[name];
  const folder = mkdtempSync(join(tmpdir(), `perktree-${name}-`));
  // Its workers run as another user.
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const [port, plainPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const text = readFileSync(join(EXAMPLES, example), 'utf8')
    .replaceAll('127.0.0.1:3000', product)
    .replaceAll('/etc/ssl/perktree', folder)
    .replaceAll(/\/var\/log\/(nginx|apache2|caddy)/g, folder)
    .replaceAll(/(listen |VirtualHost \*:)443/g, `$1${port}`)
    .replaceAll(/(listen |VirtualHost \*:)80\b/g, `$1${plainPort}`);
  const file = join(folder, 'test.conf');
  writeFileSync(file, configuration(text, { folder, port, plainPort }));
  const { close } = await run(String(findProgram(program)), words(file, folder), { folder, port });
  return { port, plainPort, close };
}

/** Starts an nginx in front of these ports that only caches assets. */
export async function startCaches(
  ports: readonly number[],
): Promise<{ of(port: number): number; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-cache-'));
  chmodSync(folder, 0o755);
  const caches = new Map<number, number>();
  for (const port of ports) caches.set(port, await freePort('127.0.0.1'));
  const servers = [...caches].map(
    ([port, own]) => `server {
      listen 127.0.0.1:${own};
      location / {
        proxy_pass https://127.0.0.1:${port};
        proxy_ssl_server_name on;
        proxy_ssl_name perktree.example;
        proxy_set_header Host perktree.example;
        proxy_cache assets;
        proxy_cache_key ${port}$uri;
        add_header X-Cache $upstream_cache_status always;
      }
    }`,
  );
  const file = join(folder, 'test.conf');
  const cache = `proxy_cache_path ${folder}/cache keys_zone=assets:1m;`;
  writeFileSync(file, nginxMain({ folder }, [cache, ...servers].join('\n')));
  const [port = 0] = caches.values();
  const { close } = await run(String(findProgram('nginx')), ['-p', folder, '-c', file], { folder, port });
  return { of: (proxied) => caches.get(proxied) ?? 0, close };
}

/** The main configuration, as /etc/nginx/nginx.conf of a dedicated server. */
function nginxMain({ folder }: Pick<Place, 'folder'>, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http { access_log off; ${temporary.join(' ')}\n${http}\n}`;
}

/** Machines that run tests may lack IPv6. */
const withoutIpv6 = (text: string) => text.replaceAll(/^ *listen \[::\].*\n/gm, '');

function makeCertificate(folder: string): void {
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=perktree.example';
  const names = ['-addext', 'subjectAltName=DNS:perktree.example'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', [...words.split(' '), ...names, ...files], { stdio: 'ignore' });
}

/** Whether a program listens. A probe that listens itself would take the port from the program that is starting. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function run(program: string, words: readonly string[], { folder, port }: Pick<Place, 'folder' | 'port'>) {
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const hasEnded = () => child.exitCode !== null;
  await vi.waitUntil(async () => hasEnded() || (await accepts(port)), { timeout: 60_000 });
  if (hasEnded()) throw new Error(`${program} has ended:\n${output}`);
  return {
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
