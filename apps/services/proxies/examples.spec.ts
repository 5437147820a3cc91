import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { ATTEMPT_LIMITS } from '@perktree/identity/attempt-limits';
import { findProgram } from '@perktree/platform/process/find-program';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mountHealth } from '../../parts/health.ts';
import { serveUi } from '../../parts/ui/serve-ui.ts';
import { type ComposedApp, startComposedApp } from '../../standalone/testing/composed-app.ts';
import { haproxyPath } from '../gateway/haproxy.ts';
import { startHaproxy } from '../gateway/testing/start-haproxy.ts';
import { HttpsClient } from './testing/https-client.ts';
import { missing, type ProxyName, startCaches, startProxy, type TestProxy } from './testing/start-proxy.ts';

/** Twice the time without a byte after which proxies give up. */
const STREAM_MS = 120_000;
const SCRIPT = 'console.log("a script");'.repeat(100);
const PASSWORD = 'correct horse battery';

const NAMES: readonly ProxyName[] = ['nginx', 'apache2', 'caddy'];
const WAYS = [
  ...NAMES.map((proxy) => ({ title: proxy + missing(proxy), proxy, hasGateway: false })),
  {
    title: `nginx in front of the gateway${missing('nginx') || (haproxyPath() ? '' : ' (skipped: no haproxy)')}`,
    proxy: 'nginx' as const,
    hasGateway: true,
  },
].map((way, n) => ({ ...way, network: `127.0.${n + 1}`, isSkipped: way.title.includes('skipped') }));

interface OpenStream {
  readonly owner: HttpsClient;
  readonly response: IncomingMessage;
  readonly openedAt: number;
  /** What came, with the time since the stream was opened. */
  readonly came: { readonly text: string; readonly ms: number }[];
  hasEnded: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'perktree-ui-'));
const closes: (() => Promise<unknown>)[] = [];
const proxies = new Map<string, TestProxy>();
const streams = new Map<string, OpenStream>();
let composed: ComposedApp;
let cachePortOf: (port: number) => number;

beforeAll(async () => {
  writeScreens();
  composed = await startComposedApp({
    publicUrl: 'https://perktree.example',
    trustProxy: 1,
    async mountMore(app) {
      app.get('/api/seen/*', async ({ id, ip, host, protocol, raw: { url } }) => ({ id, ip, host, protocol, url }));
      mountHealth(app, async () => ({ status: 'ready', ready: true }));
      await serveUi(app, {
        folder,
        brand: { desktop: 'PerkTree Console', mobile: 'PerkTree' },
        publicUrl: 'https://perktree.example',
        api: { isSignedIn: async () => true, customerBrand: async () => null } as never,
      });
    },
  });
  closes.push(() => composed.close());
  await composed.app.listen({ port: 0, host: '127.0.0.1' });
  const product = `127.0.0.1:${(composed.app.server.address() as AddressInfo).port}`;
  for (const { title, proxy, hasGateway, isSkipped } of WAYS) {
    if (isSkipped) continue;
    const started = await startProxy(proxy, hasGateway ? await gatewayOf(product) : product);
    closes.push(() => started.close());
    proxies.set(title, started);
  }
  if (findProgram('nginx')) {
    const caches = await startCaches([...proxies.values()].map(({ port }) => port));
    closes.push(() => caches.close());
    cachePortOf = caches.of;
  }
  for (const { title, network, isSkipped } of WAYS) {
    if (!isSkipped) streams.set(title, await openStream(visitor(title, `${network}.1`)));
  }
});

