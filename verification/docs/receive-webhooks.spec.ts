import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import { freePort } from '@perktree/platform/process/free-port';
import { afterAll, expect, it } from 'vitest';
import { emptyProject } from '../sdk/client-project.ts';
import { codeBlocks } from './repository.ts';

const blocksOf = (language: string) => codeBlocks('docs/how-to/receive-webhooks.md', language);
const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const project = emptyProject();
const { folder } = project;
const composed = await startComposedApp({ sendsWebhooks: {} });
await composed.app.listen({ port: 0, host: '127.0.0.1' });
// The packages that the page installs.
mkdirSync(join(folder, 'node_modules'));
for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256']) {
  const installed = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
  symlinkSync(installed, join(folder, 'node_modules', name));
}
writeFileSync(join(folder, 'receiver.mjs'), blocksOf('js').join('\n'));
afterAll(async () => {
  await composed?.close();
  process.kill(Number(readFileSync(join(folder, 'receiver.pid'), 'utf8')));
  project.remove();
});

it('the commands of docs/how-to/receive-webhooks.md receive, list, replay and rotate', async () => {
  // One customer has scanned and redeemed.
  const { owner } = await openBusiness(composed.app, 'hooks');
  const { port } = composed.app.server.address() as AddressInfo;
  const receiverPort = await freePort('127.0.0.1');
  const env = {
    ...{ PERKTREE: `http://127.0.0.1:${port}`, RECEIVER: `http://127.0.0.1:${receiverPort}/hooks` },
    ...{ RECEIVER_PORT: `${receiverPort}`, EMAIL: owner.email, PASSWORD },
  };
  await project.run('bash', ['-c', ['set -e', ...blocksOf('sh')].join('\n')], env);
  const received = () =>
    readFileSync(join(folder, 'received.txt'), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line).type]));
  await expect.poll(received).toEqual(['webhook.test', 'scan.created', 'redemption.created']);
  expect(json('dry-run.json')).toEqual({ events: 2 });
  expect(json('deliveries.json')).toMatchObject([{ type: 'webhook.test' }]);
  expect(json('rotated.json').secret).not.toBe(json('endpoint.json').secret);
});
