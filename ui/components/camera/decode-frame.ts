/** Reads a QR in a frame. Null where there is none that it can read. */
export type FrameDecoder = (frame: HTMLCanvasElement) => Promise<string | null>;

/** The part of the browser's own detector that is used here; TypeScript's DOM types do not have it. */
interface NativeDetector {
  detect(source: CanvasImageSource): Promise<readonly { rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/**
 * The best decoder of this browser: its own BarcodeDetector (Android, macOS), else html5-qrcode's, which is fetched only
 * now, 110 KB, since most visits never scan. A detector that exists and fails, as on a device without its model, is
 * replaced by the other one at its first failure.
 */
export async function loadFrameDecoder(): Promise<FrameDecoder> {
  const detector = await nativeDetector();
  if (!detector) return loadBundledDecoder();
  let decode: FrameDecoder = async (frame) => (await detector.detect(frame))[0]?.rawValue ?? null;
  return async (frame) => {
    try {
      return await decode(frame);
    } catch {
      decode = await loadBundledDecoder();
      return decode(frame);
    }
  };
}

async function nativeDetector(): Promise<NativeDetector | null> {
  try {
    const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
    if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null;
    return new BarcodeDetector({ formats: ['qr_code'] });
  } catch {
    return null;
  }
}

async function loadBundledDecoder(): Promise<FrameDecoder> {
  // Its decoder alone: the library's own camera code brings a user interface that is not this product's.
  const [{ Html5QrcodeShim }, { BaseLoggger, Html5QrcodeSupportedFormats }] = await Promise.all([
    import('html5-qrcode/esm/code-decoder.js'),
    import('html5-qrcode/esm/core.js'),
  ]);
  const decoder = new Html5QrcodeShim([Html5QrcodeSupportedFormats.QR_CODE], false, false, new BaseLoggger(false));
  return async (frame) => {
    try {
      return (await decoder.decodeAsync(frame)).text;
    } catch {
      // It throws on every frame without a QR.
      return null;
    }
  };
}
