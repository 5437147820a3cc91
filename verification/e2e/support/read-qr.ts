import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';

type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

// A CommonJS bundle with a `default` export, which an import would wrap once more.
const jsqr = (createRequire(import.meta.url)('jsqr') as { default: Decode }).default;

/** Reads a QR from the screen with a decoder that shares no code with the product. */
export async function readQr(shown: Locator): Promise<string> {
  await shown.scrollIntoViewIfNeeded();
  // An image that is still being decoded is blank.
  await shown.evaluate((image) => (image instanceof HTMLImageElement ? image.decode() : undefined));
  // On a phone the toast may cover the QR.
  await shown.page().locator('.toast').waitFor({ state: 'detached' });
  // While a dialog fades in, its contrast is too low.
  await shown.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Hiding the caret would inject a style that the page's content security policy refuses.
  return decodePng(await shown.screenshot({ animations: 'allow', caret: 'initial' }));
}

/** @throws if no QR is found */
export function decodePng(png: Buffer): string {
  const { data, width, height } = PNG.sync.read(png);
  const found = jsqr(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error('there is no readable QR in the picture');
  return found.data;
}
