import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, darkFindings } from '../../testing/audit.ts';
import { showToCamera, WALL } from '../../testing/camera.ts';
import { drawQr, pictureFile, type Scene } from '../../testing/draw-qr.ts';
import { seeText } from '../../testing/forms.ts';
import { api, manualTime, openScreen, PHONE, switchTo } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth, inLanguage, see, seeInBoth, type Words } from '../../testing/see.ts';
import { OFFER, scanOf } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';
import { readPicture } from './scan-qr-dialog.tsx';

/** The camera scanner dialog, word for word: the specification's section 2.6, and the camera's constants of section 9. */
const LINK = `${location.origin}/scan/customer/some-token`;
const TITLE: Words = ['Scan QR Code', 'Escanear código QR'];
const NO_CAMERA: Words = ['Camera access denied or not available', 'Acceso a la cámara denegado o no disponible'];
const TRY_AGAIN: Words = ['Try Again', 'Reintentar'];
const SCANNING: Words = ['Scanning', 'Escaneando'];
const NO_DEVICE = ['No camera was found on this device.', 'No se ha encontrado ninguna cámara en este dispositivo.'];
const FAILURES = [
  [
    ...['NotAllowedError', 'Camera access is blocked. Allow it in your browser settings, then try again.'],
    'El acceso a la cámara está bloqueado. Permítelo en los ajustes del navegador e inténtalo de nuevo.',
  ],
  ['NotFoundError', ...NO_DEVICE],
  ['OverconstrainedError', ...NO_DEVICE],
  [
    ...['NotReadableError', 'Another app is using the camera. Close it, then try again.'],
    'Otra aplicación está usando la cámara. Ciérrala e inténtalo de nuevo.',
  ],
  ['UnknownError', 'The camera did not start.', 'La cámara no se ha iniciado.'],
] as [name: string, en: string, es: string][];
const CAMERAS = ['Front', 'Back'].map(
  (label) => ({ kind: 'videoinput', deviceId: label, groupId: '', label }) as MediaDeviceInfo,
);
const INSECURE = 'La cámara solo funciona en páginas seguras. Abre esta página con https.';

beforeEach(() => {
  signIn(null);
  api.on(calls.scan, scanOf('customer', 'some-token'));
  api.on(calls.customerScanInfo, { success: true, message: '', qr: { ...OFFER, commissionPercent: null } });
});

async function start() {
  await openScreen('/mobile-scanner', { viewport: PHONE });
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  return page.getByRole('dialog', { name: inLanguage(TITLE, 'en') });
}
const scanned = () => api.bodies(calls.scan);
const choose = async (file: File) => {
  await expect.poll(() => document.querySelector('input[type=file]')).not.toBeNull();
  return userEvent.upload(page.elementLocator(document.querySelector('input[type=file]') as Element), file);
};
const withoutCamera = () =>
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotFoundError'));
const scanning = () => seeText('Scanning', page, { exact: true });

it('2.6 · live video in a dashed frame, while it scans', async () => {
  showToCamera();
  const dialog = await start();
  await seeInBoth({
    dialog: TITLE,
    texts: [
      SCANNING,
      ['Position the QR code within the frame to scan', 'Coloca el código QR dentro del marco para escanearlo'],
    ],
  });
  await switchTo({ language: 'en' });
  const video = dialog.element().querySelector('video') as HTMLVideoElement;
  await expect.poll(() => video.videoWidth).toBeGreaterThan(0);
  expect(getComputedStyle(video.nextElementSibling as Element).borderTopStyle).toBe('dashed');
  expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
});

it('8 · each failure is explained on the page, not in a toast, and tried again on request', async () => {
  const open = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  const failing = (name: string) => open.mockRejectedValueOnce(new DOMException('', name));
  const again = (name: string) => page.getByRole('button', { name }).click();
  failing('UnknownError');
  await start();
  await inBoth(async (say, language) => {
    for (const [name, ...reason] of FAILURES) {
      failing(name);
      await again(say(TRY_AGAIN));
      await see({ texts: [NO_CAMERA, reason] }, language);
    }
  });
  vi.stubGlobal('isSecureContext', false);
  failing('TypeError');
  await again('Reintentar');
  await see({ texts: [NO_CAMERA, INSECURE] }, 'es');
  expect(document.querySelector('.toast')).toBeNull();
  showToCamera();
  await again('Reintentar');
  await see({ texts: [SCANNING] }, 'es');
});

it('the button below stays where it is when the camera starts, and when it fails', async () => {
  const { streams } = showToCamera();
  let list = (_: MediaDeviceInfo[]) => {};
  const listed = new Promise<MediaDeviceInfo[]>((resolve) => {
    list = resolve;
  });
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockReturnValue(listed);
  const dialog = await start();
  const top = () => dialog.getByRole('button', { name: 'Continue' }).element().getBoundingClientRect().top;
  await expect.poll(() => streams).toHaveLength(1);
  const starting = top();
  list(CAMERAS);
  await expect.element(dialog.getByRole('combobox', { name: 'Camera' })).toBeVisible();
  expect(top()).toBe(starting);
  for (const track of streams.at(-1)?.getTracks() ?? []) track.stop();
  await seeText(NO_CAMERA[0]);
  expect(top()).toBe(starting);
});

it('2.6 · a picture without a code, and a file that is no picture, are refused', async () => {
  withoutCamera();
  await start();
  const noCode = 'No QR code found in this picture. Try a sharper or closer one.';
  const noPicture = "This file can't be opened as a picture.";
  await choose(await pictureFile(WALL));
  await see({ texts: [noCode] });
  await choose(new File(['not a picture'], 'x.png', { type: 'image/png' }));
  await see({ texts: [noPicture] });
  expect(scanned()).toEqual([]);
});

