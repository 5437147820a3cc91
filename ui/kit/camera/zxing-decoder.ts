import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { decoderOf, type FrameDecoder } from './native-decoder.ts';

/**
 * The WebAssembly comes from this origin; the package's default is a CDN.
 * @throws if it cannot be loaded
 */
export async function loadZxingDecoder(): Promise<FrameDecoder> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return decoderOf(new BarcodeDetector({ formats: ['qr_code'] }));
}
