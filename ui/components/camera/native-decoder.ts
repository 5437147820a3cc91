import type { FrameDecoder } from './frame-decoder.ts';

/** The part of the browser's own detector that is used here; TypeScript's DOM types do not have it. */
interface NativeDetector {
  detect(source: CanvasImageSource): Promise<readonly { rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own BarcodeDetector; null where there is none, or none for QRs. */
export async function loadNativeDecoder(): Promise<FrameDecoder | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (frame) => (await detector.detect(frame))[0]?.rawValue ?? null;
}
