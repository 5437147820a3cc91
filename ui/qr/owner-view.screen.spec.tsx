import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';

const QR_URL = 'https://shop.example/scan/customer/token';
const CODE = {
  ...{ qrUrl: QR_URL, qrCodeImage: 'data:image/png;base64,AAAA', qrName: QR.name, benefitDisplay: '20% Discount' },
  ...{ customerUrl: QR_URL, distributorUrl: 'https://shop.example/scan/distributor/token' },
};
const PIER = { ...SITE, id: '00000000-0000-4000-8000-000000000009', name: 'Pier' };

beforeEach(() => signIn('site_owner'));

describe.each([
  {
    language: 'en',
    viewport: DESKTOP,
    ...{ select: 'Select Site', share: 'Share', copied: 'URL Copied' },
    placeholder: 'Choose a site to manage QRs',
  },
  {
    language: 'es',
    viewport: PHONE,
    ...{ select: 'Seleccionar sitio', share: 'Compartir', copied: 'URL copiada' },
    placeholder: 'Elige un sitio para gestionar sus QR',
  },
] as const)('in $language', ({ language, viewport, select, placeholder, share, copied }) => {
  const open = (path: string) => openScreen(path, { language, viewport });

  it('the site that was chosen stays chosen on the next visit', async () => {
    openShop([]);
    api.on(
      calls.listSites,
      ({ query }) => (query.ids === undefined ? [SITE, PIER] : [SITE, PIER].filter(({ id }) => id === query.ids)),
      { total: 2 },
    );
    await open('/qr-management');
    const picker = () => page.getByRole('combobox', { name: select });
    await expect.element(picker()).toHaveAttribute('placeholder', placeholder);
    await picker().click();
    await page.getByRole('option', { name: 'Pier' }).click();
    await expect.poll(() => location.search).toBe(`?site=${PIER.id}`);
    await open('/qr-management');
    await expect.element(picker()).toHaveValue('Pier');
  });

  it('Share in the row sends the link by an application of the device, or copies it', async () => {
    openShop([QR]);
    api.on(calls.qrCode, CODE);
    const shared = vi.fn(async () => {});
    Object.defineProperty(navigator, 'share', { configurable: true, value: shared });
    const noShare = () => Reflect.deleteProperty(navigator, 'share');
    onTestFinished(() => void noShare());
    await open(`/qr-management?site=${SITE.id}`);
    const button = page.getByRole('button', { name: share, exact: true });
    await button.click();
    await expect.poll(() => shared.mock.calls).toEqual([[{ title: QR.name, url: QR_URL }]]);
    await expect.element(page.getByText(copied)).not.toBeInTheDocument();
    const copy = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
    noShare();
    await button.click();
    await expect.element(page.getByText(copied)).toBeVisible();
    expect(copy).toHaveBeenCalled();
  });
});