afterAll(async () => {
  for (const { response } of streams.values()) response.destroy();
  for (const close of closes.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function gatewayOf(product: string): Promise<string> {
  const gateway = await startHaproxy({ commands: [product], queries: [product], ui: [product] }, '1');
  closes.push(() => gateway.close());
  await vi.waitUntil(async () => (await fetch(`${gateway.url}/readyz`)).ok, { timeout: 60_000 });
  return new URL(gateway.url).host;
}

function writeScreens(): void {
  for (const part of ['assets', 'admin', 'public', 'icons']) mkdirSync(join(folder, part));
  for (const page of ['admin/index.html', 'public/index.html', 'public/account.html'])
    writeFileSync(join(folder, page), '<!doctype html><html>');
  writeFileSync(join(folder, 'assets/main.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets/main.js.br'), brotliCompressSync(SCRIPT));
}

const proxyOf = (title: string) => proxies.get(title) as TestProxy;
const visitor = (title: string, address: string) => new HttpsClient(address, proxyOf(title));

async function openStream(owner: HttpsClient): Promise<OpenStream> {
  const body = { email: `owner-${owner.address}@example.test`, password: PASSWORD, intent: 'business' };
  expect((await owner.call('/api/auth/register', { method: 'POST', body })).status).toBe(201);
  const openedAt = performance.now();
  const response = await owner.open('/api/events');
  const stream: OpenStream = { owner, response, openedAt, came: [], hasEnded: false };
  expect(response.statusCode).toBe(200);
  response.on('data', (chunk) => stream.came.push({ text: String(chunk), ms: performance.now() - openedAt }));
  // Also after a failure, which the test sees by it.
  response.once('close', () => {
    stream.hasEnded = true;
  });
  response.once('error', () => {});
  return stream;
}

describe.each(WAYS.map((way) => [way.title, way] as const))('%s', (title, { network, isSkipped }) => {
  describe.skipIf(isSkipped)('in front of the product', () => {
    it('sends http to https', async () => {
      const client = new HttpsClient(`${network}.9`, { port: proxyOf(title).plainPort, isPlain: true });
      const { status, headers } = await client.call('/scan/customer/x?y=1');
      expect([301, 308]).toContain(status);
      expect(headers.location).toBe('https://perktree.example/scan/customer/x?y=1');
    });

    it('passes paths, queries, bodies and cookies on as they are', async () => {
      const client = visitor(title, `${network}.2`);
      expect((await client.call('/metrics')).status).toBe(404);
      const name = 'x'.repeat(200_000);
      const large = await client.call('/api/auth/login', { method: 'POST', body: { email: name, password: PASSWORD } });
      expect([large.status, JSON.parse(String(large.body)).code]).toEqual([400, 'VALIDATION_FAILED']);
      const tooLarge = await client.call('/api/auth/login', { method: 'POST', body: { email: 'x'.repeat(300_000) } });
      expect([tooLarge.status, JSON.parse(String(tooLarge.body)).code]).toEqual([413, 'BODY_TOO_LARGE']);
      const path = '/api/seen/a%2Fb%20c?q=%2F&r=a%26b';
      expect(JSON.parse(String((await client.call(path)).body)).url).toBe(path);
      const registered = await client.call('/api/auth/register', {
        method: 'POST',
        headers: { origin: 'https://perktree.example' },
        body: { email: `cookies-${network}@example.test`, password: PASSWORD },
      });
      expect(registered.status).toBe(201);
      expect(String(registered.headers['set-cookie'])).toMatch(/^__Host-/);
      expect((await client.call('/api/auth/user')).status).toBe(200);
    });

    it('speaks HTTP/2 with browsers, which then have more than six connections for live streams', async () => {
      const { port } = proxyOf(title);
      const options = { host: '127.0.0.1', port, servername: 'perktree.example', rejectUnauthorized: false };
      const socket = connectTls({ ...options, ALPNProtocols: ['h2', 'http/1.1'] });
      await once(socket, 'secureConnect');
      expect(socket.alpnProtocol).toBe('h2');
      socket.destroy();
    });

    it('knows two visitors apart, and takes no address from what they write', async () => {
      const [guesser, other] = [visitor(title, `${network}.3`), visitor(title, `${network}.4`)];
      let guesses = 0;
      const guess = async (client: HttpsClient, headers = {}) => {
        const body = { email: `guess-${network}-${guesses++}@example.test`, password: 'a guess' };
        return (await client.call('/api/auth/login', { method: 'POST', headers, body })).status;
      };
      for (let n = 0; n < ATTEMPT_LIMITS.perNetwork; n += 10) {
        await Promise.all(Array.from({ length: 10 }, () => guess(guesser)));
      }
      expect(await guess(guesser)).toBe(429);
      expect(await guess(other)).toBe(401);
      const forged = [
        { 'x-forwarded-for': '198.51.100.9' },
        { 'x-forwarded-for': '198.51.100.9, 198.51.100.10' },
        { 'x-forwarded-for': ['198.51.100.9', '198.51.100.10'] },
        { forwarded: 'for=198.51.100.9', 'x-real-ip': '198.51.100.9', 'true-client-ip': '198.51.100.9' },
        // Asks the proxy to leave out the header that it sets.
        { 'x-forwarded-for': '198.51.100.9', connection: 'close, x-forwarded-for' },
      ];
      for (const headers of forged) expect(await guess(guesser, headers), JSON.stringify(headers)).toBe(429);
    });

    it('takes no address, host, protocol or request id from callers', async () => {
      const client = visitor(title, `${network}.5`);
      const id = '2f0a5d9c-5a0e-4c7e-9a53-0b8a5c2f7d11';
      const forged = { 'x-request-id': id, 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' };
      const seen = JSON.parse(String((await client.call('/api/seen/x', { headers: forged })).body));
      expect(seen).toMatchObject({ ip: client.address, host: 'perktree.example', protocol: 'https' });
      expect(seen.id).not.toBe(id);
    });

    it.skipIf(findProgram('nginx') === null)('and a cache sends each client what it can read', async () => {
      const client = new HttpsClient(`${network}.6`, { port: cachePortOf(proxyOf(title).port), isPlain: true });
      const forms = [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
        ['identity', (body: Buffer) => body],
      ] as const;
      for (const kept of [['MISS'], ['HIT', 'EXPIRED']]) {
        for (const [encoding, decode] of forms) {
          const answer = await client.call('/assets/main.js', { headers: { 'accept-encoding': encoding } });
          expect([answer.status, answer.headers['content-encoding'] ?? 'identity']).toEqual([200, encoding]);
          expect(kept).toContain(answer.headers['x-cache']);
          expect(String(decode(answer.body))).toBe(SCRIPT);
        }
      }
    });
  });
});

// Last, while all that came before had to wait for nothing.
describe('a live stream of two minutes', () => {
  it.each(WAYS.filter(({ isSkipped }) => !isSkipped).map((way) => [way.title, way] as const))(
    'through %s',
    { timeout: STREAM_MS + 120_000 },
    async (title, { network }) => {
      const stream = streams.get(title) as OpenStream;
      await sleep(Math.max(0, stream.openedAt + STREAM_MS - performance.now()));
      expect(stream.hasEnded).toBe(false);
      expect(stream.came[0]?.text).toContain('event: ready');
      // Before the first heartbeat, which may push out what a proxy holds back.
      expect(stream.came[0]?.ms).toBeLessThan(15_000);
      // Each heartbeat when it was sent, and not many of them at once.
      const silences = stream.came.map(({ ms }, n) => ms - (stream.came[n - 1]?.ms ?? 0));
      expect(Math.max(...silences)).toBeLessThan(30_000);
      const sofar = stream.came.length;
      const created = await stream.owner.call('/api/sites', {
        method: 'POST',
        body: { name: `Shop ${network}`, currency: 'EUR' },
      });
      expect(created.status).toBeLessThan(300);
      await expect
        .poll(() => stream.came.slice(sofar).some(({ text }) => text.includes('event: invalidate')))
        .toBe(true);
    },
  );
});
