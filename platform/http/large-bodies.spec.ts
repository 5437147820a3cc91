import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';

let app: FastifyInstance;
/** Of each answer, whether the whole request had been read. */
let wereRead: boolean[];
beforeEach(async () => {
  app = createApp({ logger: false, publicOrigin: null });
  wereRead = [];
  app.addHook('onSend', async ({ raw }) => void wereRead.push(raw.complete));
  app.post('/', async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Sends a request in one piece. @returns the first line of the answer, and how the connection ended */
async function send(head: string, body: string): Promise<readonly [string, string]> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  let end = 'closed';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    end = String(error.code);
  });
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n${body}`);
  await new Promise((done) => socket.once('close', done));
  return [answer.split('\r\n', 1)[0] ?? '', end];
}

describe('a body that is too large', () => {
  const body = JSON.stringify('x'.repeat(900_000));

  it.each([
    ['says its length', `Content-Length: ${body.length}`, body],
    ['comes in chunks', 'Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  ])('is read before it is refused, where it %s', async (_, head, sent) => {
    for (let n = 0; n < 10; n++) expect(await send(head, sent)).toEqual(['HTTP/1.1 413 Payload Too Large', 'closed']);
    expect(wereRead).toEqual(Array(10).fill(true));
  });

  it('is cut off after a time limit', async () => {
    const [, end] = await send('Content-Length: 50000000', 'x'.repeat(50_000_000));
    expect(['ECONNRESET', 'EPIPE']).toContain(end);
    expect(wereRead).toEqual([false]);
  });
});
