import { buffer } from 'node:stream/consumers';
import { drawQr, type QrDrawing } from '@perktree/contracts/qr/code/draw';
import { svgOfDrawing } from '@perktree/contracts/qr/code/formats';
import { errorCorrectionOf, type QrDesign } from '@perktree/contracts/qr/design';
import type { QrFileFormat } from '@perktree/contracts/qr/design-calls';
import { dataUrlOf } from '@perktree/platform/pictures';
import { create } from 'qrcode';
import { AROUND, bleedOf, cutMarks, drawMarks } from './print-sheets/cut-marks.ts';

/** Width of an image: 10 cm in print at 300 dots per inch. */
const PIXELS = 1200;
/** Width of a PDF page: 10 cm in points. */
const POINTS = 283.46;
/** Of each format, in the names of files. An SVG has none. */
export const SIZES = { svg: null, png: '1200 px', pdf: '10 cm' } as const;

interface QrFile {
  readonly url: string;
  readonly title: string;
  readonly design: QrDesign;
  /** The PNG of the logo; null: its place stays free. */
  readonly logo: Buffer | null;
  readonly at: Date;
  /** A bleed and cut marks around the page of a PDF. */
  readonly hasMarks: boolean;
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
async function pdfOf(drawing: QrDrawing, { title, design, logo, at, hasMarks }: QrFile): Promise<Buffer> {
  const { openPdf, drawCode } = await import('@perktree/platform/pdf/pdf');
  const pdf = openPdf({ title, language: 'en', at, producer: '' });
  const module = POINTS / drawing.width;
  const height = drawing.height * module;
  const around = hasMarks ? AROUND : 0;
  const size: [number, number] = [POINTS + 2 * around, height + 2 * around];
  pdf.addPage({ size, margin: 0 });
  if (hasMarks) {
    // The colour at the edge of the code continues to where it may be cut.
    pdf.rect(...bleedOf(...size)).fill(design.frameText === null ? design.background : design.foreground);
    drawMarks(pdf, cutMarks(POINTS, height, [], []));
  }
  drawCode(pdf, drawing, { x: around, y: around, module, logo: logo && pdf.openImage(logo) });
  pdf.end();
  return buffer(pdf);
}
