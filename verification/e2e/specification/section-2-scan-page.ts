import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { button, heading, link, type Place, part, type Seen, tab, testPlaces } from '../support/places.ts';
import { NAMES, tokenOf } from '../support/shop.ts';
import { stub } from '../support/stub.ts';
import { useVisits } from '../support/visits.ts';

/** The public scan page with its three tabs, and its camera dialog. */
const visits = useVisits();
type Who = Parameters<typeof visits.page>[0];

const YESTERDAY = '2020-01-02T03:04:05.000Z';
const SOME_DAY = '2099-01-02T03:04:05.000Z';
const scan = (n: number, fields: object) => ({
  ...{ scanId: `00000000-0000-4000-8000-00000000000${n}`, name: 'Bread', siteName: `Shop ${n}`, currency: 'EUR' },
  ...{ type: 'DISCOUNT_PERCENT', discountPercent: n, discountFixedAmount: null, textReward: null },
  ...{ isRedeemed: false, scanDate: YESTERDAY, redeemedAt: null, expiresAtUtc: SOME_DAY },
  ...{ redemptionCode: null, redemptionToken: null, ...fields },
});
const SCANS = [
  scan(1, { isRedeemed: true, redeemedAt: YESTERDAY }),
  scan(2, { expiresAtUtc: YESTERDAY }),
  scan(3, {}),
  scan(4, { siteName: '', type: 'TEXT_REWARD', discountPercent: null, textReward: 'A coffee' }),
  scan(5, { type: 'DISCOUNT_FIXED', discountPercent: null, discountFixedAmount: 5 }),
  scan(6, { type: null, discountPercent: null }),
];
const item = (label: string, text: string): Seen => [
  `${label}: ${text}`,
  (page) => page.getByRole('listitem').filter({ hasText: label }).getByText(text, { exact: true }),
];
const qrItem = (name: string, text: string): Seen => [
  `${name}: ${text}`,
  (page) => page.getByRole('row').filter({ hasText: name }).getByText(text, { exact: true }),
];
const tabTitle = (title: string): Seen => [
  `title ${title}`,
  (page) => page.getByRole('heading', { level: 1, name: title, exact: true }),
];
const menuItem = (name: string): Seen => [name, (page) => page.getByRole('menuitem', { name, exact: true })];

async function openTab(page: Page, name: string): Promise<Page> {
  await page.goto('/mobile-scanner');
  await page.getByRole('tab', { name, exact: true }).click();
  return page;
}
const scanned = (kind: 'customer' | 'distributor') => {
  const { customerUrl, distributorUrl } = visits.shop.free;
  return `/mobile-scanner?token=${tokenOf(kind === 'customer' ? customerUrl : distributorUrl)}`;
};

