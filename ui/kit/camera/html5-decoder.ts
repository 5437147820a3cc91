import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import type { FrameDecoder } from './native-decoder.ts';

/** Only the files of html5-qrcode: its camera part is not used (docs/decisions/0007-dependencies.md). */
export async function loadHtml5Decoder(): Promise<FrameDecoder> {
  // It asks for an element of the page and draws its canvases there.
  const place = document.createElement('div');
  place.id = 'html5-qrcode';
  place.hidden = true;
  document.body.append(place);
  const reader = new Html5Qrcode(place.id, {
    formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    useBarCodeDetectorIfSupported: false,
    verbose: false,
  });
  return async (frame) => {
    const picture = await new Promise<Blob | null>((resolve) => frame.toBlob(resolve));
    if (picture === null) return null;
    // It rejects each picture without a QR code.
    return reader.scanFile(new File([picture], 'frame.png', { type: picture.type }), false).catch(() => null);
  };
}
