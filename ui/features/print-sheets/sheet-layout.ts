import { type QrOutline, QUIET_ZONE } from '../../lib/qr-matrix.ts';

/** Width and height, points (1/72 inch); the names are as printers call them. */
export const PAPERS = {
  A4: { width: 595.28, height: 841.89 },
  Letter: { width: 612, height: 792 },
} as const;
export type Paper = keyof typeof PAPERS;

/** How many labels stand beside and below each other. */
export const LABEL_SIZES = {
  small: { columns: 3, rows: 4 },
  medium: { columns: 2, rows: 2 },
  large: { columns: 1, rows: 1 },
} as const;
export type LabelSize = keyof typeof LABEL_SIZES;

export interface Label {
  readonly name: string;
  readonly benefit: string;
  readonly qr: QrOutline;
}

export interface PlacedText {
  readonly text: string;
  readonly bold: boolean;
  readonly fontSize: number;
  /** Middle of the line and its base line. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedQr {
  readonly path: string;
  /** Top left corner of the dark modules, and the edge of one module. */
  readonly x: number;
  readonly y: number;
  readonly module: number;
  /** Of the white square with the quiet zone. */
  readonly edge: number;
}

/** One page: points from its top left corner. */
export interface SheetPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PlacedText[];
  readonly qrs: readonly PlacedQr[];
}

/** Width of a line, in points. */
export type Measure = (text: string, fontSize: number, bold: boolean) => number;

/** Every printer can print inside of it, points. */
const PAGE_MARGIN = 36;
/** Between the edge of a label and what is on it, in parts of its width. */
const PADDING = 0.06;
const NAME_LINES = 2;
const BENEFIT_LINES = 2;
const LINE_HEIGHT = 1.2;
/** Font sizes, in parts of the label's width. */
const NAME_SIZE = 0.085;
const BENEFIT_SIZE = 0.07;

/** Labels on as many pages as they need, row by row. */
export function layOut(labels: readonly Label[], paper: Paper, size: LabelSize, measure: Measure): SheetPage[] {
  const { width, height } = PAPERS[paper];
  const { columns, rows } = LABEL_SIZES[size];
  const cell = { width: (width - 2 * PAGE_MARGIN) / columns, height: (height - 2 * PAGE_MARGIN) / rows };
  const perPage = columns * rows;
  const pages: SheetPage[] = [];
  for (let first = 0; first < labels.length; first += perPage) {
    const placed = labels.slice(first, first + perPage).map((label, n) => {
      const left = PAGE_MARGIN + (n % columns) * cell.width;
      const top = PAGE_MARGIN + Math.floor(n / columns) * cell.height;
      return placeLabel(label, { left, top, ...cell }, measure);
    });
    pages.push({ width, height, texts: placed.flatMap((p) => p.texts), qrs: placed.map((p) => p.qr) });
  }
  return pages;
}

function placeLabel(
  label: Label,
  box: { left: number; top: number; width: number; height: number },
  measure: Measure,
): { texts: PlacedText[]; qr: PlacedQr } {
  const inner = box.width * (1 - 2 * PADDING);
  const nameSize = box.width * NAME_SIZE;
  const benefitSize = box.width * BENEFIT_SIZE;
  const forText = (NAME_LINES * nameSize + BENEFIT_LINES * benefitSize) * LINE_HEIGHT;
  const padding = box.width * PADDING;
  const edge = Math.min(inner, box.height - 2 * padding - forText);
  const middle = box.left + box.width / 2;
  const module = edge / (label.qr.size + 2 * QUIET_ZONE);
  const qrTop = box.top + padding;

  const texts: PlacedText[] = [];
  let y = qrTop + edge;
  const write = (text: string, fontSize: number, bold: boolean, most: number) => {
    for (const line of wrap(text, inner, most, (part) => measure(part, fontSize, bold))) {
      y += fontSize * LINE_HEIGHT;
      texts.push({ text: line, bold, fontSize, x: middle, y });
    }
  };
  write(label.name, nameSize, true, NAME_LINES);
  write(label.benefit, benefitSize, false, BENEFIT_LINES);
  const corner = QUIET_ZONE * module;
  return {
    texts,
    qr: { path: label.qr.path, x: middle - edge / 2 + corner, y: qrTop + corner, module, edge },
  };
}

/** Lines no wider than `width`, at words where it goes; what is more than `most` lines ends in an ellipsis. */
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
