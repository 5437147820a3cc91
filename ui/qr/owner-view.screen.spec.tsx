import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { press } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';
import { codeOf, openShop, QR, SITE } from '../testing/shop.ts';
import { shownToast } from '../testing/toasts.ts';

const PIER = { ...SITE, id: '00000000-0000-4000-8000-000000000009', name: 'Pier' };

beforeEach(() => signIn('site_owner'));

it('the site that was chosen stays chosen on the next visit', async () => {
  openShop([]);
  const sites = [SITE, PIER];
  api.on(calls.listSites, ({ query }) => sites.filter(({ id }) => (query.ids ?? id) === id), { total: 2 });
  await openScreen('/qr-management');
  const picker = (name = 'Select Site') => page.getByRole('combobox', { name });
  await inBoth((say) =>
    expect
      .element(picker(say(['Select Site', 'Seleccionar sitio'])))
      .toHaveAttribute('placeholder', say(['Choose a site to manage QRs', 'Elige un sitio para gestionar sus QR'])),
  );
  await picker('Seleccionar sitio').click();
  await page.getByRole('option', { name: 'Pier' }).click();
  await expect.poll(() => location.search).toBe(`?site=${PIER.id}`);
  await openScreen('/qr-management', { viewport: PHONE });
  await expect.element(picker()).toHaveValue('Pier');
});

it('Share in the row sends the link by an application of the device, or copies it', async () => {
  openShop([QR]);
  api.on(calls.qrCode, codeOf(QR.name));
  const shared = vi.fn(async () => {});
  Object.defineProperty(navigator, 'share', { configurable: true, value: shared });
  const noShare = () => Reflect.deleteProperty(navigator, 'share');
  onTestFinished(() => void noShare());
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE });
  await press('Share', page);
  await expect.poll(() => shared.mock.calls).toEqual([[{ title: QR.name, url: codeOf(QR.name).qrUrl }]]);
  expect(shownToast()).toBeNull();
  const copy = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  noShare();
  await inBoth(async (say) => {
    await press(say(['Share', 'Compartir']), page);
    await expect.poll(() => shownToast()?.title).toBe(say(['URL Copied', 'URL copiada']));
  });
  expect(copy).toHaveBeenCalledTimes(2);
});
