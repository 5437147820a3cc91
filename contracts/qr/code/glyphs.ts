import outlines from './glyphs.json';

/**
 * Outlines of letters for the text of a frame: Latin letters, digits and punctuation. Outlines look the same on every device
 * and need no installed font. From DejaVu Sans Condensed Bold 2.37, which is free to use, change and redistribute:
 * Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved. Bitstream Vera is a trademark of Bitstream, Inc.
 * DejaVu changes are in public domain.
 *
 * By character: its advance, and its path of M, L, C and Z. Units are thousandths of the font size; y grows upwards.
 */
export const GLYPHS = outlines as Partial<Record<string, (number | string)[]>> as Readonly<
  Partial<Record<string, readonly [advance: number, path: string]>>
>;
