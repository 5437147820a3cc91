import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { PDFDocument, type PDFFont, PDFName, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { Face } from './face.ts';

/** A4 in points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 48;
const LINE_HEIGHT = 1.45;
const FOOT_SIZE = 7;
const TABLE_SIZE = 8;
const HEAD_SIZE = 11;
/** Of a logo. */
const HEAD_HEIGHT = 28;
const HEAD_MOST_WIDTH = 120;
/** Shares of white. */
const BLACK = 0;
const GREY = 0.35;
const RULE_GREY = 0.75;

type Style = 'text' | 'bold' | 'code';
export interface Column {
  readonly title: string;
  /** Share of the width. */
  readonly width: number;
  readonly align?: 'right';
}
const CELL_GAP = 6;

/** Where the cells of a row are, in points. */
function placesOf(columns: readonly Column[]) {
  let left = MARGIN;
  return columns.map(({ width, align }) => {
    const points = width * (WIDTH - 2 * MARGIN);
    const place = { left, points, align };
    left += points;
    return place;
  });
}

/** @param colour `#rrggbb` */
const fillOf = (colour: string) =>
  `${[1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')} rg`;

/** The lines of each cell of a row. */
type CellLines = readonly (readonly string[])[];

/** Of a row, in lines. */
const heightOf = (cells: CellLines) => Math.max(...cells.map(({ length }) => length));

type Fonts = Readonly<Record<Style, PDFFont>>;

const STYLES = ['text', 'bold', 'code'] as const satisfies readonly Style[];

/**
 * Text and tables on as many pages as they need, from top to bottom. A finished page is kept compressed: the library would
 * hold several objects for each word, which is gigabytes for a statement of ten thousand entries.
 */
export class Paper {
  private page: PDFPage;
  /** Operators of the page that is being written. */
  private drawn: string[] = [];
  private y = 0;
  private readonly letters: ReadonlySet<number>;
  private readonly faces: Readonly<Record<Style, Face>>;

  private constructor(
    private readonly pdf: PDFDocument,
    private readonly fonts: Fonts,
  ) {
    this.letters = new Set(fonts.text.getCharacterSet());
    this.faces = { text: new Face(fonts.text), bold: new Face(fonts.bold), code: new Face(fonts.code) };
    this.page = this.turn();
  }

  /** @param about.at its date of creation, so that the same content gives the same bytes */
  static async begin(about: {
    readonly title: string;
    readonly language: string;
    readonly at: Date;
    /** The program that made it. */
    readonly producer: string;
  }): Promise<Paper> {
    const { title, language, at, producer } = about;
    const pdf = await PDFDocument.create();
    pdf.setTitle(title, { showInWindowTitleBar: true });
    pdf.setLanguage(language);
    pdf.setCreationDate(at);
    pdf.setModificationDate(at);
    pdf.setProducer(producer);
    // Not the library’s name.
    pdf.setCreator(producer);
    return new Paper(pdf, {
      text: await pdf.embedFont(StandardFonts.Helvetica),
      bold: await pdf.embedFont(StandardFonts.HelveticaBold),
      code: await pdf.embedFont(StandardFonts.Courier),
    });
  }

  /** A paragraph, broken into lines where it is too long. */
  write(text: string, { size = 9, style = 'text' as Style } = {}): void {
    for (const line of this.broken(text, this.faces[style], size, WIDTH - 2 * MARGIN)) {
      this.down(size);
      this.draw(line, MARGIN, { size, style });
    }
  }

  /** A text in a colour, after a picture of its height if there is one. */
  async head(text: string, { logo, colour }: { readonly logo: Buffer | null; readonly colour: string }): Promise<void> {
    const image = logo && (await this.pdf.embedPng(logo));
    const scaled = image?.scaleToFit(HEAD_MOST_WIDTH, HEAD_HEIGHT);
    const left = MARGIN + (scaled ? scaled.width + CELL_GAP : 0);
    const lines = this.broken(text, this.faces.bold, HEAD_SIZE, WIDTH - MARGIN - left);
    const lineHeight = HEAD_SIZE * LINE_HEIGHT;
    this.y -= Math.max(image ? HEAD_HEIGHT : 0, lines.length * lineHeight);
    if (image && scaled) this.page.drawImage(image, { x: MARGIN, y: this.y, ...scaled });
    const baseline = scaled ? (scaled.height - HEAD_SIZE) / 2 : 0;
    for (const [n, line] of lines.entries()) {
      const above = baseline + (lines.length - 1 - n) * lineHeight;
      this.draw(line, left, { size: HEAD_SIZE, style: 'bold', fill: fillOf(colour), above });
    }
    this.space(HEAD_SIZE);
  }

  space(points: number): void {
    this.y -= points;
  }

  /** Rows under titles, which stand on each page that the table continues on. */
  async table(columns: readonly Column[], rows: readonly (readonly string[])[]): Promise<void> {
    const names = columns.map(({ title }) => title);
    const titles = this.linesOf(columns, names, 'bold');
    this.row(columns, titles, 'bold');
    for (const row of rows) {
      const cells = this.linesOf(columns, row, 'text');
      // A row is on one page: the lines of the next one would stand without titles.
      if (this.isFull(TABLE_SIZE * heightOf(cells))) {
        this.page = this.turn();
        this.row(columns, titles, 'bold');
        // Yield to other requests.
        await setImmediate();
      }
      this.row(columns, cells, 'text');
    }
  }

  /** With a foot on each page. */
  async end(foot: string): Promise<Uint8Array> {
    this.keep(this.page);
    const pages = this.pdf.getPages();
    this.y = MARGIN / 2;
    for (const [n, page] of pages.entries()) {
      const number = `${n + 1} / ${pages.length}`;
      this.draw(foot, MARGIN, { size: FOOT_SIZE, style: 'code', grey: GREY });
      const right = WIDTH - MARGIN - this.faces.text.widthOf(number, FOOT_SIZE);
      this.draw(number, right, { size: FOOT_SIZE, style: 'text', grey: GREY });
      this.keep(page);
    }
    return this.pdf.save();
  }

  /** Whether the built-in fonts have all its letters: what they have not they could not write. */
  canWrite(text: string): boolean {
    return [...text].every((letter) => this.letters.has(letter.codePointAt(0) ?? 0));
  }

  private turn(): PDFPage {
    if (this.drawn.length > 0) this.keep(this.page);
    this.y = HEIGHT - MARGIN;
    const page = this.pdf.addPage([WIDTH, HEIGHT]);
    for (const style of STYLES) page.node.setFontDictionary(PDFName.of(style), this.fonts[style].ref);
    return page;
  }

  /** Adds what was drawn to a page. */
  private keep(page: PDFPage): void {
    const { context } = this.pdf;
    const content = deflateSync(this.drawn.join('\n'));
    page.node.addContentStream(context.register(context.stream(content, { Filter: 'FlateDecode' })));
    this.drawn = [];
  }

  private isFull(size: number): boolean {
    return this.y - size * LINE_HEIGHT < MARGIN;
  }

  private down(size: number): void {
    if (this.isFull(size)) this.page = this.turn();
    this.y -= size * LINE_HEIGHT;
  }

  private draw(
    text: string,
    x: number,
    {
      size,
      style,
      grey = BLACK,
      fill = `${grey} g`,
      above = 0,
    }: { size: number; style: Style; grey?: number; fill?: string; above?: number },
  ): void {
    const at = `1 0 0 1 ${x.toFixed(2)} ${(this.y + above).toFixed(2)} Tm`;
    this.drawn.push(`BT ${fill} /${style} ${size} Tf ${at} ${this.faces[style].encoded(text)} Tj ET`);
  }

  /** The lines of each cell: figures and ids are never cut. */
  private linesOf(columns: readonly Column[], cells: readonly string[], style: Style): CellLines {
    const font = this.faces[style];
    return placesOf(columns).map(({ points }, n) => this.broken(cells[n] ?? '', font, TABLE_SIZE, points - CELL_GAP));
  }

  private row(columns: readonly Column[], lines: CellLines, style: Style): void {
    const font = this.faces[style];
    const places = placesOf(columns);
    const height = heightOf(lines);
    for (let line = 0; line < height; line += 1) {
      this.down(TABLE_SIZE);
      for (const [n, { left, points, align }] of places.entries()) {
        const text = lines[n]?.[line] ?? '';
        const shift = align === 'right' ? points - font.widthOf(text, TABLE_SIZE) : 0;
        if (text !== '') this.draw(text, left + shift, { size: TABLE_SIZE, style });
      }
    }
    const y = this.y - TABLE_SIZE * 0.3;
    const [from, to] = [`${MARGIN} ${y.toFixed(2)}`, `${WIDTH - MARGIN} ${y.toFixed(2)}`];
    this.drawn.push(`${RULE_GREY} G 0.4 w ${from} m ${to} l S`);
  }

  /** Lines that fit: broken between words, and where a word is longer than a line, within it. */
  private broken(text: string, font: Face, size: number, points: number): readonly string[] {
    if (font.widthOf(text, size) <= points) return [text];
    const lines: string[] = [];
    let line = '';
    const fits = (part: string) => font.widthOf(part, size) <= points;
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (!fits(line)) {
        let kept = line.length - 1;
        while (kept > 1 && !fits(line.slice(0, kept))) kept -= 1;
        lines.push(line.slice(0, kept));
        line = line.slice(kept);
      }
    }
    return [...lines, line];
  }
}
