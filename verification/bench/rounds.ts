import type { Bench } from './bench.ts';
import type { Cell } from './cell.ts';

export interface Measured {
  readonly figures: Readonly<Record<string, number>>;
  /** Why the figures are invalid; null: they are valid. */
  readonly void: string | null;
}

/** One cell of every round. */
export interface Contestant {
  readonly workload: string;
  readonly contender: string;
  readonly measure: () => Promise<Measured>;
}

/**
 * Measures all contenders in turn, round after round, so that other load on the machine affects all of them. Every other round is
 * reversed, so that no contender always runs first.
 */
export async function interleaved(
  bench: Bench,
  part: string,
  contestants: readonly Contestant[],
  rounds = bench.scale.rounds,
): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const order = round % 2 === 1 ? contestants : contestants.toReversed();
    cells.push(...(await oneRound(bench, part, order, round)));
  }
  return cells;
}

async function oneRound(
  bench: Bench,
  part: string,
  contestants: readonly Contestant[],
  round: number,
): Promise<readonly Cell[]> {
  for (let attempt = 0; ; attempt += 1) {
    const cells: Cell[] = [];
    let isDiskSlow = false;
    for (const { workload, contender, measure } of contestants) {
      const diskMs = bench.probe.measure();
      isDiskSlow ||= bench.probe.isTooSlow(diskMs);
      const measured = await measure();
      const cell: Cell = { part, workload, contender, round, diskMs, ...measured };
      bench.say(lineOf(cell));
      cells.push(cell);
    }
    if (!isDiskSlow || attempt === bench.scale.repeats) return cells;
    bench.say(`${part}: the disk was slow, so round ${round} is repeated`);
  }
}

function lineOf({ part, workload, contender, round, figures, void: why }: Cell): string {
  const values = Object.entries(figures).map(([name, value]) => `${name} ${shown(value)}`);
  return `${part} · ${workload} · ${contender} · ${round}: ${why === null ? values.join(', ') : `VOID: ${why}`}`;
}

/** Three significant digits. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
