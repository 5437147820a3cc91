import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { testPlaces } from '../testing/places.ts';
import { openShop, SITE } from '../testing/shop.ts';

/** The specification's sections 2.7, 2.9 and 2.10, word for word. The plans of 2.8: ui/subscription. */
const press = (name: string) => async () => page.getByRole('button', { name, exact: true }).click();
const DANA = {
  ...{ distributorId: 'user-distributor', name: 'Dana Distributor', qrs: 1, scans: 4, redemptions: 2 },
  ...{ commission: '12.34', currency: 'EUR' as const, isBlocked: false },
};

testPlaces([
  [
    '2.7 · Staff Validation',
    {
      path: '/staff-validation',
      role: 'staff',
      headings: [['Staff Validation', 'Validación del personal']],
      fields: [['Redemption Code', 'Código de canje']],
      texts: [
        ['Validate customer redemptions', 'Valida los canjes de los clientes'],
        ['or', 'o'],
        ['Scan Customer QR', 'Escanear QR del cliente'],
        ['Tap to open camera', 'Toca para abrir la cámara'],
        ['Recent Validations', 'Validaciones recientes'],
        '20% Summer Discount',
        ['Confirmed', 'Confirmado'],
      ],
    },
  ],
  [
    '2.9 · Sites, none',
    {
      path: '/sites',
      role: 'site_owner',
      headings: [['Sites', 'Sitios']],
      texts: [['No Sites Created', 'No hay sitios']],
      buttons: [['Create Site', 'Crear sitio']],
    },
  ],
  [
    '2.9 · Sites',
    {
      path: '/sites',
      role: 'site_owner',
      given: () => openShop([]),
      headings: ['Corner Café'],
      texts: [['Active', 'Activo'], 'EUR', ['Ready', 'Listo'], ['Jul 1, 2026', '1 jul 2026']],
      buttons: [
        ['Configure', 'Configurar'],
        ['Statistics of Corner Café', 'Estadísticas de Corner Café'],
        ['Staff of Corner Café', 'Personal de Corner Café'],
      ],
    },
  ],
  [
    '2.9 · Create Site dialog',
    {
      path: '/sites',
      role: 'site_owner',
      given: () => openShop([]),
      open: press('Create Site'),
      dialog: ['Create Site', 'Crear sitio'],
      fields: [
        ['Site name', 'Nombre del sitio'],
        ['Default currency', 'Moneda predeterminada'],
      ],
    },
  ],
  [
    '2.9 · Configure dialog',
    {
      path: '/sites',
      role: 'site_owner',
      given: () => openShop([]),
      open: press('Configure'),
      dialog: 'Corner Café',
      headings: [
        ['General Settings', 'Ajustes generales'],
        ['Commission Settings', 'Ajustes de comisión'],
        ['Policy Settings', 'Ajustes de políticas'],
      ],
      buttons: [
        ['Cancel', 'Cancelar'],
        ['Save Configuration', 'Guardar configuración'],
      ],
    },
  ],
  [
    '2.10 · Payouts of a distributor who has earned nothing',
    {
      path: '/payouts',
      role: 'distributor',
      headings: [['Payouts & Commission', 'Pagos y comisiones']],
      texts: [
        ['Total Earned', 'Total ganado'],
        ['Paid Out', 'Pagado'],
        ['Pending', 'Pendiente'],
        ['This Month', 'Este mes'],
        ['No commission entries yet', 'Aún no hay comisiones'],
        ['Commission will appear here after QR redemptions', 'Las comisiones aparecerán aquí tras los canjes de QR'],
      ],
    },
  ],
  [
    '2.10 · Payouts of a site owner',
    {
      path: '/payouts',
      role: 'site_owner',
      given: () => openShop([]),
      headings: [
        ['Payout History', 'Historial de pagos'],
        ['Top Distributors', 'Mejores distribuidores'],
      ],
      buttons: [
        ['Generate Payout', 'Generar pago'],
        ['View All Payouts', 'Ver todos los pagos'],
      ],
    },
  ],
  [
    '2.10 · Top distributors',
    {
      path: '/payouts',
      role: 'site_owner',
      given: () => {
        openShop([]);
        api.on(calls.topDistributors, [DANA], { total: 1 });
      },
      open: async () => {
        const region = page.getByRole('region', { name: 'Top Distributors', exact: true });
        await expect.element(region).toBeInTheDocument();
        region.element().scrollIntoView();
      },
      texts: ['Dana Distributor', ['€12.34', '12,34 €']],
    },
  ],
]);

it('2.10 · the columns of top distributors on a desktop', async () => {
  api.answerReads('empty');
  signIn('site_owner');
  openShop([]);
  api.on(calls.topDistributors, [DANA], { total: 1 });
  await openScreen('/payouts');
  const region = page.getByRole('region', { name: 'Top Distributors', exact: true });
  await expect.element(region).toBeInTheDocument();
  region.element().scrollIntoView();
  const columns = () =>
    region
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => columns().slice(0, 5)).toEqual(['Distributor', 'QRs', 'Scans', 'Redemptions', 'Commission']);
  const cells = () =>
    region
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => cells().slice(0, 4)).toEqual(['1', '4', '2', '€12.34']);
  expect(api.sent(calls.topDistributors)[0]?.params).toEqual({ siteId: SITE.id });
});

it('2.9 · the name of a new site is required', async () => {
  signIn('site_owner');
  openShop([]);
  await openScreen('/sites?create=1');
  await expect.element(page.getByRole('textbox', { name: 'Site name' })).toBeRequired();
});

it('2.7 · Staff code: capitals, monospace, tidied when sent; Validate is disabled while it is empty or a request is pending', async () => {
  api.answerReads('empty');
  signIn('staff');
  api.on(calls.lookUpScan, { success: false, message: 'What the server says.' });
  await openScreen('/staff-validation');
  const code = page.getByLabelText('Redemption Code');
  const validate = page.getByRole('button', { name: 'Validate', exact: true });
  await expect.element(validate).toBeDisabled();
  await expect.element(code).toHaveAttribute('placeholder', 'ABC-123');
  const { fontFamily, textTransform } = getComputedStyle(code.element());
  expect([fontFamily, textTransform]).toEqual(['monospace', 'uppercase']);
  const off = { autocorrect: 'off', autocapitalize: 'characters', spellcheck: 'false' };
  for (const [name, value] of Object.entries(off)) await expect.element(code).toHaveAttribute(name, value);
  await code.fill(' abc 234');
  await validate.click();
  await expect.poll(() => api.sent(calls.lookUpScan).map(({ body }) => body)).toEqual([{ redemptionCode: 'ABC-234' }]);
  await expect.element(validate).toBeEnabled();
  await code.fill('   ');
  await expect.element(validate).toBeDisabled();
  await code.fill('ABC-234');
  api.on(calls.lookUpScan, () => new Promise<never>(() => {}));
  await validate.click();
  await expect.element(validate).toBeDisabled();
});
