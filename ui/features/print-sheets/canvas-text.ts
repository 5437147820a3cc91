import type { Measure } from './sheet-layout.ts';
import type { DrawLine } from './sheet-pdf.ts';
import { FONTS } from './sheet-svg.ts';

/** Pixels per point at 300 dpi. */
const PIXELS = 300 / 72;
/** Space above the baseline, and height of a line, as fractions of the font size. */
const ASCENT = 1.1;
const HEIGHT = 1.5;

const fontOf = (fontSize: number, bold: boolean) => `${bold ? 'bold ' : ''}${fontSize}px ${FONTS}`;

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  return context;
}

/** Measures text with the browser's fonts. */
export function canvasMeasure(): Measure {
  const context = contextOf(document.createElement('canvas'));
  return (text, fontSize, bold) => {
    context.font = fontOf(fontSize, bold);
    return context.measureText(text).width;
  };
}

/** Draws text in any script for which this device has a font. */
export const drawLine: DrawLine = async ({ text, fontSize, bold, colour }) => {
  const canvas = document.createElement('canvas');
  const width = canvasMeasure()(text, fontSize, bold);
  const height = fontSize * HEIGHT;
  canvas.width = Math.ceil(width * PIXELS);
  canvas.height = Math.ceil(height * PIXELS);
  const context = contextOf(canvas);
  context.font = fontOf(fontSize * PIXELS, bold);
  context.fillStyle = colour ?? '#000';
  context.fillText(text, 0, fontSize * ASCENT * PIXELS);
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!png) throw new Error('the text could not be drawn');
  return { png: new Uint8Array(await png.arrayBuffer()), width, height, ascent: fontSize * ASCENT };
};
