import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import {
  type AboutPdf,
  drawLine,
  lineWidth,
  openPdf,
  PAPERS,
  type PaperName,
  type Pdf,
} from '@perktree/platform/pdf/pdf';
import { printable, printFonts, type Style } from '@perktree/platform/pdf/print-fonts';

const MARGIN = 48;
const LINE_HEIGHT = 1.45;
const FOOT_SIZE = 7;
const TABLE_SIZE = 8;
const HEAD_SIZE = 11;
/** Of a logo. */
const HEAD_HEIGHT = 28;
const MAX_HEAD_WIDTH = 120;
const BLACK = '#000000';
const GREY = '#595959';
const RULE_GREY = '#bfbfbf';

export interface PaperColumn {
  readonly title: string;
  /** Share of the width. */
  readonly width: number;
  readonly align?: 'right';
}
const CELL_GAP = 6;

/** Where the cells of a row are, in points. */
function placesOf(columns: readonly PaperColumn[], paperWidth: number) {
  let left = MARGIN;
  return columns.map(({ width, align }) => {
    const points = width * (paperWidth - 2 * MARGIN);
    const place = { left, points, align };
    left += points;
    return place;
  });
}

/** Rows with the sum of the rows before them: under a table, and where a table continues on the next page. */
interface Sums {
  /** Of a row, in lines. */
  readonly height: number;
  /** @param count of the rows that are summed */
  row(label: 'sum' | 'carried' | 'brought', count: number): readonly string[];
}

type CellLines = readonly (readonly string[])[];

/** Of a row, in lines. */
const heightOf = (cells: CellLines) => Math.max(...cells.map(({ length }) => length));

interface About extends AboutPdf {
  readonly size: PaperName;
  /** On each page, beside its number. */
  readonly foot: string;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Text and tables on as many pages as they need, from top to bottom. A finished page is compressed at once, so that a
 * statement of ten thousand entries fits into memory; its foot has the number of pages, which a first run counts.
 */
export class PaperDocument {
  private readonly pdf: Pdf;
  private readonly width: number;
  private readonly height: number;
  private page = 1;
  /** Of the last line, in points from the top of its page. */
  private y = MARGIN;

  private constructor(
    private readonly about: About,
    /** Null: pages are counted, and nothing is drawn. */
    private readonly pages: number | null,
  ) {
    [this.width, this.height] = PAPERS[about.size];
    this.pdf = openPdf(about);
    this.addPage();
  }

  static async written(about: About, write: (paper: PaperDocument) => Promise<void>): Promise<Buffer> {
    const counted = new PaperDocument(about, null);
    await write(counted);
    const paper = new PaperDocument(about, counted.page);
    await write(paper);
    paper.foot();
    paper.pdf.end();
    return buffer(paper.pdf);
  }

  /** A paragraph, broken into lines where it is too long. */
  write(text: string, { size = 9, style = 'text' as Style } = {}): void {
    for (const line of this.broken(text, style, size, this.width - 2 * MARGIN)) {
      this.down(size);
      this.draw(line, MARGIN, { size, style });
    }
  }

  /** A text in a colour, after a picture of its height if there is one. */
  head(text: string, { logo, colour }: { readonly logo: Buffer | null; readonly colour: string }): void {
    const image = logo && this.pdf.openImage(logo);
    const scale = image ? Math.min(MAX_HEAD_WIDTH / image.width, HEAD_HEIGHT / image.height) : 0;
    const [width, height] = image ? [image.width * scale, image.height * scale] : [0, 0];
    const left = MARGIN + (image ? width + CELL_GAP : 0);
    const lines = this.broken(text, 'bold', HEAD_SIZE, this.width - MARGIN - left);
    const lineHeight = HEAD_SIZE * LINE_HEIGHT;
    this.y += Math.max(image ? HEAD_HEIGHT : 0, lines.length * lineHeight);
    if (image && this.pages !== null) this.pdf.image(image, MARGIN, this.y - height, { width, height });
    const baseline = image ? (height - HEAD_SIZE) / 2 : 0;
    for (const [n, line] of lines.entries()) {
      const above = baseline + (lines.length - 1 - n) * lineHeight;
      this.draw(line, left, { size: HEAD_SIZE, style: 'bold', colour, above });
    }
    this.space(HEAD_SIZE);
  }

  space(points: number): void {
    this.y += points;
  }

