import { BLEED_MM } from '@perktree/contracts/qr/print-sheet-calls';
import type { Pdf } from '@perktree/platform/pdf/pdf';

const points = (mm: number) => (mm / 25.4) * 72;
const BLEED = points(BLEED_MM);
const LENGTH = points(5);
/** What a page with cut marks has around its paper, in points. */
export const AROUND = BLEED + LENGTH;

/** From a point to another, in points. */
export type Mark = readonly [x1: number, y1: number, x2: number, y2: number];

/**
 * Cut marks of a paper that is `AROUND` within its page, outside of its bleed.
 * @param xs where to cut from top to bottom, from the left edge of the paper @param ys from left to right, from its top
 */
export function cutMarks(width: number, height: number, xs: readonly number[], ys: readonly number[]): readonly Mark[] {
  const [right, bottom] = [width + 2 * AROUND, height + 2 * AROUND];
  return [
    ...[0, ...xs, width].flatMap((at): Mark[] => {
      const x = AROUND + at;
      return [
        [x, 0, x, LENGTH],
        [x, bottom - LENGTH, x, bottom],
      ];
    }),
    ...[0, ...ys, height].flatMap((at): Mark[] => {
      const y = AROUND + at;
      return [
        [0, y, LENGTH, y],
        [right - LENGTH, y, right, y],
      ];
    }),
  ];
}

/** In points. */
const MARK_WIDTH = 0.25;

/** Where the bleed of a page begins and how large it is: top left corner, width and height in points. */
export const bleedOf = (width: number, height: number) => {
  const from = AROUND - BLEED;
  return [from, from, width - 2 * from, height - 2 * from] as const;
};

/** Draws the marks of the newest page, and notes in it where its paper and its bleed are. */
export function drawMarks(pdf: Pdf, marks: readonly Mark[]): void {
  const { width, height } = pdf.page;
  const within = (edge: number) => [edge, edge, width - edge, height - edge];
  Object.assign(boxesOf(pdf), { TrimBox: within(AROUND), BleedBox: within(AROUND - BLEED) });
  pdf.lineWidth(MARK_WIDTH).strokeColor('#000000');
  for (const [x1, y1, x2, y2] of marks) pdf.moveTo(x1, y1).lineTo(x2, y2).stroke();
}

/** The dictionary of the newest page, which the types of the library leave out. */
const boxesOf = (pdf: Pdf) =>
  (pdf.page as unknown as { readonly dictionary: { readonly data: object } }).dictionary.data;
