import type { QrDrawing } from '@perktree/contracts/qr/code/draw';
import { LABEL_SIZES, type LabelSize, MIN_CODE_MM } from '@perktree/contracts/qr/print-sheet-calls';
import { PAPERS, type PaperName } from '@perktree/platform/pdf/pdf';
import { AROUND, cutMarks, type Mark } from './cut-marks.ts';

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
  /** Each on one line between benefit and brand, as large as fits. */
  readonly lines: readonly string[];
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
  /** Empty: the page is the paper. Else the paper is `AROUND` within it. */
  readonly marks: readonly Mark[];
}

/** Width of a line in points. */
export type Measure = (text: string, fontSize: number, bold: boolean) => number;

/** Margin in points that every printer respects. */
const PAGE_MARGIN = 36;
/** Fraction of the label's width. */
const PADDING = 0.06;
const LINE_HEIGHT = 1.2;
/** Font sizes and the logo's box as fractions of the label's width. */
const NAME_SIZE = 0.085;
const BENEFIT_SIZE = 0.07;
const BRAND_SIZE = 0.055;
/** How many times smaller a line may become before it is cut: most addresses fit as a whole on the smallest label. */
const MAX_SHRUNK = 2;
/** A line that fits exactly could be too wide when it is measured again at its smaller size. */
const HAIR = 1.001;
const LOGO_HEIGHT = 0.12;
const LOGO_WIDTH = 0.5;

interface Sheet {
  readonly paper: PaperName;
  readonly size: LabelSize;
  /** Cut marks of the paper and between the labels, around a bleed. */
  readonly hasMarks?: boolean | undefined;
}

/** Places the labels of one page row by row, at most `labelsPerPage`. */
export function layOutPage(
  labels: readonly Label[],
  { paper, size, hasMarks = false }: Sheet,
  measure: Measure,
): SheetPage {
  const [width, height] = PAPERS[paper];
  const { columns, rows } = LABEL_SIZES[size];
  const cell = { width: (width - 2 * PAGE_MARGIN) / columns, height: (height - 2 * PAGE_MARGIN) / rows };
  const around = hasMarks ? AROUND : 0;
  const edges = (count: number, length: number) =>
    Array.from({ length: count + 1 }, (_, n) => PAGE_MARGIN + n * length);
  const [xs, ys] = [edges(columns, cell.width), edges(rows, cell.height)];
  const onPage = labels.map((label, n) => {
    const left = around + (xs[n % columns] ?? 0);
    const top = around + (ys[Math.floor(n / columns)] ?? 0);
    return placeLabel(label, { left, top, ...cell }, measure);
  });
  return {
    width: width + 2 * around,
    height: height + 2 * around,
    texts: onPage.flatMap((p) => p.texts),
    qrs: onPage.map((p) => p.qr),
    pictures: onPage.flatMap((p) => p.pictures),
    marks: hasMarks ? cutMarks(width, height, xs, ys) : [],
  };
}

/** What a label shows beside its code. */
interface Shown {
  /** Most lines of its name and benefit. */
  readonly lines: number;
  /** Whether the logo of its brand is shown. */
  readonly hasLogo: boolean;
}
const FEWEST: Shown = { lines: 1, hasLogo: false };
const MORE: readonly Shown[] = [
  { lines: 2, hasLogo: true },
  { lines: 2, hasLogo: false },
];

const MIN_CODE = (MIN_CODE_MM.plain / 25.4) * 72;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A label with as many texts as leave its code `MIN_CODE_MM`. */
function placeLabel(label: Label, box: Box, measure: Measure): PlacedLabel {
  const fitting = MORE.find((shown) => moduleOf(label, box, shown) * label.qr.size >= MIN_CODE);
  return placed(label, box, fitting ?? FEWEST, measure);
}

/** Points of a module of the code beside these texts. */
function moduleOf({ qr, brand, lines: more }: Label, box: Box, { lines, hasLogo }: Shown): number {
  const sizes = lines * (NAME_SIZE + BENEFIT_SIZE) + (more.length + (brand ? 1 : 0)) * BRAND_SIZE;
  const forText = box.width * (sizes * LINE_HEIGHT + (hasLogo && brand?.logo ? LOGO_HEIGHT : 0) + 2 * PADDING);
  return Math.min((box.width * (1 - 2 * PADDING)) / qr.width, (box.height - forText) / qr.height);
}

interface PlacedLabel {
  readonly texts: readonly PlacedText[];
  readonly qr: PlacedQr;
  readonly pictures: readonly PlacedPicture[];
}

function placed(label: Label, box: Box, shown: Shown, measure: Measure): PlacedLabel {
  const { brand, qr: drawing, logo } = label;
  const module = moduleOf(label, box, shown);
  const middle = box.left + box.width / 2;
  const qrTop = box.top + box.width * PADDING;

  const texts: PlacedText[] = [];
  let y = qrTop + drawing.height * module;
  const write = (text: string, size: number, bold: boolean, max: number, colour?: string | null) => {
    const fontSize = box.width * size;
    const inner = box.width * (1 - 2 * PADDING);
    for (const line of wrap(text, inner, max, (part) => measure(part, fontSize, bold))) {
      y += fontSize * LINE_HEIGHT;
      texts.push({ text: line, bold, fontSize, x: middle, y, ...(colour && { colour }) });
    }
  };
  write(label.name, NAME_SIZE, true, shown.lines);
  write(label.benefit, BENEFIT_SIZE, false, shown.lines);
  for (const line of label.lines) {
    const width = measure(line, box.width * BRAND_SIZE, false) / (box.width * (1 - 2 * PADDING));
    write(line, BRAND_SIZE / Math.min(Math.max(width * HAIR, 1), MAX_SHRUNK), false, 1);
  }
  const pictures: PlacedPicture[] = [];
  if (brand?.logo && shown.hasLogo) {
    const [width, height] = [box.width * LOGO_WIDTH, box.width * LOGO_HEIGHT];
    // Keep an eighth of the space free above and below the logo.
    pictures.push({ png: brand.logo, x: middle - width / 2, y: y + height / 4, width, height: height * 0.75 });
    y += height;
  }
  if (brand) write(brand.line, BRAND_SIZE, brand.colour !== null, 1, brand.colour);
  return { texts, pictures, qr: { drawing, logo, x: middle - (drawing.width * module) / 2, y: qrTop, module } };
}

/** Wraps at words into lines no wider than `width`; text beyond `max` lines ends in an ellipsis. */
export function wrap(text: string, width: number, max: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let rest = text.trim().replace(/\s+/g, ' ');
  while (rest !== '') {
    const isLast = lines.length === max - 1;
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

/** The longest beginning that fits, at least one character; surrogate pairs stay whole. Halves the rest: shaping a text takes long. */
function longestStart(text: string, fits: (part: string) => boolean): string {
  const characters = [...text];
  const start = (length: number) => characters.slice(0, length).join('');
  let [fitting, tooLong] = [1, characters.length + 1];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(start(middle))) fitting = middle;
    else tooLong = middle;
  }
  return start(fitting);
}
