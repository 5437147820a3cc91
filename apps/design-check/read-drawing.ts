import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DrawingToRead, ReadDrawing, UnreadCase } from '@perktree/command-service/qr/design-readability';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/**
 * Pixels per module as a phone's camera sees a code: across a table, in the hand and close up. A camera takes many pictures
 * while the hand moves, so a decoder has three attempts at slightly different scales.
 */
const PIXELS = { small: [4, 5, 4.5], medium: [9, 10, 11], large: [14, 15, 13] } as const;
const PAPERS = { light: '#ffffff', dark: '#202020' } as const;
/** Margin of paper around the code, in modules. */
const PAPER_MARGIN = 6;
/** Standard deviation of the blur, in modules: a picture that is slightly out of focus. */
const BLUR = 0.4;

interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}
type Decode = (pixels: Pixels) => Promise<string | null>;

const require = createRequire(import.meta.url);
type JsQr = (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: 'dontInvert' },
) => { readonly data: string } | null;
// Required, not imported: an import would wrap the `default` of this CommonJS bundle once more.
const jsqr = (require('jsqr') as { default: JsQr }).default;

const decodeByJsqr: Decode = async ({ data, width, height }) =>
  jsqr(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;

let zxing: Promise<unknown> | null = null;
/** The WebAssembly comes from the package; its default is a CDN. */
async function prepareZxing(): Promise<void> {
  const wasmBinary = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
}
const decodeByZxing: Decode = async (pixels) => {
  zxing ??= prepareZxing();
  await zxing;
  const image = { ...pixels, colorSpace: 'srgb' } as ImageData;
  const [found] = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text ?? null;
};

export const DECODERS = { jsQR: decodeByJsqr, ZXing: decodeByZxing } as const;

/** Draws a code in three sizes, sharp and blurred, on light and dark paper. @returns the cases that a decoder did not read */
export const readDrawing: ReadDrawing = async (drawing) => {
  const unread: UnreadCase[] = [];
  for (const size of ['small', 'medium', 'large'] as const) {
    for (const paper of ['light', 'dark'] as const) {
      for (const isBlurred of [false, true]) {
        for (const decoder of await unreadBy(drawing, { size, paper, isBlurred })) {
          unread.push({ decoder, size, paper, isBlurred });
        }
      }
    }
  }
  return unread;
};

/** The decoders that fail in all attempts. */
async function unreadBy(
  drawing: DrawingToRead,
  { size, paper, isBlurred }: Omit<UnreadCase, 'decoder'>,
): Promise<readonly UnreadCase['decoder'][]> {
  let left: readonly UnreadCase['decoder'][] = ['jsQR', 'ZXing'];
  for (const pixels of PIXELS[size]) {
    const picture = await pixelsOf(drawing, pixels, PAPERS[paper], isBlurred ? BLUR * pixels : 0);
    const texts = await Promise.all(left.map((decoder) => DECODERS[decoder](picture)));
    left = left.filter((_, n) => texts[n] !== drawing.text);
    if (left.length === 0) break;
  }
  return left;
}

async function pixelsOf(
  { elements, width, height }: DrawingToRead,
  pixels: number,
  paper: string,
  blur: number,
): Promise<Pixels> {
  const [all, down] = [width + 2 * PAPER_MARGIN, height + 2 * PAPER_MARGIN];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(all * pixels)}" height="${Math.round(down * pixels)}" viewBox="${-PAPER_MARGIN} ${-PAPER_MARGIN} ${all} ${down}"><rect x="${-PAPER_MARGIN}" y="${-PAPER_MARGIN}" width="${all}" height="${down}" fill="${paper}"/>${elements}</svg>`;
  const image = sharp(Buffer.from(svg)).ensureAlpha();
  const { data, info } = await (blur > 0 ? image.blur(blur) : image).raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}
