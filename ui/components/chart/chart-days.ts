export interface ChartDay {
  /** yyyy-mm-dd */
  readonly date: string;
  readonly values: readonly number[];
}

/** One value of each day. */
export interface ChartSeries {
  readonly label: string;
  readonly format: (value: number) => string;
}

/** Noon UTC: the same date in all time zones from UTC-12 to UTC+11. */
export const timeOf = ({ date }: ChartDay): string => `${date}T12:00:00Z`;

/** "21 Nov" in the order of the language. */
export function shortDay(day: ChartDay, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(new Date(timeOf(day)));
}
