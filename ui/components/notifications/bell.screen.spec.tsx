import { calls } from '@perktree/contracts/http/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../../testing/audit.ts';
import { api, DESKTOP, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { SITE } from '../../testing/shop.ts';

const ending = (name: string, expiresAtUtc: string) => ({
  ...{ qrId: SITE.id, name, siteId: SITE.id, siteName: SITE.name, expiresAtUtc },
});

it.each([
  ['en', DESKTOP, 'Notification history, 2 new', '“Summer” will stop working', '“Winter” has stopped working', 'Clear'],
  ['es', PHONE, /2/, '«Summer» dejará de funcionar', '«Winter» ha dejado de funcionar', 'Vaciar'],
] as const)('tells the owner of ending QR codes, once, in %s', async (language, viewport, bell, ends, ended, clear) => {
  api.answerReads('empty');
  signIn('site_owner');
  api.on(calls.endingQrs, [ending('Summer', '2026-07-02T09:00:00.000Z'), ending('Winter', '2026-06-30T09:00:00.000Z')]);
  await openScreen('/subscription', { language, viewport });
  const button = () => page.getByRole('button', { name: bell }).first();
  await button().click();
  await expect.element(page.getByText(ends)).toBeVisible();
  await expect.element(page.getByText(ended)).toBeVisible();
  await expect.element(page.getByText('Corner Café', { exact: false }).first()).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  expect(overflow()).toEqual([]);
  await page.getByRole('button', { name: clear }).click();
  await openScreen('/subscription', { language, viewport });
  await expect.poll(() => api.sent(calls.endingQrs).length).toBeGreaterThan(1);
  await expect.element(page.getByText(ends)).not.toBeInTheDocument();
});
