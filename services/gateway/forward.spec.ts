import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createApp } from '@perktree/platform/http/app';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { forwardEverything } from './forward.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const opened: (() => Promise<unknown>)[] = [];
const warnings: object[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  warnings.length = 0;
});

/** An instance of some service. */
async function instance(answer: Answer): Promise<string> {
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push(
    () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const saying =
  (text: string): Answer =>
  (_request, response) =>
    response.end(text);
/** Nobody listens on port 1. */
const NOBODY = 'http://127.0.0.1:1';

async function gateway(addresses: {
  commands?: string[];
  queries?: string[];
  ui?: string[];
}): Promise<{ app: FastifyInstance; url: string }> {
  const app = createApp({ logger: false, publicOrigin: null });
  await forwardEverything(
    app,
    { commands: [NOBODY], queries: [NOBODY], ui: [NOBODY], ...addresses },
    { warn: (details: object) => void warnings.push(details) },
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  opened.push(() => app.close());
  return { app, url };
}

describe('the gateway', () => {
  it('sends each request to the service that answers it', async () => {
    const [commands, queries, ui] = [
      await instance(saying('c')),
      await instance(saying('q')),
      await instance(saying('u')),
    ];
    const { url } = await gateway({ commands: [commands], queries: [queries], ui: [ui] });
    const text = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text();
    expect(await text('/scan/x')).toBe('u');
    expect(await text('/api/sites')).toBe('q');
    expect(await text('/api/sites', { method: 'POST' })).toBe('c');
  });

  it('passes body, query, cookies, status and headers on as they are', async () => {
    const commands = await instance((request, response, body) => {
      response.writeHead(207, { 'x-position': '7', 'set-cookie': ['a=1', 'b=2'] });
      const { cookie, 'content-type': type, 'idempotency-key': key } = request.headers;
      response.end(JSON.stringify({ url: request.url, method: request.method, cookie, type, key, body }));
    });
    const { url } = await gateway({ commands: [commands] });
    const response = await fetch(`${url}/api/x?y=%20z`, {
      method: 'PUT',
      body: '{ "spaces" :  "kept" }',
      headers: { 'content-type': 'application/json; charset=utf-8', cookie: 's=1', 'idempotency-key': 'k' },
    });
    expect(response.status).toBe(207);
    expect(response.headers.get('x-position')).toBe('7');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.json()).toEqual({
      url: '/api/x?y=%20z',
      method: 'PUT',
      cookie: 's=1',
      type: 'application/json; charset=utf-8',
      key: 'k',
      body: '{ "spaces" :  "kept" }',
    });
  });

  it('says who asks, whatever the client says about that', async () => {
    const queries = await instance((request, response) => response.end(JSON.stringify(request.headers)));
    const { url } = await gateway({ queries: [queries] });
    const headers = await (await fetch(`${url}/api/x`, { headers: { 'x-forwarded-for': '10.0.0.9' } })).json();
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('shares the work out, and passes over an instance that is not there, saying so once', async () => {
    const [a, b] = [await instance(saying('a')), await instance(saying('b'))];
    const { url } = await gateway({ commands: [a, NOBODY, b] });
    const answers: string[] = [];
    for (let n = 0; n < 12; n++)
      answers.push(await (await fetch(`${url}/api/x`, { method: 'POST', body: 'x' })).text());
    expect(new Set(answers)).toEqual(new Set(['a', 'b']));
    expect(warnings).toEqual([{ service: 'commands', address: NOBODY, code: 'ECONNREFUSED' }]);
  });

  it('asks another instance for a read whose answer was lost, and never sends a write twice', async () => {
    let writes = 0;
    const dying = await instance((request) => {
      if (request.method === 'POST') writes += 1;
      request.socket.destroy();
    });
    const well = await instance(saying('well'));
    const { url } = await gateway({ commands: [dying, dying], queries: [dying, well] });
    for (let n = 0; n < 4; n++) expect(await (await fetch(`${url}/api/x`)).text()).toBe('well');
    const response = await fetch(`${url}/api/x`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(writes).toBe(1);
  });

  it('answers 503 where nobody is there', async () => {
    const { url } = await gateway({});
    expect((await fetch(`${url}/api/x`)).status).toBe(503);
  });

  it('streams what has no end as it comes, and lets go when the reader goes', async () => {
    let gone = false;
    const queries = await instance((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      request.socket.once('close', () => {
        gone = true;
      });
    });
    const { url } = await gateway({ queries: [queries] });
    const reading = new AbortController();
    const response = await fetch(`${url}/api/events`, { signal: reading.signal });
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n');
    reading.abort();
    await expect.poll(() => gone, { timeout: 10_000 }).toBe(true);
  });

  it.each([
    '*',
    'http://evil.test/x',
    'http://evil.test/api/x',
    '/assets/../../etc/passwd',
    '/%zz',
    '/api/%2e%2e/x',
    '//x',
  ])(
    'answers the request target %s as the instance does, or refuses it, without an error of its own',
    async (target) => {
      const [ui, queries] = [await instance(saying('u')), await instance(saying('q'))];
      const { url } = await gateway({ ui: [ui], queries: [queries] });
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
        );
        socket.on('data', (chunk) => {
          text += chunk.toString();
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(text));
      });
      expect(answer).toMatch(/^\/(?!\/)/.test(target) ? /^HTTP\/1\.1 (200|400|404)/ : /^HTTP\/1\.1 404/);
    },
  );

  it('refuses a body that is too large, and a write from another site', async () => {
    const { url } = await gateway({ commands: [await instance(saying('c'))] });
    const large = await fetch(`${url}/api/x`, { method: 'POST', body: 'x'.repeat(300 * 1024) });
    expect(large.status).toBe(413);
    const foreign = await fetch(`${url}/api/x`, { method: 'POST', headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.status).toBe(403);
  });
});
