export interface Measured {
  readonly goal: string;
  readonly wanted: string;
  readonly measured: string;
  readonly isMet: boolean | null;
}

/** A row of the table. @param isMet null: not measured */
export const measured = (goal: string, wanted: string, isMet: boolean | null, figure: string): Measured => ({
  ...{ goal, wanted, isMet },
  measured: figure,
});

export function tableOf(rows: readonly Measured[]): string {
  const verdict = ({ isMet }: Measured) => (isMet === null ? 'not measured' : isMet ? '' : 'missed');
  return [
    '| goal | wanted | measured | |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.goal} | ${row.wanted} | ${row.measured} | ${verdict(row)} |`),
  ].join('\n');
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
export const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;

/** A quantile of a sample. @param part from 0 to 1 */
export function quantile(sample: readonly number[], part: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
