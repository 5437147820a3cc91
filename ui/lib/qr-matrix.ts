import type { QrDrawing } from '@perktree/contracts/qr/code/draw';
import { runsPath } from '@perktree/contracts/qr/code/modules';
import { errorCorrectionOf, type QrDesign } from '@perktree/contracts/qr/design';

export { QUIET_ZONE } from '@perktree/contracts/qr/code/modules';

/** A QR code as vectors in units of one module, without quiet zone. */
export interface QrOutline {
  /** Modules along an edge. */
  readonly size: number;
  /** SVG path of the dark modules; the origin is the top left corner. */
  readonly path: string;
}

/** The QR code of a text, error correction M. Loads the library. */
export async function qrOutline(text: string): Promise<QrOutline> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  return { size, path: runsPath(size, 0, (row, column) => modules.get(row, column) === 1) };
}

/** The QR code of a text in a design. Loads the library and the letters of frames. */
export async function qrDrawing(text: string, design: QrDesign): Promise<QrDrawing> {
  const [{ create }, { drawQr }] = await Promise.all([import('qrcode'), import('@perktree/contracts/qr/code/draw')]);
  return drawQr(create(text, { errorCorrectionLevel: errorCorrectionOf(design) }).modules, design);
}
