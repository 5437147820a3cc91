/** Share of the darkest and of the brightest pixels to ignore: dead pixels and reflections. */
const CUT_SHARE = 0.005;
/**
 * Frames with at least this range of shades need no stretching. zxing treats less than 24 of 255 within a block as
 * one shade.
 */
const SUFFICIENT_RANGE = 160;
/** Below this range there is only noise to stretch. */
const MIN_RANGE = 4;

/** Stretches a faded or dark frame to the full range of grey, in place. */
export function stretchContrast(context: CanvasRenderingContext2D): void {
  const frame = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  if (stretchPixels(frame.data)) context.putImageData(frame, 0, 0);
}

/**
 * @param pixels RGBA, changed in place
 * @returns whether they were changed
 */
export function stretchPixels(pixels: Uint8ClampedArray): boolean {
  const counts = new Uint32Array(256);
  for (let i = 0; i < pixels.length; i += 4) {
    const shade = shadeAt(pixels, i);
    counts[shade] = (counts[shade] ?? 0) + 1;
  }
  const cut = (pixels.length / 4) * CUT_SHARE;
  const darkest = firstBinAbove(counts, cut);
  const lightest = 255 - firstBinAbove(counts.slice().reverse(), cut);
  const range = lightest - darkest;
  if (range >= SUFFICIENT_RANGE || range < MIN_RANGE) return false;
  for (let i = 0; i < pixels.length; i += 4) {
    const shade = ((shadeAt(pixels, i) - darkest) * 255) / range;
    pixels[i] = shade;
    pixels[i + 1] = shade;
    pixels[i + 2] = shade;
  }
  return true;
}

/** Luma of ITU-R BT.601, as a whole number. */
function shadeAt(pixels: Uint8ClampedArray, i: number): number {
  return ((pixels[i] ?? 0) * 77 + (pixels[i + 1] ?? 0) * 150 + (pixels[i + 2] ?? 0) * 29) >> 8;
}

function firstBinAbove(counts: Uint32Array, cut: number): number {
  let seen = 0;
  for (const [shade, count] of counts.entries()) {
    seen += count;
    if (seen > cut) return shade;
  }
  return counts.length - 1;
}
