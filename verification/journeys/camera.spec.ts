import { drawQr } from '@perktree/ui/testing/draw-qr';
import { expect, it } from 'vitest';
import { PHONE } from '../e2e/support/browser.ts';
import { openShop, tokenOf } from '../e2e/support/shop.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();
const SCENE = { width: 480, height: 360, module: 6, degrees: 8 };

/** Runs in the page before its scripts: the camera sees a picture in shades of grey. */
function replaceCamera({ width, height, shades }: { width: number; height: number; shades: string }): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const picture = context.createImageData(width, height);
    for (const [n, shade] of [...atob(shades)].entries()) {
      const grey = shade.charCodeAt(0);
      picture.data.set([grey, grey, grey, 255], 4 * n);
    }
    // A stream has a frame only after something was drawn.
    setInterval(() => context.putImageData(picture, 0, 0), 50);
    const stream = canvas.captureStream();
    Object.assign(window, { cameraTrack: stream.getVideoTracks()[0] });
    return stream;
  };
}

async function seeing(text: string, person: Parameters<typeof journey.open>[0]) {
  const page = await journey.open(person, '/robots.txt', { viewport: PHONE });
  const { width, height, pixels } = drawQr(text, SCENE);
  await page.addInitScript(replaceCamera, { width, height, shades: Buffer.from(pixels).toString('base64') });
  return page;
}

it("a customer's camera reads a printed code, and the staff's camera the code that the customer shows", async () => {
  const { staff, customer, root } = await openShop(journey.url);
  const phone = await seeing(root.customerUrl, customer);
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url()));
  const ofScanner = () => asked.filter((url) => /decoder|scan-qr-dialog|\.wasm$/.test(url));
  await phone.goto('/mobile-scanner');
  await phone.getByRole('button', { name: 'Start Scanning' }).waitFor();
  expect(ofScanner()).toEqual([]);
  await phone.getByRole('button', { name: 'Start Scanning' }).click();
  await phone.getByText('QR Detected!').waitFor();
  // The decoder comes from this origin, at the first tap.
  expect(ofScanner().filter((url) => /\/assets\/zxing_reader-[\w-]+\.wasm$/.test(url))).toHaveLength(1);
  expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(journey.url))).toEqual([]);
  await phone.getByText('20% OFF').waitFor();
  // The camera is off afterwards.
  expect(await phone.evaluate('cameraTrack.readyState')).toBe('ended');

  // A second scan of the same QR gives the same open redemption.
  const { redemptionToken } = await customer.post<{ redemptionToken: string }>('/api/scan', {
    token: tokenOf(root.customerUrl),
  });
  const counter = await seeing(redemptionToken, staff);
  await counter.goto('/staff-validation');
  await counter.getByRole('button', { name: 'Scan Customer QR' }).click();
  await counter.getByLabel('Sale amount', { exact: false }).fill('12.50');
  await counter.getByText('20% Discount').first().waitFor();
  await counter.getByRole('button', { name: 'Confirm', exact: true }).click();
  await counter.getByText('Redemption Confirmed!').waitFor();
  await phone.getByText('Benefit Redeemed', { exact: true }).first().waitFor();
});
