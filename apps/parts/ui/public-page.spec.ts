import type { ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import { createApp } from '@perktree/platform/http/app';
import { renderPage } from '@perktree/ui/public/render-page.tsx';
import { describe, expect, it } from 'vitest';
import { pageApiInProcess } from './page-api.ts';
import { brandOfReturn, fillPage } from './public-page.ts';

const TEMPLATE =
  '<html lang="en"><head><title>PerkTree</title><!--head--></head><body><div id="root"><!--page--></div><!--bootstrap--></body></html>';

const offer = (name: string): ScanInfoAnswer => ({
  success: true,
  message: 'OK',
  qr: {
    name,
    siteName: name,
    currency: 'EUR',
    type: 'TEXT_REWARD',
    discountPercent: null,
    discountFixedAmount: null,
    textReward: name,
    benefitDisplay: name,
    externalUrl: 'javascript:alert(1)',
    maxRedemptions: null,
    totalRedemptions: 0,
    isMaxedOut: false,
    isExpired: false,
    isClaimed: false,
    isInactive: false,
    claimObstacle: null,
    expiresAtUtc: '2999-03-11T12:00:00.000Z',
    brand: null,
    commissionPercent: '10.00',
  },
});

const pageWith = (name: string, kind: 'customer' | 'distributor') =>
  fillPage(
    TEMPLATE,
    renderPage(
      { page: 'link', kind, token: 'a-token' },
      { language: 'en', brand: 'PerkTree', signedIn: false, info: offer(name), renderedAt: '2026-03-10T12:00:00.000Z' },
    ),
  );

describe('a public page', () => {
  it.each([
    '</script><script>alert(1)</script>',
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    `' onmouseover='alert(1)`,
    '<!--bootstrap--><!--page--><!--head-->',
    '<!--<script>',
  ])('says %s and does nothing that it says', (name) => {
    for (const kind of ['customer', 'distributor'] as const) {
      const page = pageWith(name, kind);
      expect(page.match(/<script/g)).toHaveLength(1);
      expect(page.match(/<\/script/g)).toHaveLength(1);
      expect(page).not.toMatch(/<img|<!--(bootstrap|page|head|<)/);
      // Of every tag its attributes' names: what stands between quotes is a value.
      expect(page.replace(/="[^"]*"/g, '')).not.toMatch(/<[a-z]+[^<>]* on[a-z]+=/);
      expect(page).not.toContain('href="javascript:');
      const sent = /<script type="application\/json" id="bootstrap">(.*)<\/script>/.exec(page)?.[1] ?? '';
      expect(JSON.parse(sent).info.qr.name).toBe(name);
    }
  });

  it('keeps dollar signs as they are', () => {
    expect(pageWith('$& $1 $$', 'customer')).toContain('<h1>$&amp; $1 $$</h1>');
  });

  it('has its times in UTC, and says so', () => {
    expect(pageWith('Bread', 'customer')).toMatch(/Valid until .*12:00.* UTC/);
  });

  it('says without scripts what is offered, and leads to the sign-in', () => {
    const customer = pageWith('Bread', 'customer');
    expect(customer).toContain('<title>Bread from Bread · PerkTree</title>');
    expect(customer).toMatch(/property="og:description" content="Bread from Bread"/);
    for (const text of ['Your Benefit', 'Sign in to redeem']) expect(customer).toContain(text);
    expect(customer).toMatch(/href="\/api\/login\?intent=customer&amp;returnTo=/);
    for (const text of ['10.00% per redemption', 'How it works', 'Sign up to Claim'])
      expect(pageWith('Bread', 'distributor')).toContain(text);
  });
});

it('a return path with backslashes asks for no other page', async () => {
  const app = createApp({ logger: false, publicOrigin: null });
  app.get('/', (_request, reply) => reply.type('text/html').send('<html>'));
  app.get('/login', async (request) => ({
    brand: await brandOfReturn(
      request,
      pageApiInProcess(app, async () => null),
    ),
  }));
  const returnTo = encodeURIComponent('/scan/customer/..\\..\\..\\..');
  const { statusCode, body } = await app.inject(`/login?returnTo=${returnTo}`);
  expect([statusCode, body]).toEqual([200, '{"brand":null}']);
  await app.close();
});
