import type { Cell } from './cell.ts';
import { DOUBLE, REAL_SERVER } from './event-store/servers.ts';
import { COPY, LIVE, REBUILD } from './projecting/part.ts';
import { BOTH_CPU, EMPTY, FUNCTION, PRODUCT, TRANSACTION } from './redeem-cell.ts';
import { shown } from './rounds.ts';
import { spreadOf } from './statistics.ts';

/** A figure of one contender at one workload. */
interface FigureOf {
  readonly part: string;
  readonly workload: string;
  readonly contender: string;
  readonly figure: string;
}

export interface Goal {
  readonly goal: string;
  readonly of: FigureOf;
  /** Divisor: a figure of the same round, or a number. Absent: the figure is not divided. */
  readonly by?: FigureOf | number;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit: string;
}

type Place = readonly [part: string, workload: string, contender: string];
const RATE = 'per second';
const P99 = 'p99 ms';
const figureOf = ([part, workload, contender]: Place, figure: string): FigureOf => ({
  ...{ part, workload, contender },
  figure,
});
const ratio = (goal: string, figure: string, of: Place, by: Place, wanted: Goal['wanted']): Goal => ({
  ...{ goal, of: figureOf(of, figure), by: figureOf(by, figure), wanted, unit: '×' },
});
const atLeast = (goal: string, of: Place, by: Place, least: number) => ratio(goal, RATE, of, by, { atLeast: least });
const alone = (goal: string, of: Place, figure: string, atMost: number, unit: string): Goal => ({
  ...{ goal, of: figureOf(of, figure), wanted: { atMost }, unit },
});

const product = (part: string, workload: string): Place => [part, workload, PRODUCT];
const shownOf64 = product('redeem', 'read model waited for');
const history = (contender: string): Place => ['projecting', 'history', contender];
const stated = product('statements', '20,000 redemptions');
const day = product('mixed', 'a mixed day');
/** Requests a second of a mixed day before rows were written with their events, on the same machine. */
const EARLIER_DAY = 469;

/** Ratios within one round, or single figures. */
export const GOALS: readonly Goal[] = [
  ratio(
    'one caller, shown: p50 / function',
    'p50 ms',
    product('callers', '1 caller'),
    ['callers', '1 caller', FUNCTION],
    { atMost: 1.8 },
  ),
  ratio(
    'one caller, shown: processor time of Node and Postgres / function',
    BOTH_CPU,
    product('callers', '1 caller'),
    ['callers', '1 caller', FUNCTION],
    { atMost: 2 },
  ),
  atLeast('8 callers, shown / function', product('callers', '8 callers'), ['callers', '8 callers', FUNCTION], 1),
  atLeast('64 callers, shown / function', shownOf64, ['redeem', 'event stored', FUNCTION], 1.4),
  atLeast('64 callers, shown / plain transaction', shownOf64, ['redeem', 'event stored', TRANSACTION], 2.8),
  atLeast(
    '256 callers, shown / function',
    product('callers', '256 callers'),
    ['callers', '256 callers', FUNCTION],
    1.3,
  ),
  ratio(
    'open loop, 500 a second, shown: p99 / function',
    P99,
    product('open-loop', '500 a second'),
    ['open-loop', '500 a second', FUNCTION],
    { atMost: 1 },
  ),
  atLeast(
    'one hot QR, shown / plain transaction',
    product('hot', 'one hot QR'),
    ['hot', 'one hot QR', TRANSACTION],
    3.5,
  ),
  alone(
    'first command of a process on a QR with 100,000 redemptions',
    product('growth', 'a QR with 100,000 redemptions'),
    'cold ms',
    60,
    'ms',
  ),
  {
    goal: `a mixed day, one network of guests / ${EARLIER_DAY} a second, as it was`,
    of: figureOf(day, RATE),
    by: EARLIER_DAY,
    wanted: { atLeast: 4 },
    unit: '×',
  },
  {
    goal: 'a mixed day: p99 of redemptions / of redemptions alone at half the rate',
    of: figureOf(day, 'redeem p99 ms'),
    by: figureOf(product('mixed', 'redemptions alone, half the rate'), P99),
    wanted: { atMost: 2 },
    unit: '×',
  },
  {
    goal: 'a mixed day: p99 of scans / of scans alone at half the rate',
    of: figureOf(day, 'scan p99 ms'),
    by: figureOf(product('mixed', 'scans alone, half the rate'), P99),
    wanted: { atMost: 3 },
    unit: '×',
  },
  alone('memory: command service at 256 callers', product('memory', 'command service at 256 callers'), 'MB', 150, 'MB'),
  alone('statement of 20,000 redemptions: the compressed file', stated, 'compressed MB', 3, 'MB'),
  alone('statement of 20,000 redemptions: made', stated, 'made ms', 3_000, 'ms'),
  alone('statement of 20,000 redemptions: verified', stated, 'verified ms', 3_000, 'ms'),
  atLeast(`rebuild / ${COPY}`, history(REBUILD), history(COPY), 0.7),
  atLeast(`live catch-up / ${COPY}`, history(LIVE), history(COPY), 0.6),
  atLeast('scan info / empty route', product('reads', 'scan info'), ['reads', 'scan info', EMPTY], 0.35),
  atLeast('tree of a QR / empty route', product('reads', 'tree'), ['reads', 'tree', EMPTY], 0.3),
  alone(
    'EventStoreDB: `Read` calls for a redemption, warm',
    ['event-store-db', '24 callers', DOUBLE],
    'Read calls for a redemption',
    2,
    '',
  ),
  alone(
    'EventStoreDB: `Read` calls for a scan, warm',
    ['event-store-db', '24 callers', DOUBLE],
    'Read calls for a scan',
    1,
    '',
  ),
  ...[DOUBLE, REAL_SERVER].map((contender) =>
    atLeast(
      `${contender}, 24 callers / the same on Postgres`,
      ['event-store-db', '24 callers', contender],
      product('event-store-db', '24 callers'),
      0.9,
    ),
  ),
];

