import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Resolve } from '@perktree/platform/outgoing/public-address';
import { afterEach, expect, it } from 'vitest';
import { createSender } from './send.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
const { signal } = new AbortController();
const post = (url: string, options: Partial<Parameters<typeof createSender>[0]> = {}) =>
  createSender({ allowPrivate: true, ...options }).send({ url, headers: {}, body: '{}', signal });

it('answers status, the first kilobyte of the body and Retry-After', async () => {
  const port = await receiver((_, response) => response.writeHead(503, { 'retry-after': '7' }).end('no\0'.repeat(999)));
  const answer = await post(`http://127.0.0.1:${port}/`);
  expect(answer).toMatchObject({ status: 503, retryAfter: '7', error: null });
  expect(answer.body).toHaveLength(1024);
  expect(answer.body?.startsWith('no\uFFFDno')).toBe(true);
});

it('follows no redirect', async () => {
  let requests = 0;
  const port = await receiver((_, response) => {
    requests += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
  expect(requests).toBe(1);
});

it('gives up on a receiver that is silent, or does not end its answer', async () => {
  const timeoutMs = 300;
  const silent = await receiver(() => {});
  expect(await post(`http://127.0.0.1:${silent}/`, { timeoutMs })).toMatchObject({
    status: null,
    error: 'no answer within 0.3 s',
  });
  const endless = await receiver((_, response) => void response.writeHead(200).write('a'));
  expect(await post(`http://127.0.0.1:${endless}/`, { timeoutMs })).toMatchObject({
    status: null,
    error: 'no answer within 0.3 s',
  });
});

it('takes an answer that switches protocols for an answer, and closes the connection', async () => {
  const port = await receiver(() => {});
  const closed = new Promise((done) => {
    servers[0]?.on('connection', (socket: Socket) => {
      socket.once('close', done);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    });
  });
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 101, error: null });
  await closed;
});

it('connects to no private address, by address or name, and to none without TLS', async () => {
  let requests = 0;
  const port = await receiver((_, response) => {
    requests += 1;
    response.end();
  });
  const resolve = ((_host: string, _options: object, callback: (error: null, list: object[]) => void) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as Resolve;
  const guarded = { allowPrivate: false, resolve };
  expect(await post(`https://127.0.0.1:${port}/`, guarded)).toMatchObject({
    status: null,
    error: '127.0.0.1 is not public',
  });
  expect(await post(`https://hooks.example:${port}/`, guarded)).toMatchObject({
    ...{ status: null, error: 'hooks.example resolves to an address that is not public' },
  });
  expect(await post(`http://8.8.8.8:${port}/`, guarded)).toMatchObject({ error: 'the address is not https' });
  expect(requests).toBe(0);
});
