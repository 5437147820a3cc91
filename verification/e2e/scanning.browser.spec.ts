import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PASSWORD } from './support/actions.ts';
import { launchBrowser, openWindow } from './support/browser.ts';
import { drawQr } from './support/draw-qr.ts';
import { pngOf, writeVideo } from './support/encode-picture.ts';
import { HARD_PICTURES } from './support/hard-pictures.ts';
import { Person } from './support/person.ts';

const ALLOWED = '--use-fake-ui-for-media-stream';
const FAKE_CAMERA = '--use-fake-device-for-media-stream';

let owner: Person;
let siteId: string;
let customerUrl: string;
/** The QR that the customer's screen shows to staff. */
let redemption: { token: string; code: string };
const folder = mkdtempSync(join(tmpdir(), 'perktree-camera-'));
const origin = inject('sharedProduct');

beforeAll(async () => {
  owner = await Person.register(origin, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  siteId = site.id;
  const qr = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
    name: 'Bread',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 20,
    commissionPercent: '10.00',
  });
  const links = await owner.get<{ customerUrl: string }>(`/api/sites/${site.id}/qrs/${qr.id}/qrcode`);
  customerUrl = links.customerUrl;
  const customer = await Person.register(origin, 'customer', 'customer');
  const scan = await customer.post<{ redemptionToken: string; redemptionCode: string }>('/api/scan', {
    token: customerUrl.split('/').at(-1),
  });
  redemption = { token: scan.redemptionToken, code: scan.redemptionCode };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One browser for each set of arguments, because the camera's picture is set when the browser starts. */
const browsers = new Map<string, Promise<Browser>>();
afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/** Runs a test in a window that is always closed afterwards. */
async function inBrowser(args: readonly string[], use: (page: Page, pageErrors: string[]) => Promise<void>) {
  const key = args.join(' ');
  const launched = browsers.get(key) ?? launchBrowser(args);
  browsers.set(key, launched);
  const { page, context, pageErrors } = await openWindow(await launched, origin);
  try {
    await use(page, pageErrors);
  } finally {
    await context.close();
  }
}

/** Arguments for a fake camera that shows a code. */
function cameraSeeing(text: string): string[] {
  const path = join(folder, `${createHash('sha256').update(text).digest('hex')}.y4m`);
  if (!existsSync(path)) writeVideo(path, drawQr(text, { width: 640, height: 480, module: 8, degrees: 8 }));
  return [ALLOWED, FAKE_CAMERA, `--use-file-for-fake-video-capture=${path}`];
}

async function openScanner(page: Page) {
  await page.goto('/mobile-scanner');
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  return page.getByRole('dialog', { name: 'Scan QR Code' });
}

async function signInAsOwner(page: Page): Promise<void> {
  await page.goto('/login?intent=business');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

describe('pictures that are chosen in the scanner’s dialog', () => {
  it.each(Object.entries(HARD_PICTURES))('are read when they are %s', async (_, { longPayload, ...scene }) => {
    const text = longPayload ? `${customerUrl}?campaign=${'winter-market-'.repeat(25)}` : customerUrl;
    await inBrowser([], async (page, pageErrors) => {
      const dialog = await openScanner(page);
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/scan'));
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: pngOf(drawQr(text, scene)) });
      expect((await sent).postDataJSON()).toEqual({ token: customerUrl.split('/').at(-1) });
      await page.getByText('QR Detected!').waitFor();
      await page.getByText('Harbour Bakery').waitFor();
      expect(pageErrors).toEqual([]);
    });
  });

  it.each(['WIFI:S:Cafe;T:WPA;P:secret;;', 'https://elsewhere.example/scan/customer/abc'])(
    'stay on the device when they are not of this installation: %s',
    async (text) => {
      await inBrowser([], async (page) => {
        const dialog = await openScanner(page);
        const sent: string[] = [];
        page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
        const picture = pngOf(drawQr(text, { width: 480, height: 480, module: 8 }));
        await dialog
          .locator('input[type=file]')
          .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: picture });
        await page.getByText('Invalid QR Code').waitFor();
        await page.getByText('The scanned QR code is not a valid URL.').waitFor();
        expect(sent).toEqual([]);
      });
    },
  );

  it('are refused in plain words where there is no code in them, or they are no picture', async () => {
    await inBrowser([], async (page) => {
      const dialog = await openScanner(page);
      const empty = { width: 64, height: 64, pixels: new Uint8ClampedArray(64 * 64).fill(200) };
      for (const [buffer, said] of [
        [pngOf(empty), 'No QR code found in this picture.'],
        [Buffer.from('not a picture'), "This file can't be opened as a picture."],
      ] as const) {
        await dialog.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
        await dialog.getByText(said, { exact: false }).waitFor();
      }
    });
  });
});

