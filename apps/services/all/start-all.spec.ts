import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@perktree/platform/process/free-port';
import { expect, it } from 'vitest';
import { startAll } from './start-all.ts';

const SERVICE = `
import { createServer } from 'node:http';
createServer((_, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1', () => {
  const { PUBLIC_URL, SESSION_SECRET, SESSION_SECRET_FILE } = process.env;
  console.log(JSON.stringify({ PUBLIC_URL, SESSION_SECRET, SESSION_SECRET_FILE }));
  console.log('service is ready at http://here');
});`;

/** Starts one service, which answers for the gateway too. @returns the settings that it was given */
async function settingsOf(values: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-start-all-'));
  const file = join(dataDir, 'service.mjs');
  writeFileSync(file, SERVICE);
  // `€` stands for `$`, because the linter reports `${…}` in a plain string.
  const environment = {
    PUBLIC_URL: '€{PUBLIC_URL:-http://127.0.0.1:3000}'.replace('€', '$'),
    SESSION_SECRET_FILE: '/run/secrets/session-secret',
  };
  const program = { name: 'service', file, replicas: 1, environment };
  const port = await freePort('127.0.0.1');
  const lines: string[] = [];
  const services = startAll({
    ports: { gateway: 8080, inside: port, instances: [{ program, name: 'service', port }] },
    engines: { DATABASE_URL: '', DATABASE_READ_URL: '', DATABASE_PRIMARY_URL: '' },
    ...{ values, haproxy: '/bin/true', cwd: fileURLToPath(new URL('../../../', import.meta.url)), dataDir },
    ...{ host: '127.0.0.1', onStart: () => {}, onReady: () => {} },
    onOutput: (name, line) => {
      if (name === 'service') lines.push(line);
    },
  });
  await services.ready;
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return JSON.parse(lines[0] ?? '{}');
}

it.each([
  ['not set', {}, 'http://127.0.0.1:8080'],
  ['empty', { PUBLIC_URL: '' }, 'http://127.0.0.1:8080'],
  ['set', { PUBLIC_URL: 'https://shop.example' }, 'https://shop.example'],
])('gives services the address of the gateway unless PUBLIC_URL is set: %s', async (_, values, url) => {
  expect((await settingsOf(values)).PUBLIC_URL).toBe(url);
});

it('gives services a secret that containers read from a file', async () => {
  const settings = await settingsOf({ SESSION_SECRET: 'of this installation' });
  expect(settings).toEqual({ PUBLIC_URL: 'http://127.0.0.1:8080', SESSION_SECRET: 'of this installation' });
});
