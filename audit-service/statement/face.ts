import type { PDFFont } from '@cantoo/pdf-lib';

/**
 * A font whose characters are measured and encoded once: the library does both again for each word. Widths are without
 * kerning, as viewers show text.
 */
export class Face {
  private readonly known = new Map<string, { readonly width: number; readonly hex: string }>();

  constructor(private readonly font: PDFFont) {}

  /** Points. */
  widthOf(text: string, size: number): number {
    let width = 0;
    for (const character of text) width += this.characterOf(character).width;
    return width * size;
  }

  /** As an operand of `Tj`. */
  encoded(text: string): string {
    let hex = '';
    for (const character of text) hex += this.characterOf(character).hex;
    return `<${hex}>`;
  }

  private characterOf(character: string) {
    const there = this.known.get(character);
    if (there) return there;
    const width = this.font.widthOfTextAtSize(character, 1);
    const made = { width, hex: this.font.encodeText(character).asString() };
    this.known.set(character, made);
    return made;
  }
}
