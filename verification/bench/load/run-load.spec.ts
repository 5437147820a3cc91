import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { spentByTrees } from '../process-tree.ts';
import type { LoadOrder } from './order.ts';
import { Load } from './run-load.ts';

let server: Server;
afterEach(() => server.close());

async function serve(answer: (url: string, body: string) => { status?: number; body: string }): Promise<string> {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { status = 200, body: text } = answer(request.url ?? '', body);
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(text), 'X-Position': '7' });
      // Answers may arrive in any number of chunks.
      response.write(text.slice(0, 3));
      setImmediate(() => response.end(text.slice(3)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const order = (url: string, more: Partial<LoadOrder>): LoadOrder => ({
  ...{ urls: [url], cookie: 'a=b', callers: 3, rate: null, warmUpMs: 0, measureMs: 30_000, shownBy: null },
  ...{ watched: { node: () => spentByTrees([process.pid]) }, expect: 'yes', requests: [] },
  ...more,
});

describe('a load', () => {
  it('makes each call once and reports when the requests run out', async () => {
    const seen: string[] = [];
    const url = await serve((path, body) => {
      seen.push(`${path} ${body}`);
      return { body: 'yes, yes' };
    });
    const requests = Array.from({ length: 20 }, (_, n) => ({ method: 'POST', path: `/${n}`, body: { n } }) as const);
    const result = await new Load(order(url, { requests })).run();
    expect(result).toMatchObject({ good: 20, bad: 0, ranOut: true, latency: { count: 20 } });
    expect(Object.keys(result.cpuUs)).toEqual(['node']);
    expect(new Set(seen)).toEqual(new Set(requests.map(({ path, body }) => `${path} ${JSON.stringify(body)}`)));
  });

  it('counts unexpected answers', async () => {
    const url = await serve((path) => (path === '/no' ? { body: 'no' } : { status: 500, body: 'yes' }));
    const requests = [{ method: 'GET', path: '/no' } as const, { method: 'GET', path: '/fails' } as const];
    const result = await new Load(order(url, { requests, callers: 1 })).run();
    expect(result).toMatchObject({ good: 0, bad: 2, firstBad: '200 no' });
  });

  it('ends an operation when readers have it', async () => {
    const url = await serve(() => ({ body: 'yes' }));
    const reached: number[] = [];
    const shownBy = { reached: async (position: number) => void reached.push(position), close: async () => {} };
    await new Load(order(url, { requests: [{ method: 'GET', path: '/' }], shownBy })).run();
    expect(reached).toEqual([7]);
  });

  it('of an open loop makes its calls when due and includes the delay of late ones', async () => {
    const url = await serve(() => ({ body: 'yes' }));
    const requests = Array.from({ length: 100 }, () => ({ method: 'GET', path: '/' }) as const);
    const result = await new Load(order(url, { requests, rate: 100, measureMs: 300, callers: 2 })).run();
    expect(Math.abs(result.good - 30)).toBeLessThanOrEqual(1);
    expect(result.latency.max).toBeGreaterThan(0);
  });
});
