import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../parts/configuration/configuration.ts';
import { environmentSchema } from '../../parts/configuration/environment.ts';
import { SECRETS, settingOf } from '../../parts/configuration/secret-files.ts';
import { commandService } from '../command-service/service.ts';
import { haproxyPath } from '../gateway/haproxy.ts';
import { startInstance } from '../gateway/testing/instance.ts';
import { projectorService } from '../projector/service.ts';
import { queryService } from '../query-service/service.ts';
import { uiService } from '../ui/service.ts';
import { type ComposeService, interpolate, programsOf, readComposeFile } from './compose-file.ts';

const root = new URL('../../../', import.meta.url);
const text = readFileSync(new URL('docker-compose.yml', root), 'utf8');
const file = readComposeFile(text);
const programs = programsOf(file);
const SERVICES = [commandService, queryService, projectorService, uiService];

/** Of an installation: deploy/make-secrets.sh writes them. */
let secrets: string;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-compose-'));
  mkdirSync(join(folder, 'deploy'));
  copyFileSync(new URL('deploy/make-secrets.sh', root), join(folder, 'deploy/make-secrets.sh'));
  execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')]);
  secrets = join(folder, 'secrets');
});
afterAll(() => rmSync(join(secrets, '..'), { recursive: true }));

/** Services that start without a profile. */
const started = ({ services }: typeof file) =>
  Object.entries(services).filter(([, each]) => each.profiles.length === 0);

describe.each(['docker-compose.yml', 'docker-compose.small.yml'])('%s', (name) => {
  const text = readFileSync(new URL(name, root), 'utf8');
  const file = readComposeFile(text);
  const services = Object.entries(file.services);

  it('is a compose file: every image pinned, every service limited in rights, memory, processes and log files', () => {
    const { image = '' } = file.services.postgres ?? {};
    for (const broken of ['postgres:latest', 'postgres', `postgres:latest@${image.split('@')[1]}`]) {
      expect(() => readComposeFile(text.replace(image, broken))).toThrow();
    }
    const limits = [
      'cap_drop: [ALL]',
      'init: true',
      'mem_limit: 2g',
      'pids_limit: 200',
      "max-size: 10m, max-file: '5'",
    ];
    for (const limit of limits) expect(() => readComposeFile(text.replaceAll(limit, ''))).toThrow();
  });

  it('watches every service that runs', () => {
    for (const [name, { healthcheck, restart }] of started(file)) {
      expect(healthcheck, name).toBeDefined();
      expect(restart, name).toBe('unless-stopped');
    }
  });

  it('waits for services, and uses networks and secrets, that it has', () => {
    for (const [, { depends_on, networks, secrets: used }] of services) {
      for (const other of Object.keys(depends_on)) expect(file.services).toHaveProperty(other);
      for (const network of networks) expect(file.networks).toHaveProperty(network);
      for (const one of used) expect(Object.keys(file.secrets)).toContain(typeof one === 'string' ? one : one.source);
    }
  });

  it('keeps data in volumes that it has, and mounts folders of the checkout or of the installation', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => `${volume.split(':', 1)}`));
    const folders = sources.filter((source) => source.startsWith('./'));
    for (const folder of folders.filter((each) => each !== './backups' && each !== './secrets/providers')) {
      expect(existsSync(new URL(folder, root)), folder).toBe(true);
    }
    expect(Object.keys(file.volumes)).toEqual(
      expect.arrayContaining(sources.filter((source) => !folders.includes(source))),
    );
  });

  it('names secrets that deploy/make-secrets.sh writes, and mounts those that a service names', () => {
    for (const [, { file: path }] of Object.entries(file.secrets)) {
      expect(statSync(join(secrets, '..', path)).size, path).toBeGreaterThan(0);
    }
    for (const [name, { environment, secrets: used }] of services) {
      const mounted = used.map((one) => (typeof one === 'string' ? `/run/secrets/${one}` : dirname(one.target)));
      const named = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(mounted, name).toEqual(expect.arrayContaining(named));
    }
  });

  it('has no secret in an environment: files hold them', () => {
    for (const [name, { environment, command = [] }] of services) {
      for (const variable of Object.keys(environment)) {
        expect(SECRETS as readonly string[], name).not.toContain(variable);
        expect(variable, name).not.toMatch(/(PASSWORD|SECRET|TOKEN|_KEY)$/);
      }
      expect(command.join(' '), name).not.toMatch(/password|requirepass/i);
    }
    expect(text).not.toMatch(/\$\{\w*(PASSWORD|SECRET|KEY)\b/);
  });

  // REPORT_HEAP_MB goes with the memory of the container.
  it('passes each setting of .env on to the product', () => {
    const passed = new Set(services.flatMap(([, { environment }]) => Object.keys(environment)).map(settingOf));
    const ofEngines =
      /^(DATA_DIR|DATABASE_READ_URL|DATABASE_PRIMARY_URL|EVENT_STORE_URL|REDIS_URL|GATEWAY_URL|PROJECTOR_PARTITIONS)$/;
    const missing = Object.keys(environmentSchema.shape).filter((setting) => !passed.has(setting));
    expect(missing.filter((setting) => !ofEngines.test(setting))).toEqual(['REPORT_HEAP_MB']);
    const example = readFileSync(new URL('.env.example', root), 'utf8');
    const named = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, variable]) => variable);
    expect(named.filter((variable) => !example.includes(`#${variable}=`))).toEqual([]);
  });

  it('is reached from this machine alone', () => {
    const reached = started(file).filter(([, { ports }]) => ports !== undefined);
    expect(reached.map(([, { ports }]) => ports)).toEqual([['127.0.0.1:3000:3000']]);
    for (const [, { networks }] of reached) expect(networks).toContain('front');
  });
});

