import { drawQr, drawUnderLogo, type QrDrawing } from '@perktree/contracts/qr/code/draw';
import { svgElements } from '@perktree/contracts/qr/code/formats';
import { errorCorrectionOf, type QrDesign } from '@perktree/contracts/qr/design';
import { create } from 'qrcode';
import type { DrawingToRead } from './design-readability.ts';

/**
 * What decoders must read before a design is saved: the code of one link, and, with a logo, the worst code that another link as
 * long as this one can have.
 * @param logo a data URL; null draws the logo's place free
 */
export function drawingsToRead(design: QrDesign, text: string, logo: string | null): DrawingToRead[] {
  const { modules } = create(text, { errorCorrectionLevel: errorCorrectionOf(design) });
  const toRead = (drawing: QrDrawing, picture: string | null): DrawingToRead => {
    const { width, height } = drawing;
    return { elements: svgElements(drawing, picture), width, height, text };
  };
  const drawings = [toRead(drawQr(modules, design), logo)];
  if (design.logo) drawings.push(toRead(drawUnderLogo(modules, design, design.logo.percent), null));
  return drawings;
}