const open = async (who: Who, path: string) => {
  const page = await visits.page(who, PHONE);
  await page.goto(path);
  return page;
};
const menuOf = (who: Who) => async () => {
  const page = await open(who, '/mobile-scanner');
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  return page;
};
const PLACES: readonly Place[] = [
  {
    on: 'phone',
    name: '2.5 · Scanner tab, signed out',
    open: () => open('signedOut', '/mobile-scanner'),
    sees: [
      ...[link('Back'), tabTitle('QR Scanner'), heading('Scan QR Code'), 'Discover rewards and exclusive offers'],
      ...[button('Start Scanning'), tab('Scans'), tab('Scanner'), tab('QR Codes')],
      ['Scanner is the default', (page) => page.getByRole('tab', { name: 'Scanner', selected: true })],
      ['Back leads to /', (page) => page.locator('a[href="/"]')],
    ],
    seesNot: [button('Open profile menu')],
  },
  {
    on: 'phone',
    name: '2.5 · User menu of a customer',
    open: menuOf('customer'),
    sees: ['Customer', part(/^cleo-.+@example\.test$/i), menuItem('Log out')],
    // 6 · The Dashboard menu item on the scan page is hidden for customers.
    seesNot: [menuItem('Dashboard'), link('Back')],
  },
  {
    on: 'phone',
    name: '2.5 · User menu of a site owner',
    open: menuOf('owner'),
    sees: [
      'Olivia Owner',
      part(/^olivia-.+@example\.test$/i),
      'Site Owner',
      menuItem('Log out'),
      menuItem('Dashboard'),
    ],
  },
  {
    on: 'phone',
    name: '2.5 · QR Detected!, customer intent, signed out',
    open: () => open('signedOut', scanned('customer')),
    sees: [
      ...['QR Detected!', 'Customer Benefit Available', 'Corner Café', '20% OFF', part(/^Valid until /)],
      ...[button('Login to Redeem'), button('Scan Another QR')],
    ],
  },
  {
    on: 'phone',
    name: '2.5 · QR Detected!, distributor intent, signed out',
    open: () => open('signedOut', scanned('distributor')),
    sees: [
      ...['QR Detected!', 'Distributor QR Code', 'Corner Café', 'Commission Opportunity', '10.00% per redemption'],
      ...[part(/^Valid until /), button('Login to Claim'), button('Scan Another QR')],
    ],
  },
  {
    on: 'phone',
    name: '2.5 · QR Detected!, signed in',
    open: () => open('customer', scanned('customer')),
    sees: [button('Redeem Benefit')],
  },
  {
    on: 'phone',
    name: '2.5 · Claim confirmation dialog',
    open: async () => {
      const page = await open('distributor', scanned('distributor'));
      await page.getByRole('button', { name: 'Claim QR Code', exact: true }).click();
      return page;
    },
    sees: [
      ...[heading('Confirmar Reclamación de QR'), button('Cancelar'), button('Sí, Reclamar QR')],
      ['its language is Spanish', (page) => page.locator('[lang=es]').filter({ hasText: 'Cancelar' })],
    ],
  },
  {
    on: 'phone',
    name: '2.5 · Scans tab, empty',
    open: async () => {
      const page = await visits.page('customer', PHONE);
      await stub(page, { method: 'GET', path: '/me/scans', body: [] });
      return openTab(page, 'Scans');
    },
    sees: [tabTitle('My Scans'), 'Your redeemed QR codes', 'No QR codes scanned yet'],
  },
  {
    on: 'phone',
    name: '2.5 · Scans tab',
    open: async () => {
      const page = await visits.page('customer', PHONE);
      await stub(page, { method: 'GET', path: '/me/scans', body: SCANS });
      return openTab(page, 'Scans');
    },
    sees: [
      ...[item('1% OFF', 'Redeemed'), item('2% OFF', 'Expired'), item('3% OFF', 'Available'), item('1% OFF', 'Shop 1')],
      [
        'site name, default Business',
        (page) => page.getByRole('listitem').filter({ hasText: 'A coffee' }).getByText('Business', { exact: true }),
      ],
      ...[item('Shop 5', '$5 OFF'), item('Shop 6', 'Reward Available')],
      [
        'Non-redeemed scans with an expiry show the expiry time',
        (page) => page.getByRole('listitem').filter({ hasText: '3% OFF' }).getByText(/2099/),
      ],
    ],
    seesNot: [
      [
        'a redeemed one shows none',
        (page) => page.getByRole('listitem').filter({ hasText: '1% OFF' }).getByText(/2099/),
      ],
    ],
  },
  {
    on: 'phone',
    name: '2.5 · QR Codes tab, empty',
    open: async () => openTab(await visits.page('customer', PHONE), 'QR Codes'),
    sees: [tabTitle('My QR Codes'), 'Claimed QRs (0)', 'No QR codes claimed yet'],
  },
  {
    on: 'phone',
    name: '2.5 · QR Codes tab',
    open: async () => openTab(await visits.page('distributor', PHONE), 'QR Codes'),
    sees: [
      'Claimed QRs (1)',
      ...['20% OFF', '10.00% commission', '0 total scans'].map((text) => qrItem(NAMES.root, text)),
      ['Split where the site config allows it', (page) => page.getByRole('button', { name: `Split ${NAMES.root}` })],
    ],
    seesNot: [['Sibling', (page) => page.getByRole('button', { name: /sibling/i })]],
  },
  {
    on: 'phone',
    name: '2.5 · Menu of a QR',
    open: async () => {
      const page = await openTab(await visits.page('distributor', PHONE), 'QR Codes');
      await page.getByRole('button', { name: `More actions for ${NAMES.root}` }).click();
      return page;
    },
    sees: ['View Stats', 'Edit', 'Copy URL', 'Download'].map(menuItem),
  },
  {
    on: 'phone',
    name: '2.6 · Camera scanner dialog',
    open: async () => {
      const page = await open('signedOut', '/mobile-scanner');
      await page.getByRole('button', { name: 'Start Scanning' }).click();
      return page;
    },
    sees: [
      ['Scan QR Code', (page) => page.getByRole('dialog', { name: 'Scan QR Code' })],
      ['live video', (page) => page.getByRole('dialog').locator('video')],
      ...['Scanning', 'Position the QR code within the frame to scan'],
      ['a dashed frame', (page) => page.getByRole('dialog').locator('video + div')],
    ],
  },
];

