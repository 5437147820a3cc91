import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemTimers } from '../time/timers.ts';
import { createApp } from './app.ts';

const HALF_HEADERS = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Ty';
const HALF_BODY =
  'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{"a":';

const sockets: Socket[] = [];
let app: FastifyInstance | undefined;
let arrived = 0;
/** Answers `/later` when it resolves. */
let held: Promise<void> = Promise.resolve();
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

async function started(): Promise<FastifyInstance> {
  app = createApp({ logger: false, publicOrigin: null });
  app.post('/echo', async (request) => request.body);
  app.get('/later', async () => {
    arrived += 1;
    await held;
    return { done: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;

async function sendHalf(to: FastifyInstance, text: string): Promise<Socket> {
  const socket = connect(portOf(to), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

describe('clients that send slowly', () => {
  it('may do so for so long, and no longer', async () => {
    const { server } = await started();
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
  });

  it('do not keep the server from stopping, after it has answered requests in progress', async () => {
    const to = await started();
    const slow = await Promise.all([sendHalf(to, HALF_HEADERS), sendHalf(to, HALF_BODY)]);
    const ended = Promise.all(slow.map((socket) => once(socket, 'close')));
    const before = arrived;
    let release = () => {};
    held = new Promise((done) => {
      release = done;
    });
    const answer = fetch(`http://127.0.0.1:${portOf(to)}/later`);
    await expect.poll(() => arrived).toBeGreaterThan(before);
    const after = vi.spyOn(systemTimers, 'after');
    const closed = to.close();
    // Not before the server has stopped to listen.
    await expect.poll(() => to.server.listening).toBe(false);
    release();
    expect((await answer).status).toBe(200);
    const [, endGrace] = after.mock.calls.find(([ms]) => ms === 3_000) ?? [];
    endGrace?.();
    await Promise.all([closed, ended]);
  });
});
