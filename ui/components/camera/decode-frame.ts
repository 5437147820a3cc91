import type { FrameDecoder } from './frame-decoder.ts';

/**
 * The decoders, best first: the browser's own (Android, macOS), zxing as WebAssembly, html5-qrcode. Each is fetched when
 * its turn comes, since most visits never scan. Null: this browser does not have it.
 */
const DECODERS: readonly (() => Promise<FrameDecoder | null>)[] = [
  async () => (await import('./native-decoder.ts')).loadNativeDecoder(),
  async () => (await import('./zxing-decoder.ts')).loadZxingDecoder(),
  async () => (await import('./html5-decoder.ts')).loadHtml5Decoder(),
];

/**
 * For live pictures: the first decoder that works here. One that loads and then fails, as a native detector on a device
 * without its model, is replaced by the next at its first failure.
 * @throws where none can be loaded
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
 * For a still picture, which gets one chance: every decoder in turn, each on all of the frames, until one reads it.
 * @throws where no decoder could be loaded or run at all
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
      // The next one may work.
    }
  }
  if (!worked) throw new Error('no decoder works on this device');
  return null;
}

interface Chosen {
  readonly decode: FrameDecoder;
  /** Those after it. */
  readonly rest: typeof DECODERS;
}

async function firstWorking(decoders: typeof DECODERS): Promise<Chosen> {
  for (const [index, load] of decoders.entries()) {
    const decode = await load().catch(() => null);
    if (decode) return { decode, rest: decoders.slice(index + 1) };
  }
  throw new Error('no decoder works on this device');
}
