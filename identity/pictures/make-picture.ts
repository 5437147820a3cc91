import { MAX_PICTURE_PIXELS, type PictureType, STORED_PICTURE_SIDE } from '@perktree/contracts/brand/picture-calls';
import sharp from 'sharp';
import type { MadePicture } from './picture-maker.ts';

const TIMEOUT_SECONDS = 5;
/** Resolution at which one unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
const MAX_SVG_DENSITY = 7200;

// One picture at a time, whose memory is free again afterwards.
sharp.cache(false);
sharp.concurrency(1);
// Of the formats that libvips reads, these three alone.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'] });

/**
 * Re-encodes an uploaded picture as a PNG of at most 512 pixels a side. Only the pixels of the upload are kept.
 * @throws Error if it cannot be read
 */
export async function makePicture(upload: Buffer, type: PictureType): Promise<MadePicture> {
  const bytes = type === 'image/svg+xml' ? sizedInPixels(upload) : upload;
  const options = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const density = type === 'image/svg+xml' ? await svgDensity(bytes) : undefined;
  const { data, info } = await sharp(bytes, { ...options, ...(density && { density }) })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize(STORED_PICTURE_SIDE, STORED_PICTURE_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ palette: true, effort: 7, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Pixels of one unit. */
const UNITS: Readonly<Record<string, number>> = { mm: 96 / 25.4, cm: 96 / 2.54, in: 96, pt: 96 / 72, pc: 16 };

/** The SVG with the size of its root in pixels: in other units, it would grow with the square of the density. */
function sizedInPixels(bytes: Buffer): Buffer {
  // Latin-1 keeps every byte of the text.
  const sized = bytes
    .toString('latin1')
    .replace(/<([\w-]+:)?svg\s[^>]*>/i, (root) =>
      root.replace(
        /(\s(?:width|height)\s*=\s*["']\s*)([\d.]+)(mm|cm|in|pt|pc)/gi,
        (_, start: string, size: string, unit: string) =>
          start + Math.ceil(Number(size) * (UNITS[unit.toLowerCase()] ?? 1)),
      ),
    );
  return Buffer.from(sized, 'latin1');
}

/** Draws an SVG so that its longest side has as many pixels as are stored. */
async function svgDensity(bytes: Buffer): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS }).metadata();
  const side = Math.max(width, height, 1);
  return Math.min(MAX_SVG_DENSITY, Math.max(1, (SVG_DENSITY * STORED_PICTURE_SIDE) / side));
}
