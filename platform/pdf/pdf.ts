import type { QrDrawing } from '@perktree/contracts/qr/code/draw';
import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { printFonts, runsOf, type Style } from './print-fonts.ts';

/** Width and height of papers in points (1/72 inch). */
export const PAPERS = { A4: [595.28, 841.89], Letter: [612, 792] } as const;
export type PaperName = keyof typeof PAPERS;

export interface AboutPdf {
  readonly title: string;
  readonly language: string;
  /** Its date of creation: the same content gives the same bytes. */
  readonly at: Date;
  /** The program that made it. */
  readonly producer: string;
}

/** A file of no pages, with the fonts of `printFonts`, which each text embeds. A page that is followed by another is written at once. */
export function openPdf({ title, language, at, producer }: AboutPdf): Pdf {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    // Not the library’s name.
    info: { Title: title, CreationDate: at, ModDate: at, Producer: producer, Creator: producer },
    // None before those below are registered: the library would compare them with it at each use.
    font: '',
    // It would keep a layout of each id.
    fontLayoutCache: false,
  }) as Pdf;
  for (const [style, { font }] of Object.entries(printFonts())) pdf.registerFont(style, sourceOf(font));
  return pdf;
}

/** The types of the library leave `openImage` out. */
export type Pdf = PDFKit.PDFDocument & { openImage(png: Buffer): PdfImage };
export type PdfImage = PDFKit.Mixins.ImageSrc & { readonly width: number; readonly height: number };

export function lineWidth(text: string, style: Style, size: number): number {
  return size * runsOf(text).reduce((width, run) => width + printFonts()[style].widthOf(run), 0);
}

interface Line {
  /** Left end of the baseline, in points from the top left corner. */
  readonly x: number;
  readonly y: number;
  readonly style: Style;
  readonly size: number;
  readonly colour: string;
}

/** Writes a line of `printable` text. */
export function drawLine(pdf: Pdf, text: string, { x, y, style, size, colour }: Line): void {
  pdf.font(style, size).fillColor(colour);
  let left = x;
  for (const run of runsOf(text)) {
    const textWidth = lineWidth(run, style, size);
    pdf.text(run, left, y, { ...AS_IT_IS, ...{ textWidth } });
    left += textWidth;
  }
}

interface CodePlace {
  /** Top left corner, in points. */
  readonly x: number;
  readonly y: number;
  /** Points of a module. */
  readonly module: number;
  readonly logo: PdfImage | null;
}

export function drawCode(pdf: Pdf, { fills, logo: box }: QrDrawing, { x, y, module, logo }: CodePlace): void {
  pdf.save().translate(x, y).scale(module);
  for (const { color, path } of fills) {
    pdf.fillColor(color);
    // The library takes 20 ms to parse the path of a code of dots, and this 2 ms.
    pdf.addContent(`${operatorsOf(path)}f`);
  }
  pdf.restore();
  if (box === null || logo === null) return;
  const edge = box.edge * module;
  const place = { fit: [edge, edge], align: 'center', valign: 'center' } as const;
  pdf.image(logo, x + box.x * module, y + box.y * module, { ...place, fit: [edge, edge] });
}

/** A path of M, L, C and Z, in absolute coordinates, as operators of PDF. */
const operatorsOf = (path: string) =>
  path.replace(/([MLCZ])([^MLCZ]*)/g, (_, command: string, numbers: string) => `${numbers} ${OPERATORS[command]}\n`);
const OPERATORS: Readonly<Record<string, string>> = { M: 'm', L: 'l', C: 'c', Z: 'h' };

/** One run: with features, even none, the library lays it out as a whole instead of word by word. */
const AS_IT_IS = {
  lineBreak: false,
  baseline: 'alphabetic',
  features: [] as PDFKit.Mixins.OpenTypeFeatures[],
} as const;

/** The library takes an opened font as well, which its types do not say. */
const sourceOf = (font: Font) => font as unknown as Buffer;
