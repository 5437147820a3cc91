import {
  type AboutPdf,
  drawCode,
  drawLine,
  lineWidth,
  openPdf,
  type Pdf,
  type PdfImage,
} from '@perktree/platform/pdf/pdf';
import { printable, printFonts } from '@perktree/platform/pdf/print-fonts';
import { drawMarks } from './cut-marks.ts';
import type { Measure, SheetPage } from './sheet-layout.ts';

const BLACK = '#000000';
const styleOf = (bold: boolean) => (bold ? 'bold' : 'text');

/** Width of a line as the PDF shows it. */
export const measure: Measure = (text, fontSize, bold) =>
  lineWidth(printable(text, printFonts()[styleOf(bold)]), styleOf(bold), fontSize);

/** The pages as one PDF, piece by piece: codes as vectors, texts as text, each picture once. */
export async function* pdfOf(pages: Iterable<SheetPage>, about: AboutPdf): AsyncGenerator<Buffer> {
  const pdf = openPdf(about);
  const images = new Map<Buffer, PdfImage>();
  for (const page of pages) {
    drawPage(pdf, page, images);
    const piece: Buffer | null = pdf.read();
    if (piece !== null) yield piece;
  }
  pdf.end();
  yield* pdf;
}

function drawPage(pdf: Pdf, page: SheetPage, images: Map<Buffer, PdfImage>) {
  const { width, height, qrs, pictures, texts, marks } = page;
  const imageOf = (png: Buffer) => {
    const image = images.get(png) ?? pdf.openImage(png);
    images.set(png, image);
    return image;
  };
  pdf.addPage({ size: [width, height], margin: 0 });
  if (marks.length > 0) drawMarks(pdf, marks);
  for (const { drawing, logo, ...place } of qrs) {
    drawCode(pdf, drawing, { ...place, logo: logo && imageOf(logo) });
  }
  for (const { png, x, y, width, height } of pictures) {
    pdf.image(imageOf(png), x, y, { fit: [width, height], align: 'center', valign: 'center' });
  }
  for (const { text, bold, fontSize: size, x, y, colour = BLACK } of texts) {
    const style = styleOf(bold);
    const line = printable(text, printFonts()[style]);
    drawLine(pdf, line, { x: x - lineWidth(line, style, size) / 2, y, style, size, colour });
  }
}
