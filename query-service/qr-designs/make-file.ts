import { buffer } from 'node:stream/consumers';
import type { QrFileFormat } from '@perktree/contracts/http/qr-designs';
import { drawQr, type QrDrawing } from '@perktree/contracts/qr-code/draw';
import { svgOfDrawing } from '@perktree/contracts/qr-code/formats';
import { errorCorrectionOf, type QrDesign } from '@perktree/contracts/qr-design';
import { dataUrlOf } from '@perktree/platform/pictures';
import { create } from 'qrcode';

/** Width of an image: 10 cm in print at 300 dots per inch. */
const PIXELS = 1200;
/** Width of a PDF page: 10 cm in points. */
const POINTS = 283.46;

interface QrFile {
  readonly url: string;
  readonly title: string;
  readonly design: QrDesign;
  /** The PNG of the logo; null: its place stays free. */
  readonly logo: Buffer | null;
  readonly at: Date;
}

/** A QR code as a file to print. */
export async function makeQrFile(format: QrFileFormat, file: QrFile): Promise<Buffer> {
  const { url, design, logo } = file;
  const { modules } = create(url, { errorCorrectionLevel: errorCorrectionOf(design) });
  const drawing = drawQr(modules, design);
  if (format === 'pdf') return pdfOf(drawing, file);
  const svg = Buffer.from(svgOfDrawing(drawing, logo && dataUrlOf(logo), PIXELS));
  if (format === 'svg') return svg;
  // Loaded at first use: most processes draw no picture.
  const { default: sharp } = await import('sharp');
  return sharp(svg).png({ compressionLevel: 9 }).toBuffer();
}

/** One page as large as the code, which is drawn as vectors. */
async function pdfOf(drawing: QrDrawing, { title, logo, at }: QrFile): Promise<Buffer> {
  const { openPdf, drawCode } = await import('@perktree/platform/pdf/pdf');
  const pdf = openPdf({ title, language: 'en', at, producer: '' });
  const module = POINTS / drawing.width;
  pdf.addPage({ size: [POINTS, drawing.height * module], margin: 0 });
  drawCode(pdf, drawing, { x: 0, y: 0, module, logo: logo && pdf.openImage(logo) });
  pdf.end();
  return buffer(pdf);
}
