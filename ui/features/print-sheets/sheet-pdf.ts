import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { PlacedText, SheetPage } from './sheet-layout.ts';

/**
 * A line that the PDF's built-in fonts have no letters for, as a PNG picture. Its base line is `ascent` points below the
 * picture's top; width and height are points.
 */
export type DrawLine = (
  line: PlacedText,
) => Promise<{ png: Uint8Array; width: number; height: number; ascent: number }>;

/** The pages as one PDF: codes as vectors, texts as texts wherever Helvetica has their letters. */
export async function pdfOf(pages: readonly SheetPage[], title: string, drawLine: DrawLine): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const sheet of pages) {
    const page = pdf.addPage([sheet.width, sheet.height]);
    for (const { path, x, y, module } of sheet.qrs) {
      // PDF counts upwards from the bottom.
      page.drawSvgPath(path, { x, y: sheet.height - y, scale: module, color: rgb(0, 0, 0) });
    }
    for (const line of sheet.texts) {
      const font = line.bold ? bold : regular;
      if (hasLetters(font, line.text)) writeLine(page, line, font);
      else await pasteLine(pdf, page, line, drawLine);
    }
  }
  return pdf.save();
}

/** What a font has no letter for it would write as a question mark. */
function hasLetters(font: PDFFont, text: string): boolean {
  const known = new Set(font.getCharacterSet());
  return [...text].every((character) => known.has(character.codePointAt(0) ?? 0));
}

function writeLine(page: PDFPage, line: PlacedText, font: PDFFont): void {
  const { text, fontSize, x, y } = line;
  page.drawText(text, {
    x: x - font.widthOfTextAtSize(text, fontSize) / 2,
    y: page.getHeight() - y,
    size: fontSize,
    font,
  });
}

async function pasteLine(pdf: PDFDocument, page: PDFPage, line: PlacedText, drawLine: DrawLine): Promise<void> {
  const { png, width, height, ascent } = await drawLine(line);
  page.drawImage(await pdf.embedPng(png), {
    x: line.x - width / 2,
    y: page.getHeight() - line.y - (height - ascent),
    width,
    height,
  });
}
