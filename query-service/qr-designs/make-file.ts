import type { QrFileFormat } from '@perktree/contracts/http/qr-designs';
import { drawQr } from '@perktree/contracts/qr-code/draw';
import { pdfLogoBox, pdfOperators, svgOfDrawing } from '@perktree/contracts/qr-code/formats';
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
}

/** A QR code as a file to print. */
export async function makeQrFile(format: QrFileFormat, { url, title, design, logo }: QrFile): Promise<Buffer> {
  const { modules } = create(url, { errorCorrectionLevel: errorCorrectionOf(design) });
  const drawing = drawQr(modules, design);
  if (format === 'pdf') return pdfOf(drawing, title, logo);
  const svg = Buffer.from(svgOfDrawing(drawing, logo && dataUrlOf(logo), PIXELS));
  if (format === 'svg') return svg;
  // Loaded at first use: most processes draw no picture.
  const { default: sharp } = await import('sharp');
  return sharp(svg).png({ compressionLevel: 9 }).toBuffer();
}

/** One page as large as the code, which is drawn as vectors. */
async function pdfOf(drawing: ReturnType<typeof drawQr>, title: string, logo: Buffer | null): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const module = POINTS / drawing.width;
  const place = { x: 0, top: drawing.height * module, module };
  const page = pdf.addPage([POINTS, place.top]);
  page.node.addContentStream(pdf.context.register(pdf.context.flateStream(pdfOperators(drawing, place))));
  if (logo !== null) {
    const image = await pdf.embedPng(logo);
    const box = pdfLogoBox(drawing, place, image);
    if (box !== null) page.drawImage(image, box);
  }
  return Buffer.from(await pdf.save());
}
