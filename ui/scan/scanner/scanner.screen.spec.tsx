import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, darkFindings, overflow } from '../../testing/audit.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth, inLanguage, type Seen, see, seeInBoth, type Words } from '../../testing/see.ts';
import { OFFER, ownSite, QR, scanOf } from '../../testing/shop.ts';

/** The public scan page with its three tabs, word for word: the specification's section 2.5. */
const PAST = '2020-01-02T03:04:05.000Z';
const FUTURE = '2099-01-02T03:04:05.000Z';
const scan = (n: number, fields: Partial<MyScanAnswer>): MyScanAnswer => ({
  ...{ scanId: `00000000-0000-4000-8000-00000000000${n}`, name: 'Bread', siteName: `Shop ${n}`, currency: 'EUR' },
  ...{ type: 'DISCOUNT_PERCENT', discountPercent: n, discountFixedAmount: null, textReward: null },
  ...{ isRedeemed: false, scanDate: PAST, redeemedAt: null, expiresAtUtc: FUTURE, awaitsConfirmation: false },
  ...{ redemptionCode: null, redemptionToken: null, ...fields },
});
const SCANS = [
  scan(1, { isRedeemed: true, redeemedAt: PAST }),
  scan(2, { expiresAtUtc: PAST }),
  scan(3, {}),
  scan(4, { siteName: '', type: 'TEXT_REWARD', discountPercent: null, textReward: 'A coffee' }),
  scan(5, { type: 'DISCOUNT_FIXED', discountPercent: null, discountFixedAmount: 5 }),
  scan(6, { type: null, discountPercent: null }),
];
const SCAN_LINES = {
  en: [
    ['1% OFF', 'Shop 1', 'Redeemed'],
    ['2% OFF', 'Shop 2', 'Expired', 'Expired on Jan 2, 2020, 3:04 AM'],
    ['3% OFF', 'Shop 3', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
    ['A coffee', 'Business', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
    ['$5 OFF', 'Shop 5', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
    ['Reward Available', 'Shop 6', 'Available', 'Expires Jan 2, 2099, 3:04 AM'],
  ],
  es: [
    ['1 % de descuento', 'Shop 1', 'Canjeado'],
    ['2 % de descuento', 'Shop 2', 'Caducado', 'Caducó el 2 ene 2020, 3:04'],
    ['3 % de descuento', 'Shop 3', 'Disponible', 'Caduca el 2 ene 2099, 3:04'],
    ['A coffee', 'Negocio', 'Disponible', 'Caduca el 2 ene 2099, 3:04'],
    ['5 $ de descuento', 'Shop 5', 'Disponible', 'Caduca el 2 ene 2099, 3:04'],
    ['Recompensa disponible', 'Shop 6', 'Disponible', 'Caduca el 2 ene 2099, 3:04'],
  ],
};
const OWN: TreeRow = { ...QR, isClaimed: true, isMine: true, level: 0, childCount: 0, path: null };

const SCANNER_TAB: Words = ['Scanner', 'Escáner'];
const SCANS_TAB: Words = ['Scans', 'Escaneos'];
const CODES_TAB: Words = ['QR Codes', 'Códigos QR'];
const ANOTHER: Words = ['Scan Another QR', 'Escanear otro QR'];
const VALID = /^(Valid until Jan 2, 2099, 3:04 AM|Válido hasta el 2 ene 2099, 3:04)$/;

interface State {
  readonly viewer: Role | null;
  /** Of a scan, which the address asks for. */
  readonly scanned?: 'customer' | 'distributor';
  readonly tab?: Words;
  /** Buttons to press, one after the other. */
  readonly press?: readonly Words[];
  readonly given?: () => void;
  readonly seen: Seen;
  readonly not?: Seen;
  /** Looks unlike the screens of ui/admin/all-screens.screen.spec.tsx. */
  readonly isNew?: true;
}
const giveQrs = () => {
  api.on(treeRowCalls.ofDistributor, [OWN], { total: 1 });
  api.on(calls.ownSiteConfig, ownSite({ canSplit: true }));
};
const PROFILE: Words = ['Open profile menu', 'Abrir el menú de perfil'];
const DASHBOARD: Words = ['Dashboard', 'Panel'];

const STATES: readonly (readonly [name: string, State])[] = [
  [
    'Scanner tab, signed out',
    {
      viewer: null,
      seen: {
        links: [['Back', 'Atrás']],
        headings: [
          ['QR Scanner', 'Escáner QR'],
          ['Scan QR Code', 'Escanear código QR'],
        ],
        texts: [['Discover rewards and exclusive offers', 'Descubre recompensas y ofertas exclusivas']],
        buttons: [['Start Scanning', 'Empezar a escanear']],
        tabs: [SCANS_TAB, SCANNER_TAB, CODES_TAB],
      },
      not: { buttons: [PROFILE] },
    },
  ],
  [
    'user menu of a customer',
    {
      viewer: 'customer',
      press: [PROFILE],
      seen: {
        texts: ['Cleo Customer', 'cleo@example.test', ['Customer', 'Cliente']],
        items: [['Log out', 'Cerrar sesión']],
      },
      // 6 · The Dashboard menu item on the scan page is hidden for customers.
      not: { items: [DASHBOARD], links: [['Back', 'Atrás']] },
    },
  ],
  [
    'user menu of a site owner',
    {
      isNew: true,
      viewer: 'site_owner',
      press: [PROFILE],
      seen: {
        texts: ['Olivia Owner', 'olivia@example.test', ['Site Owner', 'Propietario']],
        items: [['Log out', 'Cerrar sesión'], DASHBOARD],
      },
    },
  ],
  [
    'QR Detected!, customer intent, signed out',
    {
      isNew: true,
      viewer: null,
      scanned: 'customer',
      seen: {
        headings: [['QR Detected!', '¡QR detectado!']],
        texts: [
          ['Customer Benefit Available', 'Beneficio disponible'],
          'Corner Café',
          ['20% OFF', '20 % de descuento'],
        ],
        parts: [VALID],
        buttons: [['Login to Redeem', 'Inicia sesión para canjear'], ANOTHER],
      },
    },
  ],
  [
    'QR Detected!, distributor intent, signed out',
    {
      isNew: true,
      viewer: null,
      scanned: 'distributor',
      seen: {
        headings: [['QR Detected!', '¡QR detectado!']],
        texts: [
          ['Distributor QR Code', 'Código QR de distribuidor'],
          'Corner Café',
          ['Commission Opportunity', 'Oportunidad de comisión'],
          ['10.00% per redemption', '10,00% por canje'],
        ],
        parts: [VALID],
        buttons: [['Login to Claim', 'Inicia sesión para reclamar'], ANOTHER],
      },
    },
  ],
  [
    'QR Detected!, signed in as a customer',
    { viewer: 'customer', scanned: 'customer', seen: { buttons: [['Redeem Benefit', 'Canjear beneficio'], ANOTHER] } },
  ],
  [
    'claim confirmation dialog, in Spanish on pages of every language',
    {
      isNew: true,
      viewer: 'distributor',
      scanned: 'distributor',
      press: [['Claim QR Code', 'Reclamar código QR']],
      seen: {
        dialog: 'Confirmar Reclamación de QR',
        headings: ['Confirmar Reclamación de QR'],
        buttons: ['Cancelar', 'Sí, Reclamar QR'],
        parts: [
          /su propiedad queda asignada a tu cuenta/,
          /ventas futuras se repartirán según la estructura de comisiones/,
        ],
      },
    },
  ],
  [
    'Scans tab, empty',
    {
      viewer: 'customer',
      tab: SCANS_TAB,
      seen: {
        headings: [['My Scans', 'Mis escaneos']],
        texts: [
          ['Your redeemed QR codes', 'Tus códigos QR canjeados'],
          ['No QR codes scanned yet', 'Aún no has escaneado ningún código QR'],
        ],
      },
    },
  ],
  [
    'QR Codes tab, empty',
    {
      viewer: 'customer',
      tab: CODES_TAB,
      seen: {
        headings: [['My QR Codes', 'Mis códigos QR']],
        texts: [
          ['Claimed QRs (0)', 'QR reclamados (0)'],
          ['No QR codes claimed yet', 'Aún no has reclamado ningún código QR'],
        ],
      },
    },
  ],
  [
    'QR Codes tab',
    {
      viewer: 'distributor',
      tab: CODES_TAB,
      given: giveQrs,
      seen: {
        headings: ['Winter', ['Claimed QRs (1)', 'QR reclamados (1)']],
        texts: [
          ['20% OFF', '20 % de descuento'],
          ['10.00% commission', '10,00% de comisión'],
          ['0 total scans', '0 escaneos en total'],
        ],
        buttons: [['Split Winter', 'Dividir Winter']],
      },
      not: { buttons: [['Create a sibling of Winter', 'Crear un hermano de Winter']] },
    },
  ],
  [
    'QR Codes tab, with QRs below the claimed ones',
    {
      viewer: 'distributor',
      tab: CODES_TAB,
      given: () => {
        const below = { ...OWN, id: 'c2b7cb4c-0a0e-4b63-8d52-6a1f0a5f1b02', name: 'Below', totalScans: 1 };
        giveQrs();
        api.on(treeRowCalls.ofDistributor, [OWN, { ...below, parentQrId: OWN.id, level: 1, isMine: false }], {
          total: 1,
        });
      },
      seen: {
        headings: ['Winter', 'Below', ['Claimed QRs (1)', 'QR reclamados (1)']],
        texts: [
          ['The list also shows the QR codes below them.', 'La lista muestra también los códigos QR que hay debajo.'],
          ['1 total scan', '1 escaneo en total'],
        ],
      },
    },
  ],
  [
    'QR Codes tab, where the site allows no splits',
    {
      viewer: 'distributor',
      tab: CODES_TAB,
      given: () => {
        giveQrs();
        api.on(calls.ownSiteConfig, ownSite({ canSplit: false }));
      },
      seen: { headings: ['Winter'] },
      not: { buttons: [['Split Winter', 'Dividir Winter']] },
    },
  ],
  [
    'menu of a QR',
    {
      isNew: true,
      viewer: 'distributor',
      tab: CODES_TAB,
      given: giveQrs,
      press: [['More actions for Winter', 'Más acciones para Winter']],
      seen: {
        items: [
          ['View Stats', 'Ver estadísticas'],
          ['Edit', 'Editar'],
          ['Copy URL', 'Copiar URL'],
          ['Download', 'Descargar'],
        ],
      },
    },
  ],
];

const tab = (name: Words) => page.getByRole('tab', { name: inLanguage(name, 'en'), exact: true });

describe('2.5, in both languages', () => {
  it.each(STATES)('%s', async (_, { viewer, scanned, tab: chosen, press = [], given, seen, not = {}, isNew }) => {
    api.answerReads('empty');
    signIn(viewer);
    if (scanned) {
      api.on(calls.scan, scanOf(scanned, 'some-token'));
      api.on(calls.customerScanInfo, { success: true, message: '', qr: { ...OFFER, commissionPercent: null } });
      api.on(calls.distributorScanInfo, { success: true, message: '', qr: OFFER });
    }
    given?.();
    await openScreen(`/mobile-scanner${scanned ? '?token=some-token' : ''}`, { viewport: PHONE });
    await expect.element(tab(SCANNER_TAB)).toHaveAttribute('aria-selected', 'true');
    if (chosen) await tab(chosen).click();
    for (const name of press) await page.getByRole('button', { name: inLanguage(name, 'en'), exact: true }).click();
    await see(seen);
    if (isNew) expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
    await seeInBoth(seen, not);
    expect(overflow()).toEqual([]);
  });

  it('Scans tab: benefit label, site, badge and expiry of each scan', async () => {
    api.answerReads('empty');
    signIn('customer');
    api.on(calls.myScans, SCANS, { total: SCANS.length });
    await openScreen('/mobile-scanner', { viewport: PHONE });
    await tab(SCANS_TAB).click();
    const lines = () =>
      page
        .getByRole('listitem')
        .elements()
        .map((item) =>
          (item as HTMLElement).innerText
            .replace(/[\u00a0\u202f]/g, ' ')
            .split('\n')
            .filter((line) => line.trim() !== ''),
        );
    await inBoth((_, language) => expect.poll(lines).toEqual(SCAN_LINES[language]));
  });
});