describe('on the width of a phone', () => {
  testPlaces(PLACES, 'phone');
});

describe('5 · Token extraction from a query value', () => {
  it.each([
    ["two after 'scan'", (t: string, origin: string) => `${origin}/scan/customer/${t}`, true],
    ["right after 'qr'", (t: string, origin: string) => `${origin}/qr/${t}`, true],
    ['the raw value', (t: string) => t, true],
    ['a parse failure on the URL query silently stops', () => 'http://[', false],
  ])('%s', async (_, value, isScanned) => {
    const page = await visits.page('signedOut');
    const { customerUrl } = visits.shop.free;
    const token = tokenOf(customerUrl);
    const sent: unknown[] = [];
    const note = (request: Request) => {
      if (request.url().endsWith('/api/scan')) sent.push(request.postDataJSON());
    };
    page.on('request', note);
    await page.goto(`/mobile-scanner?token=${encodeURIComponent(value(token, new URL(customerUrl).origin))}`);
    if (isScanned) {
      await page.getByText('QR Detected!').waitFor();
      // 2.5 · removes the query from the address bar
      await expect.poll(() => new URL(page.url()).search).toBe('');
    } else await page.getByRole('button', { name: 'Start Scanning' }).waitFor();
    expect(sent).toEqual(isScanned ? [{ token }] : []);
    await expect.poll(() => page.locator('.toast').count()).toBe(0);
    page.off('request', note);
  });
});

describe('9 · Camera', () => {
  it('rear-facing camera, decode interval at least 100 ms, frame width at most 400 px; closing the dialog stops it', async () => {
    const page = await visits.open(null);
    await page.addInitScript(() => {
      const frames: { at: number; width: number }[] = [];
      const asked: unknown[] = [];
      Object.assign(window, { frames, asked });
      const draw = CanvasRenderingContext2D.prototype.drawImage;
      CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
        if (args[0] instanceof HTMLVideoElement) frames.push({ at: performance.now(), width: this.canvas.width });
        return (draw as (...all: unknown[]) => void).apply(this, args);
      } as typeof draw;
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        asked.push(wanted?.video);
        const stream = await open(wanted);
        Object.assign(window, { track: stream.getVideoTracks()[0] });
        return stream;
      };
    });
    await page.goto('/mobile-scanner');
    await page.getByRole('button', { name: 'Start Scanning' }).click();
    await page.waitForFunction(() => (window as unknown as { frames: unknown[] }).frames.length >= 21);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    type Seen = { frames: { at: number; width: number }[]; asked: unknown[]; track: MediaStreamTrack };
    const { frames, asked } = await page.evaluate(() => {
      const seen = window as unknown as Seen;
      return { frames: seen.frames, asked: seen.asked };
    });
    expect(asked).toEqual([{ facingMode: 'environment' }]);
    for (const { width } of frames) expect(width).toBeLessThanOrEqual(400);
    const intervals = frames.length - 1;
    // Measure over all frames: the first may be drawn late, because its canvas is made, and the others in time.
    const LATE_MS = 400;
    expect((frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0)).toBeGreaterThanOrEqual(intervals * 100 - LATE_MS);
    await page.waitForFunction(() => (window as unknown as Seen).track.readyState === 'ended');
    await page.close();
  });
});
