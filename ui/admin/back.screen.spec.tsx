import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seeText } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { SITE } from '../testing/shop.ts';

beforeEach(() => {
  api.answerReads('empty');
  signIn('site_owner');
  api.on(calls.listSites, [SITE], { total: 1 });
  // What Back would leave to.
  history.replaceState(null, '', '/before');
  history.pushState(null, '', '/');
});

it('Back asks where a dialog has changes, also on the first page of a tab', async () => {
  await openScreen('/sites', { viewport: PHONE });
  await page.getByRole('button', { name: 'Create Site' }).first().click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Site name' });
  await field.fill('Market Hall');
  history.back();
  const asking = page.getByRole('dialog', { name: 'Discard changes?' });
  await asking.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(asking).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Market Hall');
  history.back();
  await asking.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(field).not.toBeInTheDocument();
  expect(location.pathname).toBe('/sites');
  history.back();
  await expect.poll(() => location.pathname).toBe('/before');
});

it('Back closes a dialog on a later page, adds no entry, and then leads to the page before', async () => {
  await openScreen('/');
  await page.getByRole('link', { name: 'Sites' }).first().click();
  await seeText(SITE.name);
  const { length } = history;
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: `Staff of ${SITE.name}` }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    history.back();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(location.pathname).toBe('/sites');
  }
  expect(history.length).toBe(length);
  history.back();
  await expect.poll(() => location.pathname).toBe('/');
});
