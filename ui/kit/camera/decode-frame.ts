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
