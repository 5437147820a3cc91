import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { installCompression } from './compression.ts';

const LIST = Array.from({ length: 100 }, (_, n) => ({ name: `QR ${n}` }));

let app: FastifyInstance;
beforeEach(async () => {
  app = createApp({ logger: false, publicOrigin: null });
  await installCompression(app);
  app.get('/list', async () => LIST);
  app.get('/small', async () => ({ success: true }));
  app.get('/by-language', async (_request, reply) => reply.header('Vary', 'Accept-Language').send(LIST));
  app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>'.repeat(1000)));
  app.get('/events', async (_request, reply) => reply.type('text/event-stream').send(`data: ${'x'.repeat(2000)}\n\n`));
  app.post('/echo', async ({ body }) => body);
});
afterEach(() => app.close());

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted ? { 'accept-encoding': accepted } : {} });

describe('compression', () => {
  it('compresses lists and pages for clients that accept it', async () => {
    const brotli = await get('/list', 'gzip, deflate, br');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(LIST);
    const gzip = await get('/page', 'gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe('<p>'.repeat(1000));
  });

  it('does not compress small answers, streams, or answers for clients without support', async () => {
    for (const [url, accepted] of [
      ['/small', 'br'],
      ['/events', 'br'],
      ['/list', undefined],
    ] as const) {
      expect((await get(url, accepted)).headers['content-encoding']).toBeUndefined();
    }
  });

  it('names the encoding in Vary once, whether the answer is compressed or not', async () => {
    for (const accepted of ['br', 'gzip', undefined]) {
      expect((await get('/list', accepted)).headers.vary).toBe('accept-encoding');
      expect((await get('/by-language', accepted)).headers.vary).toBe('Accept-Language, accept-encoding');
      expect((await get('/events', accepted)).headers.vary).toBeUndefined();
    }
  });

  it('unfolds no request', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await app.inject({ method: 'POST', url: '/echo', headers, payload: 'not json' })).statusCode).toBe(400);
  });
});
