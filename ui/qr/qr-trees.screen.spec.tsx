import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, darkFindings } from '../testing/audit.ts';
import { api, DESKTOP, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { testPlaces } from '../testing/places.ts';
import { see, seeNot } from '../testing/see.ts';
import { openShop, ownSite, QR, SITE } from '../testing/shop.ts';

/** QR Management of both roles, word for word: the specification's section 2.4. */
const row = (n: number, name: string, percent: string, below: number, left = 0): TreeRow => ({
  ...{ ...QR, id: `00000000-0000-4000-8000-00000000001${n}`, name, commissionPercent: percent },
  ...{ parentQrId: n === 0 ? null : `00000000-0000-4000-8000-00000000001${n - 1}`, depth: n, level: n },
  ...{ availableCommission: left, childCount: below, path: null },
});
const TREE = [row(0, 'Summer', '10.00', 1, 6), row(1, 'Harbour', '4.00', 1, 2), row(2, 'Ferry', '2.00', 1, 1.5)];
const PIER = row(3, 'Pier', '0.50', 0);
const OWN = [
  { ...(TREE[0] as TreeRow), isClaimed: true, isMine: true },
  { ...(TREE[1] as TreeRow), childCount: 0 },
];

/** As the server sorts names: letters with marks beside those without, and numbers by their value. */
const SORTED = ['Ägide', 'Item 2', 'Item 10', 'Zoo'].map(
  (name, n): TreeRow => ({
    ...{ ...QR, name, id: `00000000-0000-4000-8000-00000000002${n}`, level: 0, childCount: 0, path: null },
    ...{ totalScans: n, totalRedemptions: n === 1 ? 1 : 0 },
  }),
);
const SITE_PATH = `/qr-management?site=${SITE.id}`;
const giveTree = () => {
  openShop([]);
  api.on(treeRowCalls.ofSite, ({ query }) => (query.toggled ? [...TREE, PIER] : TREE), { total: 3 });
};
const giveOwn = (canSplit: boolean) => () => {
  api.on(treeRowCalls.ofDistributor, OWN, { total: 2 });
  api.on(calls.ownSiteConfig, ownSite({ canSplit }));
};

describe.each([
  ['en', DESKTOP, ['0 scans', '1 scan', '2 scans', '3 scans'], '1 redemption', 'More for'],
  ['es', PHONE, ['0 escaneos', '1 escaneo', '2 escaneos', '3 escaneos'], '1 canje', 'Más para'],
] as const)('a sorted list (%s)', (language, viewport, scans, redemption, more) => {
  it('is in the order of the server, each count with its plural', async () => {
    signIn('site_owner');
    openShop([]);
    api.on(treeRowCalls.ofSite, SORTED, { total: SORTED.length });
    await openScreen(`${SITE_PATH}&sort=name`, { language, viewport });
    const names = () =>
      page
        .getByRole('button', { name: new RegExp(`^${more} `) })
        .elements()
        .map((button) => button.getAttribute('aria-label')?.replace(`${more} `, ''));
    await expect.poll(names).toEqual(SORTED.map(({ name }) => name));
    const text = document.body.innerText.replaceAll('\n', ' ');
    const shown = scans.map((words) => text.search(new RegExp(`\\b${words}\\b`)));
    expect(shown).not.toContain(-1);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(text).toMatch(new RegExp(`\\b${redemption}\\b`));
    expect(api.sent(treeRowCalls.ofSite)[0]?.query.sort).toBe('name');
  });
});

testPlaces([
  [
    '2.4 · Site owner view, until a site is chosen',
    {
      path: '/qr-management',
      role: 'site_owner',
      given: () => {
        openShop([]);
        // With a single site, that one is chosen.
        api.on(calls.listSites, [SITE, { ...SITE, id: QR.id, name: 'Market Hall' }], { total: 2 });
      },
      headings: [
        ['QR Management', 'Gestión de QR'],
        ['Select Site', 'Seleccionar sitio'],
        ['Create New QR Code', 'Crear código QR'],
      ],
      texts: [
        ['No Site Selected', 'Ningún sitio seleccionado'],
        [
          'Choose a site from the dropdown above to start managing QR codes.',
          'Elige un sitio en la lista de arriba para gestionar sus códigos QR.',
        ],
      ],
      not: { headings: [['QR Commission Tree', 'Árbol de comisiones QR']] },
    },
  ],
  [
    '2.4 · Site owner view of a site without QRs',
    {
      path: SITE_PATH,
      role: 'site_owner',
      given: () => openShop([]),
      headings: [['QR Commission Tree', 'Árbol de comisiones QR']],
      texts: [
        ['No QR codes found for this site.', 'No hay códigos QR en este sitio.'],
        ['No QR Codes Yet', 'Aún no hay códigos QR'],
        [
          'Create your first QR code to see the commission tree structure here.',
          'Crea tu primer código QR para ver aquí el árbol de comisiones.',
        ],
      ],
    },
  ],
  [
    '2.4 · Site owner view of a tree; 9 · Tree display depth: three levels',
    {
      path: SITE_PATH,
      role: 'site_owner',
      given: giveTree,
      headings: [
        ['QR Commission Tree', 'Árbol de comisiones QR'],
        ['Create New QR Code', 'Crear código QR'],
      ],
      texts: ['Summer', 'Harbour', 'Ferry'],
      buttons: [['Show 1 more below', 'Mostrar 1 más debajo']],
      not: { texts: ['Pier'] },
    },
  ],
  [
    '2.4 · More menu',
    {
      path: SITE_PATH,
      role: 'site_owner',
      given: giveTree,
      open: () => page.getByRole('button', { name: 'More for Harbour' }).click(),
      items: [
        ['Show QR Code', 'Mostrar código QR'],
        ['Copy QR URL', 'Copiar URL del QR'],
        ['Download QR', 'Descargar QR'],
        ['QR Stats', 'Estadísticas del QR'],
      ],
    },
  ],
  [
    '2.4 · Distributor view',
    {
      path: '/qr-management',
      role: 'distributor',
      given: giveOwn(true),
      headings: [['My QR Codes', 'Mis códigos QR']],
      texts: [
        ['Root QR', 'QR raíz'],
        ['% commission split', '% de división'],
      ],
      buttons: [['Split', 'Dividir']],
      not: {
        fields: [['Select Site', 'Seleccionar sitio']],
        headings: [
          ['Create New QR Code', 'Crear código QR'],
          ['QR Commission Tree', 'Árbol de comisiones QR'],
        ],
      },
    },
  ],
  [
    '2.4 · Distributor view where canSplit is false',
    {
      path: '/qr-management',
      role: 'distributor',
      given: giveOwn(false),
      buttons: [['Edit', 'Editar']],
      not: { buttons: [['Split', 'Dividir']] },
    },
  ],
  [
    '2.4 · Distributor view without QRs',
    {
      path: '/qr-management',
      role: 'distributor',
      texts: [
        [
          'No QR codes claimed yet. Start claiming QRs to see them here.',
          'Aún no has reclamado códigos QR. Reclama alguno para verlo aquí.',
        ],
      ],
    },
  ],
]);

/** The lines of each row, in order. Percent times 10 for a child, times 5 for a grandchild, as observed. */
const ROWS = {
  en: [
    'Summer 20% Discount 10.00% commission Root QR Not claimed 0 scans · 0 redemptions Expires Jan 2, 2099, 3:04 AM · used 0 of 3 Remaining Commission Available for new splits 6.00% Show QR Share Split Sibling Edit Picture of the tree',
    'Harbour 20% Discount 4.00% % commission split €40.00 Not claimed 0 scans · 0 redemptions Expires Jan 2, 2099, 3:04 AM · used 0 of 3 Show QR Share Split Sibling Edit Picture of the tree',
    'Ferry 20% Discount 2.00% % of parent €10.00 Not claimed 0 scans · 0 redemptions Expires Jan 2, 2099, 3:04 AM · used 0 of 3 Show QR Share Split Sibling Edit Picture of the tree Show 1 more below',
  ],
  es: [
    'Summer 20 % de descuento 10,00% comisión QR raíz Sin reclamar 0 escaneos · 0 canjes Caduca: 2 ene 2099, 3:04 · usado 0 de 3 Comisión restante Disponible para nuevas divisiones 6,00% Mostrar QR Compartir Dividir Hermano Editar Imagen del árbol',
    'Harbour 20 % de descuento 4,00% % de división 40,00 € Sin reclamar 0 escaneos · 0 canjes Caduca: 2 ene 2099, 3:04 · usado 0 de 3 Mostrar QR Compartir Dividir Hermano Editar Imagen del árbol',
    'Ferry 20 % de descuento 2,00% % del padre 10,00 € Sin reclamar 0 escaneos · 0 canjes Caduca: 2 ene 2099, 3:04 · usado 0 de 3 Mostrar QR Compartir Dividir Hermano Editar Imagen del árbol Mostrar 1 más debajo',
  ],
};

describe.each(['en', 'es'] as const)('2.4 · each row, in %s', (language) => {
  it('shows name, benefit, commission, counts and buttons; what lies deeper is there by expanding', async () => {
    signIn('site_owner');
    giveTree();
    await openScreen(SITE_PATH, { viewport: PHONE, language });
    const rows = () =>
      page
        .getByRole('row')
        .elements()
        .map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' ').trim());
    await expect.poll(rows).toEqual(ROWS[language]);
    if (language === 'en') expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
    const more = language === 'en' ? 'Show 1 more below' : 'Mostrar 1 más debajo';
    await page.getByRole('button', { name: more }).click();
    await see({ texts: ['Pier'], buttons: [['Show less', 'Mostrar menos']] }, language);
    seeNot({ buttons: [more] }, language);
  });
});

it('the dialog of a QR grows downwards while its content loads', async () => {
  signIn('site_owner');
  openShop([QR]);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const url = 'https://shop.example/scan/customer/token';
  api.on(calls.qrCode, async () => {
    await answered;
    const qrCodeImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    return {
      ...{ qrUrl: url, qrCodeImage, qrName: 'Winter', customerUrl: url, distributorUrl: url },
      benefitDisplay: '20% Discount',
    };
  });
  await openScreen(SITE_PATH);
  await page.getByRole('button', { name: 'More for Winter' }).click();
  await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
  const tab = page.getByRole('tab', { name: 'Distributor Link' });
  await expect.element(tab).toBeVisible();
  const before = tab.element().getBoundingClientRect().y;
  answer();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  expect(tab.element().getBoundingClientRect().y).toBe(before);
});
