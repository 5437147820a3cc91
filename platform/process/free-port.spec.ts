import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

const HOST = '127.0.0.1';

it('is given out once, and is outside the range of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort(HOST)));
  expect(new Set(ports).size).toBe(300);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('can be listened on', async () => {
  const server = createServer().listen(await freePort(HOST), HOST);
  await once(server, 'listening');
  server.close();
});

it('fails for an unknown address', async () => {
  await expect(freePort('192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
