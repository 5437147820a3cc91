import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../parts/configuration/configuration.ts';
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
const VALUES = {
  POSTGRES_PASSWORD: 'of-postgres',
  POSTGRES_QUERY_PASSWORD: 'of-queries',
  SESSION_SECRET: 'of 32 characters, as it has to be',
};
const SERVICES = [commandService, queryService, projectorService, uiService];

describe('docker-compose.yml', () => {
  it('is a compose file: every image pinned, every service watched', () => {
    expect(Object.keys(file.services)).toEqual([
      ...['postgres', 'eventstore', 'redis', 'command-service', 'query-service', 'projector', 'ui', 'gateway'],
    ]);
    for (const broken of ['postgres:latest', 'postgres']) {
      expect(() => readComposeFile(text.replace('postgres:18.0-alpine', broken))).toThrow();
    }
  });

  it('waits for services, and keeps data in volumes, that it has', () => {
    for (const { depends_on, volumes = [] } of Object.values(file.services)) {
      for (const other of Object.keys(depends_on)) expect(file.services).toHaveProperty(other);
      for (const volume of volumes) {
        const [source = ''] = volume.split(':', 1);
        if (source.startsWith('./')) expect(existsSync(new URL(source, root)), source).toBe(true);
        else expect(file.volumes).toHaveProperty(source);
      }
    }
  });

  it('lets the gateway alone be reached, from this machine alone', () => {
    const reached = Object.entries(file.services).filter(([, { ports }]) => ports !== undefined);
    expect(reached.map(([name, { ports }]) => [name, ports])).toEqual([['gateway', ['127.0.0.1:3000:3000']]]);
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
        Object.entries(program?.environment ?? {}).map(([setting, value]) => [setting, interpolate(value, VALUES)]),
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
      const [word, command = '', ...words] = healthcheck.test.map((each) => each.replaceAll('$$', '$'));
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