  /** Rows under titles, which stand on each page that the table continues on. */
  async table(columns: readonly PaperColumn[], rows: readonly (readonly string[])[], sums?: Sums): Promise<void> {
    const names = columns.map(({ title }) => title);
    const titles = this.linesOf(columns, names, 'bold');
    this.row(columns, titles, 'bold');
    const sum = (label: Parameters<Sums['row']>[0], count: number) => {
      if (sums && count > 0) this.row(columns, this.linesOf(columns, sums.row(label, count), 'bold'), 'bold');
    };
    for (const [n, row] of rows.entries()) {
      const cells = this.linesOf(columns, row, 'text');
      // A row is on one page: the lines of the next one would stand without titles. The sum has room below it.
      if (this.isFull(TABLE_SIZE * (heightOf(cells) + (sums?.height ?? 0)))) {
        sum('carried', n);
        this.turn();
        this.row(columns, titles, 'bold');
        sum('brought', n);
        // Yield to other requests.
        await setImmediate();
      }
      this.row(columns, cells, 'text');
    }
    sum('sum', rows.length);
  }

  private addPage(): void {
    this.pdf.addPage({ size: [this.width, this.height], margin: 0 });
  }

  private foot(): void {
    this.y = this.height - MARGIN / 2;
    const number = `${this.page} / ${this.pages}`;
    this.draw(this.about.foot, MARGIN, { size: FOOT_SIZE, style: 'code', colour: GREY });
    const right = this.width - MARGIN - lineWidth(number, 'text', FOOT_SIZE);
    this.draw(number, right, { size: FOOT_SIZE, style: 'text', colour: GREY });
  }

  private turn(): void {
    if (this.pages !== null) {
      this.foot();
      this.addPage();
    }
    this.page += 1;
    this.y = MARGIN;
  }

  private isFull(size: number): boolean {
    return this.y + size * LINE_HEIGHT > this.height - MARGIN;
  }

  private down(size: number): void {
    if (this.isFull(size)) this.turn();
    this.y += size * LINE_HEIGHT;
  }

  private draw(
    text: string,
    left: number,
    { size, style, colour = BLACK, above = 0 }: { size: number; style: Style; colour?: string; above?: number },
  ): void {
    if (this.pages !== null) drawLine(this.pdf, text, { x: left, y: this.y - above, style, size, colour });
  }

  /** The lines of each cell: figures and ids are never cut. */
  private linesOf(columns: readonly PaperColumn[], cells: readonly string[], style: Style): CellLines {
    return placesOf(columns, this.width).map(({ points }, n) =>
      this.broken(cells[n] ?? '', style, TABLE_SIZE, points - CELL_GAP),
    );
  }

  private row(columns: readonly PaperColumn[], lines: CellLines, style: Style): void {
    const places = placesOf(columns, this.width);
    const height = heightOf(lines);
    for (let line = 0; line < height; line += 1) {
      this.down(TABLE_SIZE);
      for (const [n, { left, points, align }] of places.entries()) {
        const text = lines[n]?.[line] ?? '';
        const shift = align === 'right' ? points - lineWidth(text, style, TABLE_SIZE) : 0;
        if (text !== '') this.draw(text, left + shift, { size: TABLE_SIZE, style });
      }
    }
    if (this.pages === null) return;
    const y = this.y + TABLE_SIZE * 0.3;
    this.pdf
      .lineWidth(0.4)
      .strokeColor(RULE_GREY)
      .moveTo(MARGIN, y)
      .lineTo(this.width - MARGIN, y)
      .stroke();
  }

  /** Printable lines that fit: broken between words, and where a word is longer than a line, within it. */
  private broken(raw: string, style: Style, size: number, points: number): readonly string[] {
    if (raw.includes('\n')) return raw.split('\n').flatMap((part) => this.broken(part, style, size, points));
    const text = printable(raw, printFonts()[style]);
    const fits = (part: string) => lineWidth(part, style, size) <= points;
    if (fits(text)) return [text];
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = fits(word) ? [word] : this.pieces(word, style, size, points);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    }
    return [...lines, line];
  }

  /** A word that is longer than a line. */
  private pieces(word: string, style: Style, size: number, points: number): readonly string[] {
    const pieces: string[] = [];
    let [piece, width] = ['', 0];
    for (const { segment } of graphemes.segment(word)) {
      const more = lineWidth(segment, style, size);
      if (piece !== '' && width + more > points) {
        pieces.push(piece);
        [piece, width] = ['', 0];
      }
      piece += segment;
      width += more;
    }
    return [...pieces, piece];
  }
}
