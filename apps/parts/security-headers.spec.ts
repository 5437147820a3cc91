import { createApp } from '@perktree/platform/http/app';
import { describe, expect, it } from 'vitest';
import { installSecurityHeaders } from './http.ts';

async function answerOf(url: string, https = false) {
  const app = createApp({ logger: false, publicOrigin: null });
  installSecurityHeaders(app, { https });
  app.get('/data', async () => ({ name: '<script>alert(1)</script>' }));
  app.get('/page', async (_, reply) =>
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', "script-src 'self'").send('<p>'),
  );
  app.get('/fault', async () => {
    throw new Error('never said');
  });
  const answer = await app.inject(url);
  await app.close();
  return answer.headers;
}

describe('every answer', () => {
  it.each(['/data', '/page', '/fault', '/nowhere', '/%ff'])(
    'declares its type and is isolated from other origins: %s',
    async (url) => {
      expect(await answerOf(url)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
      });
    },
  );

  it('with data cannot run as a page', async () => {
    for (const url of ['/data', '/fault', '/nowhere']) {
      const policy = String((await answerOf(url))['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
    }
    expect((await answerOf('/page'))['content-security-policy']).toBe("script-src 'self'");
  });

  it('asks for https where that is how it is served, for this host', async () => {
    expect((await answerOf('/data', true))['strict-transport-security']).toBe('max-age=31536000');
    expect((await answerOf('/data'))['strict-transport-security']).toBeUndefined();
  });
});
