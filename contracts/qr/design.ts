import { z } from 'zod';
import { luminance } from '../kernel/contrast.ts';
import { rule } from '../kernel/issue-codes.ts';

/** Most characters of the text of a frame, so that it stays legible at the width of a code. */
export const FRAME_TEXT_LENGTH = 24;
/** Bounds of the edge of a logo, in percent of the edge of the code. The decoders decide which of them a code bears. */
export const LOGO_PERCENT = { min: 10, max: 50 } as const;
export const MODULE_SHAPES = ['square', 'rounded', 'dots'] as const;

const color = z.string().regex(/^#[0-9a-f]{6}$/i, rule('NOT_A_COLOUR', { example: '#1a2b3c' }));

/** Latin letters, digits and punctuation: the characters that contracts/qr/code/glyphs.ts has outlines of. */
const FRAME_TEXT = /^[ -~¡-¬®-ſ–—‘’“”•…€→]*$/u;

/** How a QR code looks. */
export const qrDesignSchema = z.strictObject({
  /** Of the dark modules and the frame. */
  foreground: color,
  /** Of the light modules, the quiet zone and the frame's text. */
  background: color,
  modules: z.enum(MODULE_SHAPES),
  /** In the middle. `picture` is the hash of an uploaded picture. */
  logo: z
    .strictObject({
      picture: z.string().regex(/^[0-9a-f]{64}$/),
      /** Its edge, in percent of the edge of the code. */
      percent: z.int().min(LOGO_PERCENT.min).max(LOGO_PERCENT.max),
    })
    .nullable(),
  /** A call to action below the code, in a frame. Null: no frame. */
  frameText: z.string().trim().min(1).max(FRAME_TEXT_LENGTH).regex(FRAME_TEXT, rule('NOT_LATIN')).nullable(),
});
export type QrDesign = z.infer<typeof qrDesignSchema>;

/** The look of a QR code without a design. */
export const PLAIN_DESIGN: QrDesign = {
  foreground: '#000000',
  background: '#ffffff',
  modules: 'square',
  logo: null,
  frameText: null,
};

/** A higher level of error correction for logos, which cover modules, and for round modules, which are harder to read. */
export function errorCorrectionOf({ logo, modules }: QrDesign): 'M' | 'Q' | 'H' {
  if (logo !== null) return 'H';
  return modules === 'square' ? 'M' : 'Q';
}

/**
 * WCAG's contrast ratio, 1 to 21.
 * @returns less than 1 where the foreground is the lighter one: many scanners do not read inverted codes
 */
export function contrastOf({ foreground, background }: Pick<QrDesign, 'foreground' | 'background'>): number {
  return (luminance(background) + 0.05) / (luminance(foreground) + 0.05);
}

/**
 * A fingerprint of a design, 8 hexadecimal digits. Names of downloads end in it, so that a print shows which design it has.
 */
export function designVersion(design: QrDesign): string {
  const { foreground, background, modules, logo, frameText } = design;
  const text = JSON.stringify([foreground, background, modules, logo && [logo.picture, logo.percent], frameText]);
  // FNV-1a: short, the same everywhere, and not for security.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
