import type { Cell } from './cell.ts';
import { COPY, EMMETT_REBUILD, LIVE, REBUILD } from './projecting/part.ts';
import { EMPTY, FUNCTION, PRODUCT, TRANSACTION } from './redeem-cell.ts';
import { shown } from './rounds.ts';
import { spreadOf } from './statistics.ts';

/** A figure of one contender at one workload. */
export interface FigureOf {
  readonly part: string;
  readonly workload: string;
  readonly contender: string;
  readonly figure: string;
}

export interface Goal {
  readonly goal: string;
  readonly of: FigureOf;
  /** What it is divided by, round by round; left out: the figure itself counts. */
  readonly by?: FigureOf;
  /** At least, or at most. */
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit: string;
}

const rate = (part: string, workload: string, contender: string): FigureOf => ({
  ...{ part, workload, contender },
  figure: 'per second',
});
const times = (
  goal: string,
  [part, workload]: readonly [string, string],
  against: readonly [string, number][],
): readonly Goal[] =>
  against.map(([contender, atLeast]) => ({
    goal: `${goal} / ${contender}`,
    of: rate(part, workload, PRODUCT),
    by: rate(part, part === 'redeem' ? 'event stored' : workload, contender),
    wanted: { atLeast },
    unit: '×',
  }));

const growth = (workload: string, figure: string): FigureOf => ({
  ...{ part: 'growth', contender: PRODUCT },
  ...{ workload, figure },
});
/** Beside the rate at which Postgres takes the finished rows. */
const projected = (goal: string, contender: string, atLeast: number): Goal => ({
  goal: `${goal} / ${COPY}`,
  of: rate('projecting', 'history', contender),
  by: rate('projecting', 'history', COPY),
  wanted: { atLeast },
  unit: '×',
});
function long(goal: string, figure: string, atMost: number): Goal {
  const [of, by] = [growth('a QR with 100,000 redemptions', figure), growth('a QR with 10 redemptions', figure)];
  return { goal, of, by, wanted: { atMost }, unit: '×' };
}
function grown(goal: string, events: string, figure: string, atLeast: number): Goal {
  const [of, by] = [growth(`${events} events stored`, figure), growth('10,000 events stored', figure)];
  return { goal, of, by, wanted: { atLeast }, unit: '×' };
}
function megabytes(workload: string, atMost: number): Goal {
  const of = { part: 'memory', workload, contender: PRODUCT, figure: 'MB' };
  return { goal: `memory: ${workload}`, of, wanted: { atMost }, unit: 'MB' };
}

/** What was hoped for: ratios of one round, or a figure by itself. */
export const GOALS: readonly Goal[] = [
  ...times(
    'redeem, event stored',
    ['redeem', 'event stored'],
    [
      [TRANSACTION, 8],
      [FUNCTION, 3.5],
      [EMPTY, 0.6],
    ],
  ),
  ...times(
    'redeem, read model waited for',
    ['redeem', 'read model waited for'],
    [
      [TRANSACTION, 5],
      [FUNCTION, 2.2],
    ],
  ),
  ...times('one hot QR, read model waited for', ['hot', 'one hot QR'], [[TRANSACTION, 15]]),
  {
    goal: 'one hot QR / own uniform rate',
    of: rate('hot', 'one hot QR', PRODUCT),
    by: rate('hot', 'uniform', PRODUCT),
    wanted: { atLeast: 0.95 },
    unit: '×',
  },
  ...times('commands on short streams', ['commands', 'short streams'], [['emmett', 8]]),
  ...times('commands on one hot stream', ['commands', 'hot stream'], [['emmett', 500]]),
  {
    goal: 'open loop, 2,000/s: read-your-writes p99 / function',
    of: { part: 'open-loop', workload: '2,000 a second', contender: PRODUCT, figure: 'p99 ms' },
    by: { part: 'open-loop', workload: '2,000 a second', contender: FUNCTION, figure: 'p99 ms' },
    wanted: { atMost: 0.5 },
    unit: '×',
  },
  {
    goal: 'projection lag p99 at 2,000/s',
    of: { part: 'open-loop', workload: '2,000 a second', contender: PRODUCT, figure: 'lag p99 ms' },
    wanted: { atMost: 8 },
    unit: 'ms',
  },
  projected('live projector in batches', LIVE, 0.75),
  projected('full rebuild', REBUILD, 1),
  {
    goal: 'full rebuild / emmett',
    of: rate('projecting', 'history', REBUILD),
    by: rate('projecting', 'history', EMMETT_REBUILD),
    wanted: { atLeast: 40 },
    unit: '×',
  },
  ...times('scan info', ['reads', 'scan info'], [[EMPTY, 0.5]]),
  ...times('tree of a QR', ['reads', 'tree'], [[EMPTY, 0.5]]),
  long('a command on a QR with 100,000 redemptions / with 10, warm', 'warm ms', 1.05),
  long('a command on a QR with 100,000 redemptions / with 10, cold', 'cold ms', 1.5),
  ...['1,000,000', '10,000,000'].flatMap((events) => [
    grown(`appends with ${events} events stored / 10,000, single`, events, 'single per second', 0.97),
    grown(`appends with ${events} events stored / 10,000, batches of 64`, events, 'batches of 64 per second', 0.9),
  ]),
  megabytes('command service at 256 callers', 150),
  megabytes('rebuild', 200),
  megabytes('whole embedded product, idle', 250),
  {
    goal: '`npm start` to ready, second start',
    of: { part: 'start', workload: 'npm start', contender: PRODUCT, figure: 'second ms' },
    wanted: { atMost: 2_000 },
    unit: 'ms',
  },
];

export interface Outcome {
  readonly goal: Goal;
  readonly median: number;
  readonly worst: number;
  readonly reached: boolean;
}

/** How a run stands to the goals that it has measured. The median must reach it, the worst round 80 % of it. */
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
