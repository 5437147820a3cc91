import type { FrameDecoder } from './native-decoder.ts';

/**
 * Decoders, best first: native (Android, macOS), zxing as WebAssembly, html5-qrcode. Each is loaded when needed,
 * since most visits never scan. Null: not available in this browser.
 */
const DECODERS: readonly (() => Promise<FrameDecoder | null>)[] = [
  async () => (await import('./native-decoder.ts')).loadNativeDecoder(),
  async () => (await import('./zxing-decoder.ts')).loadZxingDecoder(),
  async () => (await import('./html5-decoder.ts')).loadHtml5Decoder(),
];

/**
 * For live frames: the first decoder that works. A decoder that fails while decoding (a native detector without its
 * model) is replaced by the next.
 * @throws if none can be loaded
 */
export async function loadFrameDecoder(decoders = DECODERS): Promise<FrameDecoder> {
  let current = await firstWorking(decoders);
  return async (frame) => {
    for (;;) {
      try {
        return await current.decode(frame);
      } catch {
        current = await firstWorking(current.rest);
      }
    }
  };
}

/**
 * For a still picture: tries every decoder on every frame until one finds a QR code.
 * @throws if no decoder could be loaded or run
 */
export async function decodeStill(frames: readonly HTMLCanvasElement[], decoders = DECODERS): Promise<string | null> {
  let worked = false;
  for (const load of decoders) {
    try {
      const decode = await load();
      if (!decode) continue;
      for (const frame of frames) {
        const text = await decode(frame);
        if (text) return text;
      }
      worked = true;
    } catch {
      // Try the next one.
    }
  }
  if (!worked) throw new Error('no decoder works on this device');
  return null;
}

interface Chosen {
  readonly decode: FrameDecoder;
  readonly rest: typeof DECODERS;
}

async function firstWorking(decoders: typeof DECODERS): Promise<Chosen> {
  for (const [index, load] of decoders.entries()) {
    const decode = await load().catch(() => null);
    if (decode) return { decode, rest: decoders.slice(index + 1) };
  }
  throw new Error('no decoder works on this device');
}

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
function stretchPixels(pixels: Uint8ClampedArray): boolean {
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
