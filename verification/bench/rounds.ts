import type { Databases } from './databases.ts';
import type { Programs } from './processes.ts';
import { type Cell, type Measured, shown } from './report.ts';
import type { Scale } from './scale.ts';

/** What all parts of the benchmark share. */
export interface Bench {
  readonly programs: Programs;
  readonly databases: Databases;
  readonly scale: Scale;
  /** A real EventStoreDB without events, for one command service; null: doubles. */
  readonly eventStoreUrl: string | null;
  /** Reports progress. */
  readonly say: (text: string) => void;
}

export interface Contestant {
  readonly workload: string;
  readonly contender: string;
  readonly measure: () => Promise<Measured>;
}

/**
 * Measures contenders in turn for some seconds each, round after round, so that other load on the machine affects all of them.
 * Every other round is reversed, so that none always runs first.
 */
export async function interleaved(bench: Bench, contestants: readonly Contestant[]): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (let round = 1; round <= bench.scale.rounds; round += 1) {
    for (const { workload, contender, measure } of round % 2 === 1 ? contestants : contestants.toReversed()) {
      const cell: Cell = { workload, contender, round, ...(await measure()) };
      bench.say(lineOf(cell));
      cells.push(cell);
    }
  }
  return cells;
}

function lineOf({ workload, contender, round, figures, void: why }: Cell): string {
  const values = Object.entries(figures).map(([name, value]) => `${name} ${shown(value)}`);
  return `${round} · ${workload} · ${contender}: ${why === null ? values.join(', ') : `VOID: ${why}`}`;
}
