import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth } from '../testing/see.ts';

/** Where an empty screen leads on. The tabs of the scan page: ui/scan/scanner. */
it.each([
  ['distributor', '/qr-management', ['Scan a code', 'Escanear un código'], '/mobile-scanner'],
  ['distributor', '/payouts', ['Scan a code', 'Escanear un código'], '/mobile-scanner'],
  ['site_owner', '/', ['Create a QR code', 'Crear un código QR'], '/qr-management'],
  ['site_owner', '/payouts', ['Create a QR code', 'Crear un código QR'], '/qr-management'],
  ['site_owner', '/qr-management/bulk', ['Choose a site', 'Elegir un sitio'], '/qr-management'],
  ['customer', '/my-scans', ['Scan QR Code', 'Escanear código QR'], '/mobile-scanner'],
] as const)('a new %s finds the next step on an empty %s: %s', async (role, path, step, goal) => {
  api.answerReads('empty');
  signIn(role);
  const link = (name: string) => page.getByRole('main').getByRole('link', { name }).first();
  await openScreen(path, { viewport: PHONE });
  await inBoth((say) => expect.element(link(say(step))).toHaveAttribute('href', goal));
  await link(step[1]).click();
  await expect.poll(() => location.pathname).toBe(goal);
});