it('loads no decoder before the tap, and none from anywhere but this origin', async () => {
  await inBrowser(cameraSeeing(customerUrl), async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const ofScanner = () => asked.filter((url) => /decoder|scan-qr-dialog|\.wasm$/.test(url));
    await page.goto('/mobile-scanner');
    await page.getByRole('button', { name: 'Start Scanning' }).waitFor();
    expect(ofScanner()).toEqual([]);
    await page.getByRole('button', { name: 'Start Scanning' }).click();
    await page.getByText('QR Detected!').waitFor();
    expect(ofScanner().filter((url) => /\/assets\/zxing_reader-[\w-]+\.wasm$/.test(url))).toHaveLength(1);
    expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(origin))).toEqual([]);
  });
});

describe('the camera', () => {
  it('reads a customer link on the scanner page, and is off afterwards', async () => {
    await inBrowser(cameraSeeing(customerUrl), async (page, pageErrors) => {
      await page.addInitScript(() => {
        const media = navigator.mediaDevices;
        const open = media.getUserMedia.bind(media);
        media.getUserMedia = async (wanted) => {
          const stream = await open(wanted);
          Object.assign(window, { lastTrack: stream.getVideoTracks()[0] });
          return stream;
        };
      });
      await openScanner(page);
      await page.getByText('QR Detected!').waitFor();
      await page.getByText('20% OFF').waitFor();
      expect(await page.evaluate(() => (window as { lastTrack?: MediaStreamTrack }).lastTrack?.readyState)).toBe(
        'ended',
      );
      expect(pageErrors).toEqual([]);
    });
  });

  it('reads the code that it shows, and not one beside the square that is on the screen', async () => {
    const wide = { width: 1280, height: 480, module: 6 };
    const shown = drawQr(customerUrl, wide);
    const hidden = drawQr('https://example.com/not-shown', { ...wide, centre: [0.12, 0.3] });
    const pixels = shown.pixels.map((shade, n) => Math.min(shade, hidden.pixels[n] ?? 255));
    const path = join(folder, 'two-codes.y4m');
    writeVideo(path, { ...shown, pixels });
    await inBrowser([ALLOWED, FAKE_CAMERA, `--use-file-for-fake-video-capture=${path}`], async (page) => {
      await openScanner(page);
      await page.getByText('QR Detected!').waitFor();
    });
  });

  it('reads the customer’s QR on Staff Validation', async () => {
    await inBrowser(cameraSeeing(redemption.token), async (page, pageErrors) => {
      await signInAsOwner(page);
      await page.goto('/staff-validation');
      await page.getByRole('button', { name: 'Scan Customer QR' }).click();
      await page.getByLabel('Sale amount', { exact: false }).fill('12.50');
      await page.getByText('20% Discount').first().waitFor();
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByText('Redemption Confirmed!').waitFor();
      expect(pageErrors).toEqual([]);
    });
  });

  it('can be chosen where there are several', async () => {
    await inBrowser([ALLOWED, `${FAKE_CAMERA}=device-count=2`], async (page) => {
      const dialog = await openScanner(page);
      await dialog.getByText('Scanning', { exact: true }).waitFor();
      const picker = dialog.getByRole('combobox', { name: 'Camera' });
      const before = await picker.textContent();
      await picker.click();
      await page.getByRole('option', { selected: false }).click();
      await dialog.getByText('Scanning', { exact: true }).waitFor();
      await expect.poll(() => picker.textContent()).not.toBe(before);
    });
  });

  it.each([
    ['NotAllowedError', 'Camera access is blocked.'],
    ['NotFoundError', 'No camera was found on this device.'],
    ['NotReadableError', 'Another app is using the camera.'],
    ['UnknownError', 'The camera did not start.'],
  ])('that fails with %s is explained, and tried again on request', async (name, said) => {
    await inBrowser([ALLOWED, FAKE_CAMERA], async (page) => {
      await page.addInitScript((failure) => {
        const media = navigator.mediaDevices;
        const open = media.getUserMedia.bind(media);
        let calls = 0;
        media.getUserMedia = (wanted) => {
          calls += 1;
          return calls > 1 ? open(wanted) : Promise.reject(new DOMException('', failure));
        };
      }, name);
      const dialog = await openScanner(page);
      await dialog.getByText('Camera access denied or not available', { exact: true }).waitFor();
      await dialog.getByText(said, { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Try Again' }).click();
      await dialog.getByText('Scanning', { exact: true }).waitFor();
    });
  });

  it('that is unplugged while it scans is reported, and started again on request', async () => {
    await inBrowser([ALLOWED, FAKE_CAMERA], async (page) => {
      const dialog = await openScanner(page);
      await dialog.getByText('Scanning', { exact: true }).waitFor();
      await dialog.locator('video').evaluate((video: HTMLVideoElement) => {
        for (const track of (video.srcObject as MediaStream).getTracks()) track.stop();
      });
      await dialog.getByText('The camera has stopped.', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Try Again' }).click();
      await dialog.getByText('Scanning', { exact: true }).waitFor();
    });
  });

  it('is not there on an insecure page, which says so', async () => {
    await inBrowser(['--host-resolver-rules=MAP shop.test 127.0.0.1'], async (page) => {
      await page.goto(origin.replace(/\/\/[^:/]+/, '//shop.test'));
      await page.goto(`${page.url().replace(/\/$/, '')}/mobile-scanner`);
      await page.getByRole('button', { name: 'Start Scanning' }).click();
      const dialog = page.getByRole('dialog', { name: 'Scan QR Code' });
      await dialog.getByText('Camera access denied or not available', { exact: true }).waitFor();
      await dialog.getByText('The camera only works on secure pages.', { exact: false }).waitFor();
    });
  });
});

describe('a link or code that is typed', () => {
  it('is scanned like one that the camera read, whole or as the token alone', async () => {
    await inBrowser([], async (page) => {
      for (const typed of [customerUrl, customerUrl.split('/').at(-1) ?? '']) {
        const dialog = await openScanner(page);
        await dialog.getByLabel('Link or code').fill(` ${typed} `);
        await dialog.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('QR Detected!').waitFor();
      }
    });
  });

  it('offers only what can succeed, and says why otherwise', async () => {
    const distributor = await Person.register(origin, 'promoter', 'distributor');
    const qr = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
      ...{ name: 'Tea', type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' },
    });
    const links = await owner.get<{ distributorUrl: string }>(`/api/sites/${siteId}/qrs/${qr.id}/qrcode`);
    const token = links.distributorUrl.split('/').at(-1) ?? '';
    const scanTyped = async (page: Page) => {
      const dialog = await openScanner(page);
      await dialog.getByLabel('Link or code').fill(token);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('QR Detected!').waitFor();
    };
    await inBrowser([], async (page) => {
      await scanTyped(page);
      await page.getByRole('button', { name: 'Login to Claim' }).waitFor();
      await signInAsOwner(page);
      await scanTyped(page);
      await page.getByText("Owners and staff can't claim QR codes of their own site.").waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Claim QR Code' }).count()).toBe(0);
    });
    await distributor.post('/api/claim-qr', { token });
    await inBrowser([], async (page) => {
      await scanTyped(page);
      await page.getByText('This QR code has already been claimed').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Login to Claim' }).count()).toBe(0);
    });
  });

  it('says that a benefit was already redeemed, which is no news', async () => {
    const customer = await Person.register(origin, 'regular', 'customer');
    const token = customerUrl.split('/').at(-1) ?? '';
    const scan = await customer.post<{ redemptionToken: string }>('/api/scan', { token });
    await owner.post('/api/staff/redeem', { token: scan.redemptionToken });
    await inBrowser([], async (page) => {
      const { email, password } = customer;
      await page.request.post('/api/auth/login', { data: { email, password } });
      await page.goto(`/mobile-scanner?token=${token}`);
      await page.getByText('You have already redeemed this benefit.').waitFor();
      await expect.poll(() => page.getByText('Your benefit has been redeemed successfully!').count()).toBe(0);
    });
  });

  it('goes to staff validation as the customer’s code', async () => {
    await inBrowser([], async (page) => {
      await signInAsOwner(page);
      await page.goto('/staff-validation');
      await page.getByRole('button', { name: 'Scan Customer QR' }).click();
      const dialog = page.getByRole('dialog', { name: 'Scan QR Code' });
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/staff/look-up'));
      await dialog.getByLabel('Link or code').fill(redemption.code.toLowerCase());
      await dialog.getByRole('button', { name: 'Continue' }).click();
      expect((await sent).postDataJSON()).toEqual({ redemptionCode: redemption.code });
    });
  });
});
