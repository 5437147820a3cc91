export interface Measured {
  /** By name, which includes the unit: `per second`, `p99 ms`. */
  readonly figures: Readonly<Record<string, number>>;
  /** Why the figures are invalid; null: they are valid. */
  readonly void: string | null;
}

/** One measurement of one contender at one workload. */
export interface Cell extends Measured {
  readonly workload: string;
  readonly contender: string;
  /** From 1. */
  readonly round: number;
}

/** The middle value; of an even number the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return Number.NaN;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.ceil((percent / 100) * sorted.length), sorted.length) - 1] ?? 0;
}

/** Three significant digits. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** The figures of a run as a Markdown table: median, with lowest and highest of its rounds. */
export function tableOf(cells: readonly Cell[]): string {
  const lines = ['| workload | contender | figures: median (lowest – highest) |', '|---|---|---|'];
  const rows = new Map<string, Cell[]>();
  for (const cell of cells) {
    const row = `${cell.workload} | ${cell.contender}`;
    rows.set(row, [...(rows.get(row) ?? []), cell]);
  }
  for (const [row, group] of rows) lines.push(`| ${row} | ${figuresOf(group).join('; ')} |`);
  return lines.join('\n');
}

function figuresOf(cells: readonly Cell[]): readonly string[] {
  const valid = cells.filter((cell) => cell.void === null);
  const names = [...new Set(valid.flatMap(({ figures }) => Object.keys(figures)))];
  const figures = names.map((name) => {
    const values = valid.flatMap((cell) => cell.figures[name] ?? []);
    const range = values.length > 1 ? ` (${shown(Math.min(...values))} – ${shown(Math.max(...values))})` : '';
    return `${name} ${shown(median(values))}${range}`;
  });
  return valid.length === cells.length ? figures : [...figures, `**${cells.length - valid.length} void**`];
}