it('9 · rear-facing camera, decode interval at least 100 ms, frame width at most 400 px; closing the dialog stops it', async () => {
  const { asked, streams } = showToCamera({ width: 1280, height: 480, pixels: new Uint8ClampedArray(1280 * 480) });
  const widths: number[] = [];
  // A decoder that never finds a code.
  class Detector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async ({ width }: HTMLCanvasElement) => {
      widths.push(width);
      return [];
    };
  }
  vi.stubGlobal('BarcodeDetector', Detector);
  const dialog = await start();
  await scanning();
  const time = manualTime({ withPerformance: true });
  const untilNextFrame = async () => {
    const before = widths.length;
    for (let milliseconds = 1; milliseconds <= 1_000; milliseconds += 1) {
      await time.advance(1);
      if (widths.length > before) return milliseconds;
    }
    return null;
  };
  // The first of these may end a pause that began in real time.
  await untilNextFrame();
  await untilNextFrame();
  expect(await untilNextFrame()).toBe(100);
  expect(Math.max(...widths)).toBe(400);
  expect(asked).toEqual([{ facingMode: 'environment' }]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => streams.map(({ active }) => active)).toEqual([false]);
});

it('reads the code that it shows, and not one beside the square that is on the screen', async () => {
  const wide = { width: 1280, height: 480, module: 6 };
  const shown = drawQr(LINK, wide);
  const hidden = drawQr(`${location.origin}/scan/customer/not-shown`, { ...wide, centre: [0.12, 0.3] });
  const pixels = shown.pixels.map((shade, n) => Math.min(shade, hidden.pixels[n] ?? 255));
  showToCamera({ ...shown, pixels });
  await start();
  await see({ headings: ['QR Detected!'] });
  expect(scanned()).toEqual([{ token: 'some-token' }]);
});

it('can be chosen where there are several; one that is unplugged is reported, and started again on request', async () => {
  const { asked, streams } = showToCamera();
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue(CAMERAS);
  const dialog = await start();
  await dialog.getByRole('combobox', { name: 'Camera' }).click();
  await page.getByRole('option', { name: 'Back' }).click();
  await expect.poll(() => asked).toEqual([{ facingMode: 'environment' }, { deviceId: { exact: 'Back' } }]);
  await scanning();
  for (const track of streams.at(-1)?.getTracks() ?? []) track.stop();
  await see({ texts: ['The camera has stopped. Check that it is connected, then try again.'] });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await scanning();
});

/** Pictures that are hard to read, each for one reason. `module` is the edge length of a module in pixels. */
const HARD_PICTURES: Readonly<Record<string, Scene & { readonly longPayload?: boolean }>> = {
  rotated: { width: 640, height: 640, module: 8, degrees: 37 },
  small: { width: 800, height: 600, module: 2 },
  noisy: { width: 480, height: 480, module: 8, noise: 120 },
  blurred: { width: 480, height: 480, module: 8, blur: 4 },
  dark: { width: 480, height: 480, module: 8, ink: 6, paper: 40, noise: 6 },
  inverted: { width: 480, height: 480, module: 8, ink: 255, paper: 0 },
  'of low contrast': { width: 480, height: 480, module: 8, ink: 122, paper: 140, noise: 3 },
  'off centre': { width: 1200, height: 900, module: 5, centre: [0.86, 0.17], degrees: -12 },
  'of a long payload': { width: 900, height: 900, module: 6, longPayload: true },
};

it.each(Object.entries(HARD_PICTURES))('reads a picture that is %s', async (_, { longPayload, ...scene }) => {
  const text = longPayload ? `${LINK}?campaign=${'winter-market-'.repeat(25)}` : LINK;
  expect(await readPicture(await pictureFile(drawQr(text, scene)))).toEqual({ text });
});

it('8 · Invalid URL · a picture of another code stays on the device, one of this installation is scanned', async () => {
  withoutCamera();
  for (const text of ['WIFI:S:Cafe;T:WPA;P:secret;;', 'https://elsewhere.example/scan/customer/abc']) {
    await start();
    await choose(await pictureFile(drawQr(text, { width: 400, height: 400, module: 8 })));
    await seeToast('Invalid QR Code', 'The scanned QR code is not a valid URL.', { isFailure: true });
  }
  expect(scanned()).toEqual([]);
  await start();
  await choose(await pictureFile(drawQr(LINK, { width: 400, height: 400, module: 8 })));
  await see({ headings: ['QR Detected!'], texts: ['Corner Café'] });
  expect(scanned()).toEqual([{ token: 'some-token' }]);
});

it('what is typed is scanned like what the camera read', async () => {
  withoutCamera();
  const dialog = await start();
  // As mail programs end it.
  await dialog.getByLabelText('Link or code').fill(` ${LINK}). `);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'QR Detected!' })).toHaveFocus();
  expect(scanned()).toEqual([{ token: 'some-token' }]);
});

it("at the counter, a typed code is the customer's", async () => {
  signIn('staff');
  api.answerReads('empty');
  api.on(calls.lookUpScan, { success: false, message: 'What the server says.' });
  withoutCamera();
  await openScreen('/staff-validation', { viewport: PHONE });
  await page.getByRole('button', { name: 'Scan Customer QR' }).click();
  await page.getByRole('dialog').getByLabelText('Link or code').fill('k7m-2qx');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.bodies(calls.lookUpScan)).toEqual([{ redemptionCode: 'K7M-2QX' }]);
});
