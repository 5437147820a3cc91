import { silentLogger } from '@perktree/command-service/testing/silent-logger';
import { ShutdownStack } from '@perktree/platform/process/run-program';
import { expect, it } from 'vitest';
import { readConfiguration } from './configuration/configuration.ts';
import { openProcess } from './http.ts';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3999'],
  ['0.0.0.0', 'http://localhost:3999'],
  ['::', 'http://localhost:3999'],
  ['::1', 'http://[::1]:3999'],
  ['fd00::5', 'http://[fd00::5]:3999'],
  ['shop.example', 'http://shop.example:3999'],
])('a process that listens on %s is at %s', async (HOST, url) => {
  const configuration = readConfiguration({ HOST, PORT: '3999' }, '/tmp');
  const context = await openProcess(configuration, silentLogger, new ShutdownStack(silentLogger));
  expect(context.url).toBe(url);
  expect(new URL('/scan', context.url).href).toBe(`${url}/scan`);
  await context.app.close();
});