describe('docker-compose.small.yml', () => {
  it('has the product and Postgres, and settings that the product takes', () => {
    const small = readComposeFile(readFileSync(new URL('docker-compose.small.yml', root), 'utf8'));
    expect(started(small).map(([name]) => name)).toEqual(['postgres', 'perktree']);
    const environment = Object.entries(small.services.perktree?.environment ?? {}).map(([setting, value]) => [
      setting,
      interpolate(value, {}).replace('/run/secrets/', `${secrets}/`),
    ]);
    expect(
      readConfiguration(Object.fromEntries(environment), '/perktree', ['DATABASE_URL', 'SESSION_SECRET']),
    ).toMatchObject({
      host: '0.0.0.0',
      databaseUrl: expect.stringMatching(/^postgres:\/\/perktree:[\da-f]{64}@postgres:5432\/perktree$/),
    });
  });
});

describe('deploy/make-secrets.sh', () => {
  it('keeps what is there, in a closed folder', () => {
    const read = () =>
      readdirSync(secrets)
        .filter((name) => name !== 'providers')
        .map((name) => readFileSync(join(secrets, name), 'utf8'));
    const before = read();
    execFileSync('sh', [join(secrets, '../deploy/make-secrets.sh')]);
    expect(read()).toEqual(before);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(secrets)) expect(statSync(join(secrets, name)).mode & 0o044, name).toBe(0o044);
  });

  it('makes a certificate of the event store that its authority signs', () => {
    const certificate = join(secrets, 'event-store-certificate');
    const verified = execFileSync('openssl', [
      'verify',
      '-CAfile',
      join(secrets, 'event-store-ca'),
      '-verify_hostname',
      'eventstore',
      certificate,
    ]);
    expect(String(verified)).toContain('OK');
  });

  it('keeps its folder, and .env, out of Git and of the image', () => {
    for (const ignored of ['.gitignore', '.dockerignore']) {
      const lines = readFileSync(new URL(ignored, root), 'utf8').split('\n');
      for (const name of ['.env', 'secrets', 'backups']) {
        expect(
          lines.map((line) => line.replaceAll('/', '')),
          ignored,
        ).toContain(name);
      }
    }
  });
});

