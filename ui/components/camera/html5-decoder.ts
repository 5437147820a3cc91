import { Html5QrcodeShim } from 'html5-qrcode/esm/code-decoder.js';
import { BaseLoggger, Html5QrcodeSupportedFormats } from 'html5-qrcode/esm/core.js';
import type { FrameDecoder } from './frame-decoder.ts';

/** Only the decoder of html5-qrcode: its camera code brings its own user interface. */
export async function loadHtml5Decoder(): Promise<FrameDecoder> {
  const decoder = new Html5QrcodeShim([Html5QrcodeSupportedFormats.QR_CODE], false, false, new BaseLoggger(false));
  return async (frame) => {
    try {
      return (await decoder.decodeAsync(frame)).text;
    } catch {
      // It throws on every frame without a QR code.
      return null;
    }
  };
}
