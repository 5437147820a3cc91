/** Reads a QR code in a frame. Null: none found. Rejects: the decoder does not work on this device. */
export type FrameDecoder = (frame: HTMLCanvasElement) => Promise<string | null>;

/** Missing from TypeScript's DOM types. */
interface NativeDetector {
  detect(source: CanvasImageSource): Promise<readonly { rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Null if the browser has no BarcodeDetector for QR codes. */
export async function loadNativeDecoder(): Promise<FrameDecoder | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null;
  return decoderOf(new BarcodeDetector({ formats: ['qr_code'] }));
}

export const decoderOf =
  (detector: NativeDetector): FrameDecoder =>
  async (frame) =>
    (await detector.detect(frame))[0]?.rawValue ?? null;
