import type { z } from 'zod';
import type { monthTotalsSchema } from './events.ts';

/** Sums of a closed month, in the order of screens. */
export const MONTH_SUMS = ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'] as const;
export type MonthSums = Readonly<z.infer<typeof monthTotalsSchema>>;

/** What a person has seen of a closed month. */
export interface ClosedFigures {
  readonly position: string;
  readonly fingerprint: string;
  readonly totals: readonly MonthSums[];
}

/** The fingerprint alone does not tell: it was computed from more than these sums, so it can stand beside other ones. */
export function areSameFigures(one: ClosedFigures, other: ClosedFigures): boolean {
  const textOf = ({ position, fingerprint, totals }: ClosedFigures) =>
    JSON.stringify([
      position,
      fingerprint,
      totals.map((sums) => [sums.currency, ...MONTH_SUMS.map((name) => sums[name])]),
    ]);
  return textOf(one) === textOf(other);
}
