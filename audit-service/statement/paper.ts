import { setImmediate } from 'node:timers/promises';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';

/** A4 in points. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 48;
const LINE_HEIGHT = 1.45;
const FOOT_SIZE = 7;
const GREY = rgb(0.35, 0.35, 0.35);
const RULE = rgb(0.75, 0.75, 0.75);

export type Style = 'text' | 'bold' | 'code';
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

type Fonts = Readonly<Record<Style, PDFFont>>;

/** Text and tables on as many pages as they need, from top to bottom. */
export class Paper {
  private page: PDFPage;
  private y = 0;
  private readonly letters: ReadonlySet<number>;

  private constructor(
    private readonly pdf: PDFDocument,
    private readonly fonts: Fonts,
  ) {
    this.letters = new Set(fonts.text.getCharacterSet());
    this.page = this.turn();
  }

  /** @param about.at its date of creation, so that the same content gives the same bytes */
  static async begin(about: { readonly title: string; readonly language: string; readonly at: Date }): Promise<Paper> {
    const { title, language, at } = about;
    const pdf = await PDFDocument.create();
    pdf.setTitle(title, { showInWindowTitleBar: true });
    pdf.setLanguage(language);
    pdf.setCreationDate(at);
    pdf.setModificationDate(at);
    pdf.setProducer('PerkTree');
    return new Paper(pdf, {
      text: await pdf.embedFont(StandardFonts.Helvetica),
      bold: await pdf.embedFont(StandardFonts.HelveticaBold),
      code: await pdf.embedFont(StandardFonts.Courier),
    });
  }

  /** A paragraph, broken into lines where it is too long. */
  write(text: string, { size = 9, style = 'text' as Style } = {}): void {
    for (const line of this.broken(text, this.fonts[style], size, WIDTH - 2 * MARGIN)) {
      this.down(size);
      this.draw(line, MARGIN, { size, style });
    }
  }

  space(points: number): void {
    this.y -= points;
  }

  /** Rows under titles, which stand on each page that the table goes on. */
  async table(columns: readonly Column[], rows: readonly (readonly string[])[], size = 8): Promise<void> {
    const titles = columns.map(({ title }) => title);
    this.row(columns, titles, { size, style: 'bold' });
    for (const row of rows) {
      if (this.isFull(size)) {
        this.page = this.turn();
        this.row(columns, titles, { size, style: 'bold' });
        // Others are served meanwhile.
        await setImmediate();
      }
      this.row(columns, row, { size, style: 'text' });
    }
  }

  /** With a foot on each page. */
  async end(foot: string): Promise<Uint8Array> {
    const pages = this.pdf.getPages();
    for (const [n, page] of pages.entries()) {
      const number = `${n + 1} / ${pages.length}`;
      const place = { y: MARGIN / 2, size: FOOT_SIZE, color: GREY };
      page.drawText(foot, { ...place, x: MARGIN, font: this.fonts.code });
      const right = WIDTH - MARGIN - this.fonts.text.widthOfTextAtSize(number, FOOT_SIZE);
      page.drawText(number, { ...place, x: right, font: this.fonts.text });
    }
    return this.pdf.save();
  }

  /** Whether the built-in fonts have all its letters: what they have not they could not write. */
  canWrite(text: string): boolean {
    return [...text].every((letter) => this.letters.has(letter.codePointAt(0) ?? 0));
  }

  private turn(): PDFPage {
    this.y = HEIGHT - MARGIN;
    return this.pdf.addPage([WIDTH, HEIGHT]);
  }

  private isFull(size: number): boolean {
    return this.y - size * LINE_HEIGHT < MARGIN;
  }

  private down(size: number): void {
    if (this.isFull(size)) this.page = this.turn();
    this.y -= size * LINE_HEIGHT;
  }

  private draw(text: string, x: number, { size, style }: { size: number; style: Style }): void {
    this.page.drawText(text, { x, y: this.y, size, font: this.fonts[style] });
  }

  /** As many lines as its longest cell needs: figures and ids are never cut. */
  private row(columns: readonly Column[], cells: readonly string[], look: { size: number; style: Style }): void {
    const font = this.fonts[look.style];
    const places = placesOf(columns);
    const lines = places.map(({ points }, n) => this.broken(cells[n] ?? '', font, look.size, points - CELL_GAP));
    const height = Math.max(...lines.map(({ length }) => length));
    for (let line = 0; line < height; line += 1) {
      this.down(look.size);
      for (const [n, { left, points, align }] of places.entries()) {
        const text = lines[n]?.[line] ?? '';
        const shift = align === 'right' ? points - font.widthOfTextAtSize(text, look.size) : 0;
        if (text !== '') this.draw(text, left + shift, look);
      }
    }
    const y = this.y - look.size * 0.3;
    this.page.drawLine({ start: { x: MARGIN, y }, end: { x: WIDTH - MARGIN, y }, thickness: 0.4, color: RULE });
  }

  /** Lines that fit: broken between words, and where a word is longer than a line, within it. */
  private broken(text: string, font: PDFFont, size: number, points: number): readonly string[] {
    const lines: string[] = [];
    let line = '';
    const fits = (part: string) => font.widthOfTextAtSize(part, size) <= points;
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
