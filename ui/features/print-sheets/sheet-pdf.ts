import { PDFDocument, type PDFFont, type PDFImage, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { pdfLogoBox, pdfOperators } from '@perktree/contracts/qr-code/formats';
import type { PlacedText, SheetPage } from './sheet-layout.ts';

/**
 * Draws a line that the PDF's built-in fonts cannot show as a PNG. Its baseline is `ascent` points below the top.
 * Width and height are in points.
 */
export type DrawLine = (
  line: PlacedText,
) => Promise<{ png: Uint8Array; width: number; height: number; ascent: number }>;

interface Font {
  readonly font: PDFFont;
  /** Code points that the font has; it would draw others as question marks. */
  readonly letters: ReadonlySet<number>;
}

/**
 * The pages as one PDF: codes as vectors, and texts as text if Helvetica has their letters.
 * @param onPage is awaited after each page, with its number from 1
 */
export async function pdfOf(
  pages: Iterable<SheetPage> | AsyncIterable<SheetPage>,
  title: string,
  drawLine: DrawLine,
  onPage: (done: number) => Promise<void> | void = () => {},
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const embed = async (name: StandardFonts): Promise<Font> => {
    const font = await pdf.embedFont(name);
    return { font, letters: new Set(font.getCharacterSet()) };
  };
  const regular = await embed(StandardFonts.Helvetica);
  const bold = await embed(StandardFonts.HelveticaBold);
  const pictures = new Map<string, PDFImage>();
  let done = 0;
  for await (const sheet of pages) {
    const page = pdf.addPage([sheet.width, sheet.height]);
    page.node.addContentStream(pdf.context.register(pdf.context.flateStream(codesOf(sheet))));
    await drawPictures(pdf, page, sheet, pictures);
    for (const line of sheet.texts) {
      const font = line.bold ? bold : regular;
      if (hasLetters(font, line.text)) writeLine(page, line, font.font);
      else await pasteLine(pdf, page, line, drawLine);
    }
    done += 1;
    await onPage(done);
  }
  return pdf.save();
}

/**
 * The codes of a page as PDF operators. They are text, because an object for each edge would need a hundred times the memory.
 */
const codesOf = ({ height, qrs }: SheetPage): string =>
  qrs.map(({ drawing, x, y, module }) => pdfOperators(drawing, { x, top: height - y, module })).join('');

/** Draws the logos of codes and brands. Each picture is stored in the file once. */
async function drawPictures(pdf: PDFDocument, page: PDFPage, sheet: SheetPage, embedded: Map<string, PDFImage>) {
  const pictureAt = async (url: string) => {
    const picture = embedded.get(url) ?? (await pdf.embedPng(url));
    embedded.set(url, picture);
    return picture;
  };
  for (const { drawing, logo, x, y, module } of sheet.qrs) {
    if (logo === null) continue;
    const picture = await pictureAt(logo);
    const box = pdfLogoBox(drawing, { x, top: sheet.height - y, module }, picture);
    if (box !== null) page.drawImage(picture, box);
  }
  for (const { url, x, y, width, height } of sheet.pictures) {
    const picture = await pictureAt(url);
    const scale = Math.min(width / picture.width, height / picture.height);
    const size = { width: picture.width * scale, height: picture.height * scale };
    page.drawImage(picture, {
      ...size,
      x: x + (width - size.width) / 2,
      y: sheet.height - y - (height + size.height) / 2,
    });
  }
}

function hasLetters({ letters }: Font, text: string): boolean {
  return [...text].every((character) => letters.has(character.codePointAt(0) ?? 0));
}

function writeLine(page: PDFPage, line: PlacedText, font: PDFFont): void {
  const { text, fontSize, x, y, colour } = line;
  page.drawText(text, {
    ...(colour && { color: colorFromHex(colour) }),
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

function colorFromHex(hex: string) {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
}
