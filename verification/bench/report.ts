import type { Cell } from './cell.ts';
import { shown } from './rounds.ts';
import { spreadOf } from './statistics.ts';

/** All rounds of one contender at one workload. */
interface Row {
  readonly part: string;
  readonly workload: string;
  readonly contender: string;
  /** The valid cells. */
  readonly cells: readonly Cell[];
  readonly voided: number;
}

function rowsOf(cells: readonly Cell[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const cell of cells) {
    const { part, workload, contender } = cell;
    const key = `${part}\n${workload}\n${contender}`;
    const row = rows.get(key) ?? { part, workload, contender, cells: [], voided: 0 };
    rows.set(key, cell.void === null ? { ...row, cells: [...row.cells, cell] } : { ...row, voided: row.voided + 1 });
  }
  return [...rows.values()];
}

/** The figures of a run as a Markdown table: median, with lowest and highest of its rounds. */
export function tableOf(cells: readonly Cell[]): string {
  const lines = ['| part | workload | contender | figures: median (lowest – highest) |', '|---|---|---|---|'];
  for (const { part, workload, contender, cells: valid, voided } of rowsOf(cells)) {
    const names = [...new Set(valid.flatMap(({ figures }) => Object.keys(figures)))];
    const figures = names.map((name) => {
      const values = valid.flatMap(({ figures: each }) => each[name] ?? []);
      const { median, min, max } = spreadOf(values);
      const range = values.length > 1 ? ` (${shown(min)} – ${shown(max)})` : '';
      return `${name} ${shown(median)}${range}`;
    });
    if (voided > 0) figures.push(`**${voided} void**`);
    lines.push(`| ${part} | ${workload} | ${contender} | ${figures.join('; ')} |`);
  }
  return lines.join('\n');
}
