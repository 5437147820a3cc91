import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, brokenWords, darkFindings, overflow } from '../../testing/audit.ts';
import { openPublicPage } from '../../testing/open-public-page.tsx';
import { api, DESKTOP, NOW, opened, PHONE } from '../../testing/open-screen.tsx';
import { signIn, userOf } from '../../testing/people.ts';
import { see } from '../../testing/see.ts';
import { renderPage } from '../render-page.tsx';

const amounts = () =>
  [...document.querySelectorAll('.split strong')].map(({ textContent }) => textContent?.replace('\u00a0', ' '));

describe.each([
  ['desktop', DESKTOP, 'en'],
  ['phone', PHONE, 'en'],
  ['phone in Spanish', PHONE, 'es'],
] as const)('on a %s', (_, viewport, language) => {
  it('2.1 · customer login, a scan-QR entry and business login', async () => {
    signIn(null);
    await openPublicPage('/', { viewport, language });
    await see(
      {
        headings: [['Scan. Redeem. Earn.', 'Escanea. Canjea. Gana.']],
        links: [
          ['Customer Login', 'Acceso de clientes'],
          ['Scan QR Code', 'Escanear código QR'],
          ['Business Login', 'Acceso de empresas'],
          ['Distributor login', 'Acceso de distribuidores'],
          ['Staff login', 'Acceso de personal'],
        ],
      },
      language,
    );
    const links = page.getByRole('main').getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href')).slice(0, 3)).toEqual([
      '/mobile-scanner',
      '/api/login?intent=customer',
      '/register?intent=customer',
    ]);
    expect([...overflow(), ...brokenWords('fixed')]).toEqual([]);
    if (language === 'en') expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
  });
});

it('lets a visitor change who earns what of a sale', async () => {
  signIn(null);
  await openPublicPage('/');
  await see({ headings: ['Who earns what when a customer pays €100'] });
  expect(amounts()).toEqual(['€90.00', '€6.00', '€3.00', '€1.00']);
  await page.getByRole('slider', { name: 'Ana passes 4% on to Ben' }).fill('8');
  await expect.poll(amounts).toEqual(['€90.00', '€2.00', '€7.00', '€1.00']);
  const said = 'Of €100 the café keeps €90.00. Ana earns €2.00, Ben €7.00 and Cleo €1.00.';
  await expect.element(page.getByRole('status')).toHaveTextContent(said);
  const press = async (slider: string, key: string) => {
    (page.getByRole('slider', { name: slider }).element() as HTMLElement).focus();
    await userEvent.keyboard(`{${key}}`);
  };
  await press('The café gives Ana 10%', 'Home');
  await expect.poll(amounts).toEqual(['€100.00', '€0.00', '€0.00', '€0.00']);
  await press('The customer pays €100', 'ArrowRight');
  await see({ headings: ['Who earns what when a customer pays €110'] });
});

it('as the server renders it: the shares of 100 euros, and no slider that does nothing', async () => {
  signIn(null);
  await openPublicPage('/', { language: 'es' });
  const of = { language: 'es', brand: 'PerkTree', signedIn: false, info: null, renderedAt: NOW.toISOString() } as const;
  const rendered = renderPage({ page: 'landing' }, of);
  const root = document.body.firstElementChild as HTMLElement;
  root.replaceChildren();
  root.insertAdjacentHTML('beforeend', rendered.html);
  expect(amounts()).toEqual(['90,00 €', '6,00 €', '3,00 €', '1,00 €']);
  expect(
    [...document.querySelectorAll('input')].filter((slider) => slider.checkVisibility({ visibilityProperty: true })),
  ).toEqual([]);
});

it.each([
  ['customer', '/mobile-scanner'],
  ['site_owner', '/dashboard'],
] as const)('2.1 · / of a signed-in %s leads to %s', async (role, path) => {
  signIn(role);
  api.on(calls.user, userOf(role));
  await openPublicPage('/');
  await expect.poll(() => opened).toEqual([path]);
});
