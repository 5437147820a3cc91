import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { button } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { asOwner, SITE } from '../testing/shop.ts';

it('after a site was created, its first QR code and its staff are next', async () => {
  asOwner();
  api.on(calls.createSite, SITE);
  await openScreen('/sites', { viewport: PHONE });
  const dialog = page.getByRole('dialog');
  await button('Create Site').click();
  await dialog.getByRole('textbox', { name: 'Site name' }).fill(SITE.name);
  await dialog.getByRole('button', { name: 'Create Site' }).click();
  const next = page.getByRole('region', { name: `${SITE.name} is ready` });
  await expect.element(next).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  const link = next.getByRole('link', { name: 'Create first QR code' });
  await expect.element(link).toHaveAttribute('href', `/qr-management?site=${SITE.id}`);
  await next.getByRole('button', { name: 'Invite staff' }).click();
  await expect.poll(() => api.params(calls.listStaff)).toEqual([{ siteId: SITE.id }]);
  await dialog.getByRole('button').last().click();
  await expect.element(dialog).not.toBeInTheDocument();
  await next.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(next).not.toBeInTheDocument();
});
