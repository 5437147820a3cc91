import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';

type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

// A CommonJS bundle whose function is its `default`, which an import would wrap once more.
const jsqr = (createRequire(import.meta.url)('jsqr') as { default: Decode }).default;

/** The text of a QR as it is seen on the screen, read by a decoder that shares no code with the product. */
export async function readQr(shown: Locator): Promise<string> {
  await shown.scrollIntoViewIfNeeded();
  // An image that is still being decoded is blank.
  await shown.evaluate((image) => (image instanceof HTMLImageElement ? image.decode() : undefined));
  // On a phone it may lie over the QR, as a person would see it do.
  await shown.page().locator('.toast').waitFor({ state: 'detached' });
  // A dialog that fades in is too pale to read.
  await shown.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Hiding the caret would inject a style that the policy of the page refuses.
  return decodePng(await shown.screenshot({ animations: 'allow', caret: 'initial' }));
}

/** @throws where no QR is found */
export function decodePng(png: Buffer): string {
  const { data, width, height } = PNG.sync.read(png);
  const found = jsqr(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error('there is no readable QR in the picture');
  return found.data;
}
