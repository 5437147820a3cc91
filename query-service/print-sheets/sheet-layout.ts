import { LABEL_SIZES, type LabelSize } from '@perktree/contracts/http/print-sheets';
import type { QrDrawing } from '@perktree/contracts/qr-code/draw';
import { PAPERS, type PaperName } from '@perktree/platform/pdf/pdf';

interface LabelBrand {
  /** The brand's name. Without white label, the product's name follows. */
  readonly line: string;
  /** A PNG. */
  readonly logo: Buffer | null;
  /** Colour of `line`, `#rrggbb`; null for black. */
  readonly colour: string | null;
}

export interface Label {
  readonly name: string;
  readonly benefit: string;
  /** The site's brand, shown at the bottom of the label. */
  readonly brand: LabelBrand | null;
  readonly qr: QrDrawing;
  /** Logo in the QR code, a PNG. */
  readonly logo: Buffer | null;
}

export interface PlacedText {
  readonly text: string;
  readonly bold: boolean;
  readonly fontSize: number;
  /** Centre of the line and y of its baseline. */
  readonly x: number;
  readonly y: number;
  /** `#rrggbb`; default black. */
  readonly colour?: string;
}

/** A picture that is centred in a box and scaled to fit it. */
interface PlacedPicture {
  readonly png: Buffer;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PlacedQr {
  readonly drawing: QrDrawing;
  readonly logo: Buffer | null;
  /** Top left corner of the quiet zone or frame. */
  readonly x: number;
  readonly y: number;
  /** Edge of one module in points. */
  readonly module: number;
}

/** One page; coordinates are points from its top left corner. */
export interface SheetPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PlacedText[];
  readonly qrs: readonly PlacedQr[];
  readonly pictures: readonly PlacedPicture[];
}

/** Width of a line in points. */
export type Measure = (text: string, fontSize: number, bold: boolean) => number;

/** Margin in points that every printer respects. */
const PAGE_MARGIN = 36;
/** Fraction of the label's width. */
const PADDING = 0.06;
const NAME_LINES = 2;
const BENEFIT_LINES = 2;
const LINE_HEIGHT = 1.2;
/** Font sizes and the logo's box as fractions of the label's width. */
const NAME_SIZE = 0.085;
const BENEFIT_SIZE = 0.07;
const BRAND_SIZE = 0.055;
const LOGO_HEIGHT = 0.12;
const LOGO_WIDTH = 0.5;

/** Places the labels of one page row by row, at most `labelsPerPage`. */
export function layOutPage(labels: readonly Label[], paper: PaperName, size: LabelSize, measure: Measure): SheetPage {
  const [width, height] = PAPERS[paper];
  const { columns, rows } = LABEL_SIZES[size];
  const cell = { width: (width - 2 * PAGE_MARGIN) / columns, height: (height - 2 * PAGE_MARGIN) / rows };
  const placed = labels.map((label, n) => {
    const left = PAGE_MARGIN + (n % columns) * cell.width;
    const top = PAGE_MARGIN + Math.floor(n / columns) * cell.height;
    return placeLabel(label, { left, top, ...cell }, measure);
  });
  return {
    ...{ width, height },
    texts: placed.flatMap((p) => p.texts),
    qrs: placed.map((p) => p.qr),
    pictures: placed.flatMap((p) => p.pictures),
  };
}

function placeLabel(
  label: Label,
  box: { left: number; top: number; width: number; height: number },
  measure: Measure,
): { texts: PlacedText[]; qr: PlacedQr; pictures: PlacedPicture[] } {
  const inner = box.width * (1 - 2 * PADDING);
  const nameSize = box.width * NAME_SIZE;
  const benefitSize = box.width * BENEFIT_SIZE;
  const { brand } = label;
  const brandSize = brand ? box.width * BRAND_SIZE : 0;
  const logoHeight = brand?.logo ? box.width * LOGO_HEIGHT : 0;
  const forText = (NAME_LINES * nameSize + BENEFIT_LINES * benefitSize + brandSize) * LINE_HEIGHT + logoHeight;
  const padding = box.width * PADDING;
  const middle = box.left + box.width / 2;
  const { qr: drawing, logo } = label;
  const module = Math.min(inner / drawing.width, (box.height - 2 * padding - forText) / drawing.height);
  const qrTop = box.top + padding;

  const texts: PlacedText[] = [];
  let y = qrTop + drawing.height * module;
  const write = (text: string, fontSize: number, bold: boolean, most: number, colour?: string | null) => {
    for (const line of wrap(text, inner, most, (part) => measure(part, fontSize, bold))) {
      y += fontSize * LINE_HEIGHT;
      texts.push({ text: line, bold, fontSize, x: middle, y, ...(colour && { colour }) });
    }
  };
  write(label.name, nameSize, true, NAME_LINES);
  write(label.benefit, benefitSize, false, BENEFIT_LINES);
  const pictures: PlacedPicture[] = [];
  if (brand?.logo) {
    const width = box.width * LOGO_WIDTH;
    // Keep an eighth of the space free above and below the logo.
    const place = { x: middle - width / 2, y: y + logoHeight / 4, width, height: logoHeight * 0.75 };
    pictures.push({ png: brand.logo, ...place });
    y += logoHeight;
  }
  if (brand) write(brand.line, brandSize, brand.colour !== null, 1, brand.colour);
  return { texts, pictures, qr: { drawing, logo, x: middle - (drawing.width * module) / 2, y: qrTop, module } };
}

/** Wraps at words into lines no wider than `width`; text beyond `most` lines ends in an ellipsis. */
export function wrap(text: string, width: number, most: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let rest = text.trim().replace(/\s+/g, ' ');
  while (rest !== '') {
    const isLast = lines.length === most - 1;
    if (measure(rest) <= width) return [...lines, rest];
    if (isLast) return [...lines, `${longestStart(rest, (part) => measure(`${part}…`) <= width).trimEnd()}…`];
    const fitting = longestStart(rest, (part) => measure(part) <= width);
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    const line = space > 0 ? rest.slice(0, space) : fitting;
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** The longest beginning that fits, at least one character; surrogate pairs stay whole. */
function longestStart(text: string, fits: (part: string) => boolean): string {
  let longest = '';
  for (const character of text) {
    if (longest !== '' && !fits(longest + character)) break;
    longest += character;
  }
  return longest;
}
