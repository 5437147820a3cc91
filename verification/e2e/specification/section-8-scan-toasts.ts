import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { drawQr } from '../support/draw-qr.ts';
import { pngOf } from '../support/encode-picture.ts';
import { tokenOf } from '../support/shop.ts';
import { LOOKED_UP, refusal, type Stub } from '../support/stub.ts';
import { type ToastRow, testToastRows } from '../support/toast-rows.ts';
import { useVisits } from '../support/visits.ts';

/** Toasts of staff validation, scan, redeem, claim and an invalid URL, word for word. */
const visits = useVisits();
const SAID = 'What the server says.';
const no = { success: false, message: SAID };
const yes = { success: true, message: 'Done.' };
const post = (path: string, answer: Omit<Stub, 'method' | 'path'>): readonly Stub[] => [
  { method: 'POST', path, ...answer },
];

const validate = async (page: Page) => {
  await page.getByLabel('Redemption Code').fill('ABC-123');
  await page.getByRole('button', { name: 'Validate', exact: true }).click();
};
const staffRows: readonly ToastRow[] = [
  {
    area: 'Staff (success false)',
    title: 'Validation Failed',
    text: SAID,
    answers: post('/staff/look-up', { body: no }),
    make: validate,
  },
  {
    area: 'Staff',
    title: 'Validation Error',
    text: SAID,
    answers: post('/staff/look-up', refusal(500, SAID)),
    make: validate,
  },
  {
    ...{ area: 'Staff success', title: 'Redemption Confirmed', tone: 'plain' },
    text: 'Customer benefit has been validated successfully.',
    answers: [
      ...post('/staff/look-up', { body: { ...yes, scan: LOOKED_UP } }),
      ...post('/staff/redeem', { body: yes }),
    ],
    make: async (page) => {
      await validate(page);
      await page.getByLabel('Sale amount').fill('12.50');
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    },
    changes: true as const,
  },
];

const SCAN_ERRORS = [
  ['server message', refusal(500, SAID), SAID],
  ['Unknown error', { body: 'not JSON' }, 'Unknown error'],
] as const;
const startScanning = async (page: Page) => {
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  return page.getByRole('dialog', { name: 'Scan QR Code' });
};
const scanTyped = async (page: Page) => {
  const dialog = await startScanning(page);
  await dialog.getByLabel('Link or code').fill('some-token');
  await dialog.getByRole('button', { name: 'Continue' }).click();
};
const scanRows: readonly ToastRow[] = [
  {
    area: 'Scan (success false)',
    title: 'Scan Failed',
    text: SAID,
    answers: post('/api/scan', { body: no }),
    make: scanTyped,
  },
  ...SCAN_ERRORS.map(([what, answer, text]) => ({
    ...{ area: `Scan (${what})`, title: 'Scan Error', text },
    ...{ answers: post('/api/scan', answer), make: scanTyped },
  })),
  {
    ...{ area: 'Invalid URL', title: 'Invalid QR Code', text: 'The scanned QR code is not a valid URL.' },
    make: async (page) => {
      const dialog = await startScanning(page);
      const picture = pngOf(drawQr('no address at all', { width: 400, height: 400, module: 8 }));
      await dialog.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: picture });
    },
  },
];

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const confirm = (open: string, button: string) => async (page: Page) => {
  await click(open)(page);
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
};
const redeemRows = (where: string, make: ToastRow['make'], success: readonly [string, string]): readonly ToastRow[] => [
  {
    area: `Redeem (success false), ${where}`,
    title: 'Redemption Failed',
    text: SAID,
    answers: post('/api/redeem', { body: no }),
    make,
  },
  {
    area: `Redeem (request error), ${where}`,
    title: 'Redemption Error',
    text: SAID,
    answers: post('/api/redeem', refusal(500, SAID)),
    make,
  },
  {
    ...{ area: `Redeem success, ${where}`, title: success[0], text: success[1], tone: 'plain' as const },
    ...{ answers: post('/api/redeem', { body: yes }), make, changes: true as const },
  },
];
const CLAIM_ERRORS = [
  [409, 'Already Claimed', 'This QR code has already been claimed by another distributor.'],
  [403, 'Access Denied', "You don't have permission to claim QR codes from this site."],
  [400, 'Invalid QR Code', 'The QR code is invalid, expired, or corrupted.'],
  [500, 'Claim Error', SAID],
] as const;
const claimRows = (where: string, make: ToastRow['make'], success: readonly [string, string]): readonly ToastRow[] => [
  ...CLAIM_ERRORS.map(([status, title, text]) => ({
    ...{ area: `Claim ${status}, ${where}`, title, text },
    ...{ answers: post('/api/claim-qr', refusal(status, SAID)), make },
  })),
  {
    area: `Claim success false, ${where}`,
    title: 'Claim Failed',
    text: SAID,
    answers: post('/api/claim-qr', { body: no }),
    make,
  },
  {
    ...{ area: `Claim success, ${where}`, title: success[0], text: success[1], tone: 'plain' as const },
    ...{ answers: post('/api/claim-qr', { body: yes }), make, changes: true as const },
  },
];

const links = () => ({ customer: visits.shop.free.customerUrl, distributor: visits.shop.free.distributorUrl });
const scanned = (kind: 'customer' | 'distributor') => `/mobile-scanner?token=${tokenOf(links()[kind])}`;
const TABLES: readonly (readonly [
  who: 'staff' | 'signedOut' | 'customer' | 'distributor',
  home: () => string,
  readonly ToastRow[],
])[] = [
  ['staff', () => '/staff-validation', staffRows],
  ['signedOut', () => '/mobile-scanner', scanRows],
  [
    'customer',
    () => scanned('customer'),
    redeemRows('scan page', click('Redeem Benefit'), [
      'Benefit Redeemed',
      'Your benefit has been redeemed successfully!',
    ]),
  ],
  [
    'customer',
    () => links().customer,
    redeemRows('customer scan page', confirm('Redeem Benefit', 'Redeem Benefit'), [
      'Benefit Redeemed!',
      'You have successfully redeemed this benefit.',
    ]),
  ],
  [
    'distributor',
    () => scanned('distributor'),
    claimRows('scan page', confirm('Claim QR Code', 'Sí, Reclamar QR'), [
      'QR Claimed Successfully',
      'QR is now assigned to your distributor account!',
    ]),
  ],
  [
    'distributor',
    () => links().distributor,
    claimRows('distributor page', confirm('Claim QR Code', 'Claim QR Code'), [
      'QR Code Claimed!',
      'You can now promote this QR code and earn commissions.',
    ]),
  ],
];

describe('on the width of a phone', () => {
  for (const [who, home, rows] of TABLES) {
    let page: Page;
    beforeAll(async () => {
      page = await visits.page(who, PHONE);
    });
    testToastRows(() => page, home, rows);
  }

  it('and nothing broke on the way', () => expect(visits.pageErrors()).toEqual([]));
});
