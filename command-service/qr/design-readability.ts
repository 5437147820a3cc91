import { Refused } from '@perktree/contracts/kernel/refusals';
import { drawQr, drawUnderLogo, type QrDrawing, svgElements } from '@perktree/contracts/qr/code/draw';
import { errorCorrectionOf, type QrDesign } from '@perktree/contracts/qr/design';
import { fairLimit } from '@perktree/platform/fair-limit';
import { warnOfFailure } from '@perktree/platform/outages';
import type { FastifyBaseLogger } from 'fastify';
import { create } from 'qrcode';

/** A drawn code, and the text that decoders must read from it. */
export interface DrawingToRead {
  /** SVG elements; the unit is one module. */
  readonly elements: string;
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

/** A case in which a decoder did not read a code. */
export interface UnreadCase {
  readonly decoder: 'jsQR' | 'ZXing';
  readonly size: 'small' | 'medium' | 'large';
  readonly paper: 'light' | 'dark';
  readonly isBlurred: boolean;
}

/** Two decoders, three sizes, two papers, sharp and blurred. */
const CASES = 24;

/**
 * Decodes a drawing in three sizes, sharp and blurred, on light and dark paper, in a process that serves no requests.
 * @returns the cases in which a decoder failed
 * @throws Error if it takes too long
 */
export type ReadDrawing = (drawing: DrawingToRead) => Promise<readonly UnreadCase[]>;

/** Drawings of this process that are decoded concurrently, and that wait. Each takes about 1 s. */
const READINGS = { atOnce: 1, waiting: 8, ofKey: 2 } as const;
const RETRY_SECONDS = 5;

/** @throws Refused DESIGN_UNREADABLE, TOO_MUCH_AT_ONCE if too many drawings wait, UNAVAILABLE if the decoding process fails */
type AssertReadable = (drawing: DrawingToRead, tenantId: string) => Promise<void>;

export function createAssertReadable(deps: {
  readonly readDrawing: ReadDrawing;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
}): AssertReadable {
  const { readDrawing, logger } = deps;
  const inTurn = fairLimit(READINGS);
  const read = (drawing: DrawingToRead) =>
    readDrawing(drawing).catch((err: unknown) => {
      warnOfFailure(logger, err, 'cannot check whether a design is readable');
      throw new Refused('UNAVAILABLE');
    });
  return async (drawing, tenantId) => {
    const full = () => new Refused('TOO_MUCH_AT_ONCE', { seconds: RETRY_SECONDS });
    const unread = await inTurn(tenantId, () => read(drawing), full);
    const [first] = unread;
    if (first === undefined) return;
    const { decoder, size, paper, isBlurred } = first;
    const sharpness = isBlurred ? 'blurred' : 'sharp';
    throw new Refused('DESIGN_UNREADABLE', { decoder, size, paper, sharpness, failed: unread.length, cases: CASES });
  };
}

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
