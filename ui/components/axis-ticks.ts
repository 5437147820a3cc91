/** Whole numbers from 0 to at least `most`, in steps of 1, 2 or 5 times a power of ten; at most five of them. */
export function axisTicks(most: number): readonly number[] {
  const intervals = 4;
  const wanted = Math.max(1, most) / intervals;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, n) => n * step);
}
