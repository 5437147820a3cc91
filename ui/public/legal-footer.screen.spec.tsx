import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { NEVER } from '../testing/fake-api.ts';
import { openPublicPage } from '../testing/open-public-page.tsx';
import { api, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { legalFooter } from './legal-footer.tsx';

const FOOTER = legalFooter({
  privacy: 'https://shop.example/privacy?a=1&b="2"',
  terms: 'https://shop.example/terms',
  imprint: 'https://shop.example/imprint',
});

const PAGES: readonly (readonly [path: string, viewer: Role | null, open: typeof openScreen])[] = [
  ['/', null, openPublicPage],
  ['/scan/customer/some-token', null, openPublicPage],
  ['/login', null, openPublicPage],
  ['/mobile-scanner', 'customer', openScreen],
];

it.each(PAGES)('%s links to privacy, terms and imprint, in reach at its end', async (path, viewer, open) => {
  signIn(viewer);
  api.answerReads('empty');
  api.on(calls.scan, NEVER);
  await open(path, { viewport: PHONE });
  document.body.insertAdjacentHTML('beforeend', FOOTER);
  await settled();
  const footer = page.getByRole('contentinfo');
  await expect.element(footer).toBeVisible();
  const links = [...footer.element().querySelectorAll('a')];
  expect(links.map((link) => link.innerText)).toEqual(['Privacy', 'Terms', 'Imprint']);
  expect(links[0]?.href).toBe('https://shop.example/privacy?a=1&b=%222%22');
  window.scrollTo(0, document.documentElement.scrollHeight);
  for (const link of links) {
    const { x, y, width, height } = link.getBoundingClientRect();
    expect(link.contains(document.elementFromPoint(x + width / 2, y + height / 2)), link.innerText).toBe(true);
  }
  expect([...(path === '/login' ? await axeFindings() : []), ...overflow()]).toEqual([]);
});

it('the login page changes the language of its footer, too', async () => {
  signIn(null);
  api.answerReads('empty');
  await openPublicPage('/login', { language: 'en' });
  document.body.insertAdjacentHTML('beforeend', FOOTER);
  await expect.element(page.getByRole('link', { name: 'Privacy' })).toBeVisible();
  await page.getByRole('button', { name: 'Español' }).click();
  for (const name of ['Privacidad', 'Términos', 'Aviso legal'])
    await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Privacy', exact: true })).not.toBeInTheDocument();
});
