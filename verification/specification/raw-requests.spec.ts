import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveUi } from '@perktree/apps/parts/ui/serve-ui';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, describe, expect, it } from 'vitest';

const log: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'perktree-ui-'));

for (const part of ['assets', 'admin', 'public', 'product-pictures']) mkdirSync(join(folder, part));
for (const page of ['admin/index.html', 'public/index.html', 'public/account.html'])
  writeFileSync(join(folder, page), '<!doctype html><html>');
const composed = await startComposedApp({
  log,
  mountMore: (app) =>
    serveUi(app, {
      folder,
      brand: { desktop: 'PerkTree Console', mobile: 'PerkTree' },
      publicUrl: 'https://perktree.example',
      api: {
        isSignedIn: async () => false,
        scanInfo: async () => ({ status: 404, info: null }),
        isViewing: async () => false,
        customerBrand: async () => null,
      } as never,
    }),
});
await composed.app.listen({ port: 0, host: '127.0.0.1' });
const port = (composed.app.server.address() as AddressInfo).port;
afterAll(async () => {
  await composed.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends bytes as they are. @returns the status of the first answer */
function statusOf(bytes: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no answer to ${JSON.stringify(bytes)}`)));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });
}

const request = (target: string, { method = 'GET', headers = '' } = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;
const post = (headers: string) => request('/api/scan', { method: 'POST', headers });

describe('a request that no client library would send', () => {
  it.each([
    ['a path that leaves the folder of assets', request('/assets/../../etc/passwd')],
    ['the same, encoded', request('/assets/%2e%2e/%2e%2e/etc/passwd')],
    ['a backslash in the path', request('/assets/..\\..\\etc\\passwd')],
    ['the target of all of the server', request('*', { method: 'OPTIONS' })],
    ['the same as a read', request('*')],
    ['an absolute target', request('http://evil.test/x')],
    ['an absolute target without a path', request('http://evil.test')],
    ['an absolute target that is a call', request('http://evil.test/api/sites')],
    ['a path of another host', request('//evil.test/x')],
    ['an empty segment', request('///')],
  ])('is refused with 404 and one line of the log: %s', async (_, bytes) => {
    log.length = 0;
    expect(await statusOf(bytes)).toBe(404);
    const lines = log.filter((line) => !line.includes('"answered"'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('"stack"');
  });

  it.each([
    ['the same, encoded twice', request('/assets/%252e%252e/%252e%252e/etc/passwd')],
    ['a path of dots from the root', request('/../../etc/passwd')],
    ['a zero byte in the path', request('/assets/%00.js')],
    ['a path that cannot be decoded', request('/assets/%zz')],
    ['half of a UTF-8 character in the path', request('/%c3')],
    ['a dotfile', request('/assets/.env')],
    ['a path without a slash', request('x')],
    ['a query alone', request('?x')],
    ['an unknown method of HTTP', request('/api/scan', { method: 'PROPFIND' })],
    ['TRACE', request('/', { method: 'TRACE' })],
    ['CONNECT', request('evil.test:443', { method: 'CONNECT' })],
    ['no method of HTTP', 'NONSENSE / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['no host', 'GET /api/sites HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', `${post('Content-Length: 1\r\nContent-Length: 2\r\n')}{}`],
    ['a length that is none', post('Content-Length: -1\r\n')],
    ['a length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')],
    ['chunks that are none', `${post('Transfer-Encoding: chunked\r\n')}zz\r\n`],
    ['a body of no type', `${post('Content-Length: 2\r\n')}{}`],
    ['a type that is none', `${post('Content-Type: /;=\r\nContent-Length: 2\r\n')}{}`],
    ['a charset that is none', `${post('Content-Type: application/json; charset=\xff\r\nContent-Length: 2\r\n')}{}`],
    ['an expectation', post('Expect: the-moon\r\n')],
    ['an upgrade', request('/', { headers: 'Upgrade: websocket\r\nConnection: Upgrade\r\n' })],
    ['a range of an asset that is none', request('/assets/x.js', { headers: 'Range: bytes=9-1\r\n' })],
    ['a header that is too large', request('/', { headers: `X-Large: ${'x'.repeat(40_000)}\r\n` })],
    ['a cookie that cannot be decoded', request('/api/sites', { headers: 'Cookie: session=%zz; =; a\r\n' })],
    ['a position that is none', request('/api/me/sites', { headers: 'X-Min-Position: -1\r\n' })],
    ['a forwarded address that is none', request('/api/sites', { headers: 'X-Forwarded-For: ,,\xff\r\n' })],
    ['an origin that is none', post('Origin: ://\xff\r\n')],
    ['a language that is none', request('/scan/customer/x', { headers: 'Accept-Language: ;;q=\xff\r\n' })],
    ['an encoding that is none', request('/scan/customer/x', { headers: 'Accept-Encoding: ;;q=\xff\r\n' })],
  ])('is never an error of the server, and logs no stack: %s', async (_, bytes) => {
    log.length = 0;
    // 0: the connection was closed without an answer.
    expect(await statusOf(bytes)).toBeLessThan(500);
    expect(log.filter((line) => line.includes('"stack"'))).toEqual([]);
  });

  it.each(['/assets/%00', '/product-pictures/a%00.png'])('names no body where there is none: GET %s', async (url) => {
    const answer = await composed.app.inject(url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });
});
