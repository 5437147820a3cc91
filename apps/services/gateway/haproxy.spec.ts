import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { siteCookie } from '../command-service/site-cookie.ts';
import { haproxyPath, withServers } from './haproxy.ts';
import { type Answer, startInstance, type TestInstance } from './testing/instance.ts';
import { startHaproxy, type TestGateway } from './testing/start-haproxy.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function instance(answer: Answer): Promise<TestInstance> {
  const one = await startInstance(answer);
  opened.push(() => one.close());
  return one;
}
const saying =
  (text: string): Answer =>
  (_request, response) =>
    response.end(text);
const headersSeen: Answer = ({ headers }, response) => response.end(JSON.stringify(headers));
const UNAVAILABLE = { ready: 503, status: 'unavailable' };
/** Nothing listens on port 1. */
const ABSENT = '127.0.0.1:1';

async function gateway(
  servers: { commands?: string[]; queries?: string[]; ui?: string[] },
  trustProxy?: string,
  edited?: (configuration: string) => string,
): Promise<TestGateway> {
  const one = await startHaproxy(
    { commands: [ABSENT], queries: [ABSENT], ui: [ABSENT], ...servers },
    trustProxy,
    edited,
  );
  opened.push(() => one.close());
  return one;
}

async function send(url: string, method = 'GET', headers: Record<string, string> = {}) {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/x`, { method, headers, ...(method === 'GET' ? {} : { body: 'x' }) });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, ms: performance.now() - startedAt };
}
/** An instance is down after this time, in milliseconds: two health checks. */
const UNTIL_DOWN_MS = 2_000;
/** What a call takes by itself on a busy machine, in milliseconds. Nothing else ends before the 35 s of haproxy.cfg. */
const BY_ITSELF_MS = 30_000;

it('puts servers in place of those that DNS names, and nothing else', () => {
  const text = 'backend ui from services\n  server-template ui 8 ui:3004 resolvers docker\n\nbackend x\n';
  expect(withServers(text, { commands: [], queries: [], ui: ['a:1', 'b:2'] })).toBe(
    'backend ui from services\n  server 1 a:1\n  server 2 b:2\n\nbackend x\n',
  );
});

it('finds HAProxy by PATH, and where Debian keeps it', () => {
  expect(haproxyPath('/nowhere')).toBe(haproxyPath());
});

describe.skipIf(haproxyPath() === null)('the gateway', () => {
  it('passes body, query, cookies, status and headers on as they are', async () => {
    const commands = await instance((request, response, body) => {
      response.writeHead(207, { 'x-position': '7', 'set-cookie': ['a=1', 'b=2'] });
      const { cookie, 'content-type': type, 'idempotency-key': key } = request.headers;
      response.end(JSON.stringify({ url: request.url, method: request.method, cookie, type, key, body }));
    });
    const { url } = await gateway({ commands: [commands.address] });
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

  it('passes over an instance that is not there, for reads and writes', async () => {
    const [a, b] = [await instance(saying('a')), await instance(saying('b'))];
    const { url } = await gateway({ commands: [a.address, ABSENT, b.address], queries: [ABSENT, a.address] });
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(url, 'POST')));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['a', 'b']));
    expect((await send(url)).text).toBe('a');
  });

  it('sends all of a site to one instance: by path, cookie, or body of a till; a program to one, and others to all', async () => {
    const named = await Promise.all(['a', 'b', 'c', 'd'].map((name) => instance(saying(name))));
    const { url } = await gateway({ commands: named.map(({ address }) => address) });
    const post = async (path: string, headers: Record<string, string>, siteId?: string) =>
      (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify({ siteId }), headers })).text();
    const answering = new Set<string>();
    for (let n = 0; n < 12; n += 1) {
      const siteId = `${createHash('md5').update(`${n}`).digest('hex').slice(0, 8)}-0000-4000-8000-000000000000`;
      const { name, value } = siteCookie(siteId);
      const all = await Promise.all([
        post(`/api/sites/${siteId}/qrs`, {}),
        post('/api/staff/redeem', { cookie: `session=x; ${name}=${value}` }),
        post('/api/v1/redemptions', { authorization: `Bearer ${n}` }, siteId),
      ]);
      expect(new Set(all).size).toBe(1);
      answering.add(String(all[0]));
    }
    expect(answering.size).toBeGreaterThan(1);
    const many = async (headers: Record<string, string>) =>
      new Set(await Promise.all(Array.from({ length: 8 }, () => post('/api/v1/qrs', headers))));
    expect((await many({ authorization: 'Bearer key' })).size).toBe(1);
    expect((await many({})).size).toBe(4);
  });

  it('sends a read whose answer was lost to another instance, and never sends a write twice', async () => {
    let writes = 0;
    const dying: Answer = (request) => {
      if (request.method === 'POST') writes += 1;
      request.socket.destroy();
    };
    const [lost, other, well] = [await instance(dying), await instance(dying), await instance(saying('well'))];
    const { url } = await gateway({ commands: [lost.address, other.address], queries: [lost.address, well.address] });
    for (let n = 0; n < 4; n++) expect((await send(url)).text).toBe('well');
    const { status, headers, text } = await send(url, 'POST');
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.parse(text)).toMatchObject({ code: 'UNAVAILABLE' });
    expect(writes).toBe(1);
  });

  it('goes on reading where all read models are old, and not where stores are away', async () => {
    const one = await instance(saying('one'));
    const { url } = await gateway({ commands: [one.address], queries: [one.address], ui: [one.address] });
    const read = async () => (await send(url)).status;
    Object.assign(one, { ready: 503, status: 'behind' });
    await sleep(UNTIL_DOWN_MS);
    expect(await read()).toBe(200);
    Object.assign(one, UNAVAILABLE);
    await expect.poll(read).toBe(503);
  });

  it('answers for a frozen instance within 2 s: reads from another one, writes with 503', async () => {
    const silent: Answer = () => {};
    const [frozen, well] = [await instance(silent), await instance(saying('well'))];
    const both = [frozen.address, well.address];
    const { url } = await gateway({ commands: both, queries: both });
    // Both instances get some: each has the fewest connections for every second request.
    frozen.ready = 0;
    const reads = await Promise.all(Array.from({ length: 6 }, () => send(url)));
    const writes = await Promise.all(Array.from({ length: 6 }, () => send(url, 'POST')));
    expect(reads.map(({ status }) => status)).toEqual(Array(6).fill(200));
    for (const { status } of writes) expect([200, 503]).toContain(status);
    for (const { ms } of [...reads, ...writes]) expect(ms).toBeLessThan(UNTIL_DOWN_MS + BY_ITSELF_MS);
    expect((await send(url, 'POST')).text).toBe('well');
  });

  it('lets an instance that stops answer what it has, and sends it nothing more', async () => {
    let answer: (() => void) | null = null;
    const stopping = await instance((_request, response) => {
      if (answer === null) answer = () => response.end('old');
      else response.end('new');
    });
    const { url } = await gateway({ commands: [stopping.address] });
    const underWay = send(url, 'POST');
    await expect.poll(() => answer).not.toBeNull();
    stopping.ready = 404;
    await expect.poll(async () => (await send(url, 'POST')).status).toBe(503);
    (answer as unknown as () => void)();
    expect((await underWay).text).toBe('old');
  });

  it('is ready while each service has an instance that is ready', async () => {
    const [one, two] = [await instance(saying('1')), await instance(saying('2'))];
    const { url } = await gateway({ commands: [one.address, two.address], queries: [one.address], ui: [one.address] });
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    expect(await ready()).toBe(200);
    Object.assign(two, UNAVAILABLE);
    await sleep(UNTIL_DOWN_MS);
    expect(await ready()).toBe(200);
    Object.assign(one, UNAVAILABLE);
    await expect.poll(ready).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    Object.assign(one, { ready: 200, status: 'ready' });
    await expect.poll(ready).toBe(200);
  });

  it('streams what has no end as it comes, and lets go with the heartbeat after the reader has gone', async () => {
    let gone = false;
    const queries = await instance((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      const heartbeat = setInterval(() => response.write(':\n\n'), 200);
      request.socket.once('close', () => clearInterval(heartbeat));
      request.socket.once('close', () => {
        gone = true;
      });
    });
    const { url } = await gateway({ queries: [queries.address] });
    const reading = new AbortController();
    const response = await fetch(`${url}/api/events`, { signal: reading.signal });
    const first = await response.body?.getReader().read();
    // Heartbeats may come along.
    expect(new TextDecoder().decode(first?.value)).toMatch(/^data: 1\n\n/);
    reading.abort();
    await expect.poll(() => gone).toBe(true);
  });

  it('answers what is under way when it stops, and takes nothing more', async () => {
    const answers: (() => void)[] = [];
    const slow = await instance((_request, response) => void answers.push(() => response.end('late')));
    const { url, process } = await gateway({ commands: [slow.address] });
    const underWay = Promise.all(Array.from({ length: 20 }, () => send(url, 'POST')));
    await expect.poll(() => answers.length).toBe(20);
    process.kill('SIGUSR1');
    const ended = once(process, 'exit');
    await expect.poll(() => fetch(`${url}/nowhere`).catch(() => null)).toBeNull();
    for (const answer of answers) answer();
    expect((await underWay).map(({ text }) => text)).toEqual(Array(20).fill('late'));
    await ended;
  });

  it('shows its metrics inside alone', async () => {
    const { url, inside } = await gateway({});
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await (await fetch(`${inside}/metrics`)).text()).toContain('haproxy_backend_active_servers');
  });

  it.each(['*', 'http://evil.test/x', 'http://evil.test/api/x', '/%zz', '/api/%2e%2e/x', '//x'])(
    'answers the request target %s as the instance does, or refuses it, without an error of its own',
    async (target) => {
      const one = await instance(saying('one'));
      const { url } = await gateway({ ui: [one.address], queries: [one.address] });
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      await once(socket, 'close');
      expect(text).toMatch(/^HTTP\/1\.1 (200|400|404)/);
    },
  );
});

describe.skipIf(haproxyPath() === null)('callers with too many requests', () => {
  /** A fiftieth of the limits, which a busy machine reaches too. */
  const lower = (text: string) => text.replace('gt 1000 }', 'gt 20 }').replace('gt 5000 }', 'gt 100 }');
  const VISITOR = '203.0.113.7';

  /** @returns how many were answered with each status */
  async function flood(url: string, count: number, headers: Record<string, string>) {
    const statuses = new Map<number, number>();
    let left = count;
    const sender = async () => {
      while (left-- > 0) {
        const { status, body } = await fetch(`${url}/api/x`, { headers });
        await body?.cancel();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 10 }, sender));
    return statuses;
  }

  it('get 429 by session; others of their network, and pages, do not', async () => {
    const one = await instance(saying('one'));
    const { url } = await gateway({ queries: [one.address], ui: [one.address] }, '1', lower);
    const from = { 'x-forwarded-for': VISITOR };
    const session = { ...from, cookie: 'session=a.b' };
    const statuses = await flood(url, 60, session);
    expect(statuses.get(429)).toBeGreaterThan(0);
    const refused = await fetch(`${url}/api/x`, { headers: session });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await refused.json()).toMatchObject({ code: 'TOO_MUCH_AT_ONCE' });
    expect((await fetch(`${url}/login`, { headers: session })).status).toBe(200);
    for (const other of [from, { ...from, cookie: 'session=c.d' }, { ...from, authorization: 'Bearer x' }]) {
      expect((await fetch(`${url}/api/x`, { headers: other })).status).toBe(200);
    }
  });

  it('get 429 by network where they have no session; those with one do not', async () => {
    const one = await instance(saying('one'));
    const { url } = await gateway({ queries: [one.address] }, '1', lower);
    const from = { 'x-forwarded-for': VISITOR };
    expect((await flood(url, 150, from)).get(429)).toBeGreaterThan(0);
    expect((await send(url, 'GET', { ...from, cookie: 'session=c.d' })).status).toBe(200);
    expect((await send(url, 'GET', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
  });

  it('send a service nothing of a request that is not here whole', async () => {
    let begun = 0;
    const one = await instance((_request, response) => {
      begun += 1;
      response.end('one');
    });
    const { url } = await gateway({ commands: [one.address] });
    const half = connect(Number(new URL(url).port), '127.0.0.1', () =>
      half.write('POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345'),
    );
    const answer = once(half, 'data');
    expect((await send(url, 'POST')).text).toBe('one');
    expect(begun).toBe(1);
    half.write('67890');
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 200/);
    half.destroy();
  });
});

describe.skipIf(haproxyPath() === null)('the client address that the gateway forwards', () => {
  const CLIENT = '203.0.113.7';
  async function seen(options: { trustProxy?: string; inside?: boolean; headers: Record<string, string> }) {
    const one = await instance(headersSeen);
    const { url, inside } = await gateway({ queries: [one.address] }, options.trustProxy);
    return JSON.parse((await send(options.inside ? inside : url, 'GET', options.headers)).text);
  }

  it('is that of the connection, whatever headers the client sends', async () => {
    const headers = await seen({
      headers: {
        'x-forwarded-for': CLIENT,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.test',
        'x-request-id': 'forged',
      },
    });
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers['x-forwarded-host']).toMatch(/^127\.0\.0\.1:/);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['1', CLIENT, CLIENT],
    ['1', `198.51.100.9, ${CLIENT}`, CLIENT],
    ['2', `198.51.100.9, ${CLIENT}, 10.0.0.3`, CLIENT],
    ['2', CLIENT, CLIENT],
    ['1', 'nonsense', '127.0.0.1'],
  ])('is the one that %s trusted proxies name: %s', async (trustProxy, forwarded, expected) => {
    const headers = await seen({ trustProxy, headers: { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' } });
    expect(headers['x-forwarded-for']).toBe(expected);
    expect(headers['x-forwarded-proto']).toBe('https');
  });

  it('is that of the visitor where the ui calls for a page', async () => {
    const headers = await seen({ inside: true, headers: { 'x-forwarded-for': CLIENT } });
    expect(headers['x-forwarded-for']).toBe(CLIENT);
  });
});
