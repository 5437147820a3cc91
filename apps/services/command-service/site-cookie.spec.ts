import { noteAttempt } from '@perktree/command-service/http/outcomes/rule-outcome';
import { createApp } from '@perktree/platform/http/app';
import { expect, it } from 'vitest';
import { installSiteCookie } from './site-cookie.ts';

const SITE = '5f0c2d9e-0000-4000-8000-000000000000';

async function cookiesOf(headers: Record<string, string>, isAbout = SITE) {
  const app = createApp({ logger: false, publicOrigin: null });
  installSiteCookie(app, true);
  app.get('/api/x', async (request) => {
    if (isAbout !== '') noteAttempt(request, { siteId: isAbout });
    return {};
  });
  const { cookies } = await app.inject({ url: '/api/x', headers });
  await app.close();
  return cookies;
}

it('names the site of a command, until the browser closes, once', async () => {
  const cookie = { name: 'site', value: '5f0c2d9e', path: '/api', httpOnly: true, sameSite: 'Lax', secure: true };
  expect(await cookiesOf({})).toEqual([cookie]);
  expect(await cookiesOf({ cookie: 'site=00000000' })).toEqual([cookie]);
  expect(await cookiesOf({ cookie: 'site=5f0c2d9e' })).toEqual([]);
});

it('is not set where no site is known, nor for programs', async () => {
  expect(await cookiesOf({}, '')).toEqual([]);
  expect(await cookiesOf({ authorization: 'Bearer key' })).toEqual([]);
});
