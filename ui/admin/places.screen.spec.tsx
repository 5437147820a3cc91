import { calls } from '@perktree/contracts/catalogue/calls';
import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { api } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { testPlaces } from '../testing/places.ts';
import { openShop } from '../testing/shop.ts';

/** The specification's sections 2.1 to 2.3, word for word. */
const EARNED = { redemptions: 3, commissionEarned: '1234.50' };
const TOTALS = { totalScans: 8, conversionRate: 37.5, ...EARNED };
const DASHBOARD: DashboardAnswer = {
  ...{
    ...TOTALS,
    currency: 'EUR',
    timeZone: 'UTC',
    activeSites: 2,
    series: [],
    previous: { ...TOTALS, activeSites: 1 },
  },
  byCurrency: [{ currency: 'EUR', ...EARNED, previous: EARNED }],
};
const ACTIVITY = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
  ...{ scanId: `00000000-0000-4000-8000-00000000000${n}`, name: `Scanned QR ${n}` },
  ...{ scanDate: '2026-01-02T03:04:05.000Z', isRedeemed: n === 1 },
}));

testPlaces([
  [
    '2.1 · My Scans',
    {
      path: '/my-scans',
      role: 'customer',
      headings: [['My Scans', 'Mis escaneos']],
      texts: [['View your scan history and rewards earned', 'Mira tu historial de escaneos y las recompensas ganadas']],
    },
  ],
  [
    '2.1 · Earnings',
    {
      path: '/earnings',
      role: 'customer',
      headings: [['Earnings', 'Ganancias']],
      texts: [['Track your commission earnings and rewards', 'Sigue tus comisiones y recompensas']],
    },
  ],
  [
    '2.2 · Not-found screen',
    {
      path: '/no/such/page',
      role: null,
      headings: [['404 Page Not Found', '404 Página no encontrada']],
      texts: [['Did you forget to add the page to the router?', '¿Olvidaste añadir la página al enrutador?']],
    },
  ],
  [
    '2.3 · Dashboard of a site owner with a site',
    {
      path: '/',
      role: 'site_owner',
      given: () => openShop([]),
      headings: [
        ['Welcome back, Olivia', 'Hola de nuevo, Olivia'],
        ['Total Scans', 'Escaneos totales'],
        ['Redemptions', 'Canjes'],
        ['Commission Earned', 'Comisión ganada'],
        ['Active Sites', 'Sitios activos'],
      ],
      texts: [
        ['Recent Activity', 'Actividad reciente'],
        ['No QR activity yet', 'Aún no hay actividad de QR'],
      ],
      links: [
        ['Create New Site', 'Crear sitio nuevo'],
        ['Create QR Code', 'Crear código QR'],
        ['View Payouts', 'Ver pagos'],
      ],
      not: { texts: [['Getting Started', 'Primeros pasos']] },
    },
  ],
  [
    '2.3 · Dashboard of a site owner without sites and names',
    {
      path: '/',
      role: 'site_owner',
      given: () => signIn('site_owner', { firstName: null, lastName: null }),
      headings: [
        ['Welcome back, olivia@example.test', 'Hola de nuevo, olivia@example.test'],
        ['Getting Started', 'Primeros pasos'],
      ],
      texts: [
        ['Create a site', 'Crea un sitio'],
        ['Configure QR settings', 'Configura los QR'],
        ['Generate QR codes', 'Genera códigos QR'],
        ['Commission rates, expiration times, redemption limits.', 'Comisiones, caducidad, límites de canje.'],
      ],
    },
  ],
  [
    '2.3 · Dashboard with figures; 9 · at most 5 recent scans',
    {
      path: '/',
      role: 'site_owner',
      given: () => {
        openShop([]);
        api.on(calls.dashboard, DASHBOARD);
        api.on(calls.activity, ACTIVITY);
      },
      texts: [
        ['37.5% conversion rate', '37,5 % de conversión'],
        ['€1,234.50', '1234,50 €'],
        ['Redeemed', 'Canjeado'],
        ['Scanned', 'Escaneado'],
        'Scanned QR 1',
        'Scanned QR 5',
      ],
      not: { texts: ['Scanned QR 6', 'Scanned QR 7'] },
    },
  ],
]);
