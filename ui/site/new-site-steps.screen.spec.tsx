import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, SITE } from '../testing/shop.ts';

it.each([
  [
    ...(['en', PHONE] as const),
    ...([
      'Create Site',
      'Site name',
      `${SITE.name} is ready`,
      'Create first QR code',
      'Invite staff',
      'Dismiss',
    ] as const),
  ],
  [
    ...(['es', DESKTOP] as const),
    ...(['Crear sitio', 'Nombre del sitio', `${SITE.name}: todo listo`] as const),
    ...(['Crear el primer código QR', 'Invitar personal', 'Descartar'] as const),
  ],
] as const)(
  'after a site was created, its first QR code and its staff are next (%s)',
  async (language, viewport, create, name, title, createQr, invite, dismiss) => {
    signIn('site_owner');
    openShop([]);
    api.answerReads('empty');
    api.on(calls.createSite, SITE);
    await openScreen('/sites', { language, viewport });
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const dialog = () => page.getByRole('dialog');
    await button(create).click();
    await dialog().getByRole('textbox', { name }).fill(SITE.name);
    await dialog().getByRole('button', { name: create }).click();
    const next = page.getByRole('region', { name: title });
    await expect.element(next).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    const link = next.getByRole('link', { name: createQr });
    await expect.element(link).toHaveAttribute('href', `/qr-management?site=${SITE.id}`);
    await next.getByRole('button', { name: invite }).click();
    await expect.poll(() => api.sent(calls.listStaff).map(({ params }) => params)).toEqual([{ siteId: SITE.id }]);
    await dialog().getByRole('button').last().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await next.getByRole('button', { name: dismiss }).click();
    await expect.element(next).not.toBeInTheDocument();
  },
);
