import { BLEED_MM } from '@perktree/contracts/http/print-sheets';

const points = (mm: number) => (mm / 25.4) * 72;
export const BLEED = points(BLEED_MM);
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
