import type fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../http/app.ts';
import { installHttpMetrics, mountMetrics } from './http-metrics.ts';
import { MetricsRegistry } from './registry.ts';

describe('the registry', () => {
  it('writes the text format of Prometheus, without metrics that have no value', () => {
    const registry = new MetricsRegistry();
    const counter = registry.counter('seen_total', 'What was seen.');
    registry.gauge('never', 'Has no value.');
    counter.add({ kind: 'a' });
    counter.add({ kind: 'a' }, 2);
    counter.add({ kind: 'say "hi"\\\n' });
    registry.gauge('level', 'How high.').set({}, 1.5);
    expect(registry.text()).toBe(
      [
        '# HELP seen_total What was seen.',
        '# TYPE seen_total counter',
        'seen_total{kind="a"} 3',
        'seen_total{kind="say \\"hi\\"\\\\\\n"} 1',
        '# HELP level How high.',
        '# TYPE level gauge',
        'level 1.5\n',
      ].join('\n'),
    );
  });

  it('counts an observation in all buckets from its own on', () => {
    const registry = new MetricsRegistry();
    const histogram = registry.histogram('took_seconds', 'How long.');
    for (const value of [0.005, 0.3, 60]) histogram.observe({ route: '/x' }, value);
    const text = registry.text();
    for (const [le, count] of [
      ['0.005', 1],
      ['0.25', 1],
      ['0.5', 2],
      ['10', 2],
      ['+Inf', 3],
    ]) {
      expect(text).toContain(`took_seconds_bucket{route="/x",le="${le}"} ${count}\n`);
    }
    expect(text).toContain('took_seconds_sum{route="/x"} 60.305\n');
    expect(text).toContain('took_seconds_count{route="/x"} 3\n');
  });

  it('has each name once', () => {
    const registry = new MetricsRegistry();
    registry.counter('seen_total', '');
    expect(() => registry.gauge('seen_total', '')).toThrow('seen_total');
  });
});

describe('GET /metrics', () => {
  const open: ReturnType<typeof fastify>[] = [];
  afterEach(async () => {
    for (const app of open.splice(0)) await app.close();
  });
  function serve() {
    const registry = new MetricsRegistry();
    const app = createApp({ logger: false, publicOrigin: null });
    open.push(app as never);
    installHttpMetrics(app, registry);
    mountMetrics(app, registry, async () => {});
    app.get('/api/scan-info/:token', async () => ({}));
    return app;
  }

  it('counts requests by route template, and never exposes paths', async () => {
    const app = serve();
    await app.inject('/api/scan-info/a-secret-token');
    await app.inject('/api/scan-info/another-token?email=a@example.org');
    await app.inject('/made/up/path');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(body).toContain('perktree_http_requests_total{method="GET",route="/api/scan-info/:token",status="200"} 2\n');
    expect(body).toContain('perktree_http_requests_total{method="GET",route="none",status="404"} 1\n');
    expect(body).toContain(
      'perktree_http_request_duration_seconds_count{method="GET",route="/api/scan-info/:token"} 2\n',
    );
    expect(body).not.toMatch(/token[^"/}]|example|made/);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.3.2.1', '172.31.0.9', '192.168.1.1', 'fd12::1'])(
    'is there for %s',
    async (remoteAddress) => {
      expect((await serve().inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200);
    },
  );

  it.each(['8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8'])('is not there for %s', async (remoteAddress) => {
    const answer = await serve().inject({ url: '/metrics', remoteAddress });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])('is not there through a proxy: %s', async (name) => {
    const answer = await serve().inject({ url: '/metrics', headers: { [name]: '127.0.0.1' } });
    expect(answer.statusCode).toBe(404);
  });
});