describe('docker-compose.yml', () => {
  it('has the engines, the services and the gateway, and by a profile what operators and developers run', () => {
    expect(Object.keys(file.services)).toEqual([
      ...['postgres', 'eventstore', 'redis', 'command-service', 'query-service', 'projector', 'ui', 'gateway'],
      ...['tools', 'postgres-tools', 'eventstore-developer', 'kurrentdb-developer'],
    ]);
  });

  it('keeps engines and projectors from the network that callers and providers reach', () => {
    const inFront = started(file).filter(([, { networks }]) => networks.includes('front'));
    expect(inFront.map(([name]) => name)).toEqual(['command-service', 'query-service', 'ui', 'gateway']);
    expect(file.networks).toEqual({ front: null, back: { internal: true }, developer: null });
  });

  it('starts no server without TLS or password, except for developers', () => {
    expect(JSON.stringify(started(file))).not.toMatch(/insecure/i);
    expect(file.services.redis?.command).toContain('/run/secrets/redis.conf');
  });

  it('runs two of each service that scales', () => {
    expect(programs.map(({ name, replicas }) => [name, replicas])).toEqual([
      ['command-service', 2],
      ['query-service', 2],
      ['projector', 2],
      ['ui', 1],
    ]);
    expect(file.services.gateway?.deploy).toBeUndefined();
  });

  it.each(SERVICES.map((service) => [service.name, service] as const))(
    'gives %s settings that it takes, and all that it needs',
    (name, service) => {
      const program = programs.find((each) => each.name === name);
      const environment = Object.fromEntries(
        Object.entries(program?.environment ?? {}).map(([setting, value]) => [
          setting,
          interpolate(value, {}).replace('/run/secrets/', `${secrets}/`),
        ]),
      );
      expect(program?.file).toBe(`dist/server/${name}.js`);
      expect(existsSync(new URL(`apps/services/${name}/main.ts`, root))).toBe(true);
      const configuration = readConfiguration(environment, '/perktree', service.required);
      expect(configuration.port).toBe(service.port);
      expect(configuration.host).toBe('0.0.0.0');
    },
  );

  it('asks each program whether it is ready without starting a Node process', async () => {
    for (const { healthcheck } of programs.map(({ name }) => file.services[name] as ComposeService)) {
      const [word, command = '', ...words] = (healthcheck?.test ?? []).map((each) => each.replaceAll('$$', '$'));
      expect([word, command]).toEqual(['CMD', 'bash']);
      const instance = await startInstance((_request, response) => response.end());
      const probe = () =>
        new Promise((done) => {
          const env = { PATH: process.env.PATH, PORT: instance.address.split(':')[1] };
          spawn(command, words, { env, stdio: 'ignore' }).once('exit', (code) => done(code));
        });
      expect(await probe()).toBe(0);
      instance.ready = 503;
      expect(await probe()).toBe(1);
      await instance.close();
      expect(await probe()).toBe(1);
    }
  });

  it.skipIf(haproxyPath() === null)('gives the gateway a configuration that HAProxy takes', () => {
    const { environment = {}, command = [] } = file.services.gateway ?? {};
    const [, ...words] = command.map((word) =>
      word.replace('/gateway', join(fileURLToPath(root), 'apps/services/gateway')),
    );
    const env = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, interpolate(text, {})]));
    const checked = spawnSync(haproxyPath() as string, ['-c', ...words], { env, encoding: 'utf8' });
    expect(checked.stderr).not.toMatch(/WARNING|ALERT/);
    expect(checked.status, checked.stderr).toBe(0);
  });
});

describe('interpolate', () => {
  /** `€` stands for `$`, because the linter reports `${…}` in a plain string. */
  const filledIn = (text: string) => interpolate(text.replaceAll('€', '$'), { A: 'a', EMPTY: '' });

  it('fills in as compose does', () => {
    expect(filledIn('€{A} €{B} €{B:-b} €{EMPTY:-e}')).toBe('a  b e');
    expect(() => filledIn('€{B:?say what}')).toThrow('B is missing: say what');
  });
});