export interface Outcome {
  readonly goal: Goal;
  readonly median: number;
  readonly worst: number;
  readonly reached: boolean;
}

/** Compares a run with the goals that it has measured. The median must reach a goal, the worst round 80 % of it. */
export function outcomesOf(cells: readonly Cell[], goals: readonly Goal[] = GOALS): readonly Outcome[] {
  return goals.flatMap((goal) => {
    const values = valuesOf(cells, goal);
    if (values.length === 0) return [];
    const { median, min, max } = spreadOf(values);
    const { wanted } = goal;
    return 'atLeast' in wanted
      ? [{ goal, median, worst: min, reached: median >= wanted.atLeast && min >= 0.8 * wanted.atLeast }]
      : [{ goal, median, worst: max, reached: median <= wanted.atMost && max <= wanted.atMost / 0.8 }];
  });
}

function valuesOf(cells: readonly Cell[], { of, by }: Goal): readonly number[] {
  return figures(cells, of).flatMap(({ round, value }) => {
    if (by === undefined) return [value];
    if (typeof by === 'number') return [value / by];
    const other = figures(cells, by).find((each) => each.round === round);
    return other ? [value / other.value] : [];
  });
}

function figures(cells: readonly Cell[], wanted: FigureOf): { round: number; value: number }[] {
  return cells.flatMap(({ part, workload, contender, round, figures: found, void: why }) => {
    const value = found[wanted.figure];
    const isIt = part === wanted.part && workload === wanted.workload && contender === wanted.contender;
    return isIt && why === null && value !== undefined ? [{ round, value }] : [];
  });
}

export function goalTable(outcomes: readonly Outcome[]): string {
  const lines = ['| goal | wanted | median | worst round | |', '|---|---|---|---|---|'];
  for (const { goal, median, worst, reached } of outcomes) {
    const { wanted, unit } = goal;
    const bound = 'atLeast' in wanted ? `≥ ${wanted.atLeast}` : `≤ ${wanted.atMost}`;
    const cells = [goal.goal, `${bound} ${unit}`, `${shown(median)} ${unit}`, `${shown(worst)} ${unit}`];
    lines.push(`| ${cells.join(' | ')} | ${reached ? 'reached' : 'missed'} |`);
  }
  return lines.join('\n');
}
