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

/** "21 Nov" in the order of the language. */
export function shortDay({ date }: ChartDay, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));
}
