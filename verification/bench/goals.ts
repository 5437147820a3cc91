import { FUNCTION, MANY_CALLERS, ONE_CALLER, OPEN_LOOP, PRODUCT, SERVER, TRANSACTION } from './parts/redeem.ts';
import { AT_16, AT_24, at, COMMANDS, FOUR, HOT, MESSAGES, ON_DOUBLE, ON_POSTGRES, ONE } from './parts/services.ts';
import { BY_CODE, IDLE, ROUND_TRIPS, STATEMENTS } from './parts/statements.ts';
import { type Cell, median, shown } from './report.ts';
import { POSTGRES } from './stack.ts';

/** The sum of figures of one contender at one workload. */
interface Sum {
  readonly workload: string;
  readonly contender: string;
  readonly figures: readonly string[];
}

export interface Goal {
  readonly goal: string;
  readonly of: Sum;
  /** Divisor, of the same round. Absent: the figure is not divided. */
  readonly by?: Sum;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
}

const sum = (workload: string, contender: string, ...figures: readonly string[]): Sum => ({
  ...{ workload, contender },
  figures,
});
const RATE = 'per second';

export const GOALS: readonly Goal[] = [
  {
    goal: 'one caller, shown: p50 / SQL function',
    of: sum(ONE_CALLER, PRODUCT, 'p50 ms'),
    by: sum(ONE_CALLER, FUNCTION, 'p50 ms'),
    wanted: { atMost: 2 },
  },
  {
    goal: 'one caller, shown: processor time / SQL function',
    of: sum(ONE_CALLER, PRODUCT, SERVER, POSTGRES),
    by: sum(ONE_CALLER, FUNCTION, SERVER, POSTGRES),
    wanted: { atMost: 3 },
  },
  {
    goal: 'one warm redemption by code: round trips to Postgres, one after another',
    of: sum(BY_CODE, PRODUCT, ROUND_TRIPS),
    wanted: { atMost: 2 },
  },
  {
    goal: 'one warm redemption by code: statements',
    of: sum(BY_CODE, PRODUCT, STATEMENTS),
    wanted: { atMost: 8 },
  },
  {
    goal: 'idle product: statements a second',
    of: sum(IDLE, PRODUCT, 'statements a second'),
    wanted: { atMost: 2 },
  },
  {
    goal: '64 callers, shown: rate / SQL function',
    of: sum(MANY_CALLERS, PRODUCT, RATE),
    by: sum(MANY_CALLERS, FUNCTION, RATE),
    wanted: { atLeast: 0.9 },
  },
  {
    goal: '64 callers, shown: rate / plain transaction',
    of: sum(MANY_CALLERS, PRODUCT, RATE),
    by: sum(MANY_CALLERS, TRANSACTION, RATE),
    wanted: { atLeast: 2 },
  },
  {
    goal: '500 a second regardless of answers, shown: p99 / SQL function',
    of: sum(OPEN_LOOP, PRODUCT, 'p99 ms'),
    by: sum(OPEN_LOOP, FUNCTION, 'p99 ms'),
    wanted: { atMost: 2.5 },
  },
  {
    goal: '4 command services with 16 callers each / 1 with 16: their processor time a redemption',
    of: sum(at(FOUR, AT_16), ON_POSTGRES, COMMANDS),
    by: sum(at(ONE, AT_16), ON_POSTGRES, COMMANDS),
    wanted: { atMost: 1.25 },
  },
  {
    goal: 'the same on EventStoreDB',
    of: sum(at(FOUR, AT_16), ON_DOUBLE, COMMANDS),
    by: sum(at(ONE, AT_16), ON_DOUBLE, COMMANDS),
    wanted: { atMost: 1.5 },
  },
  {
    goal: 'EventStoreDB, 24 callers: processor time of the command service / the same on Postgres',
    of: sum(at(ONE, AT_24), ON_DOUBLE, COMMANDS),
    by: sum(at(ONE, AT_24), ON_POSTGRES, COMMANDS),
    wanted: { atMost: 2 },
  },
  {
    goal: 'EventStoreDB, 24 callers: messages to and from the store a redemption',
    of: sum(at(ONE, AT_24), ON_DOUBLE, MESSAGES),
    // Half of what it was when goals were set.
    wanted: { atMost: 3.1 },
  },
  {
    goal: 'one hot QR, 64 callers: redemptions by 4 command services / by 1',
    of: sum(at(FOUR, HOT), ON_POSTGRES, RATE),
    by: sum(at(ONE, HOT), ON_POSTGRES, RATE),
    wanted: { atLeast: 0.7 },
  },
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
    const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
    const { wanted } = goal;
    return 'atLeast' in wanted
      ? [{ goal, median: middle, worst: least, reached: middle >= wanted.atLeast && least >= 0.8 * wanted.atLeast }]
      : [{ goal, median: middle, worst: most, reached: middle <= wanted.atMost && most <= wanted.atMost / 0.8 }];
  });
}

function valuesOf(cells: readonly Cell[], { of, by }: Goal): readonly number[] {
  const others = by && sums(cells, by);
  return [...sums(cells, of)].flatMap(([round, value]) => {
    if (others === undefined) return [value];
    const other = others.get(round);
    return other === undefined ? [] : [value / other];
  });
}

/** By round, without void cells. */
function sums(cells: readonly Cell[], { workload, contender, figures }: Sum): ReadonlyMap<number, number> {
  const found = cells.filter(
    (cell) =>
      cell.workload === workload &&
      cell.contender === contender &&
      cell.void === null &&
      figures.every((name) => name in cell.figures),
  );
  return new Map(found.map((cell) => [cell.round, figures.reduce((all, name) => all + (cell.figures[name] ?? 0), 0)]));
}

export function goalTable(outcomes: readonly Outcome[]): string {
  const lines = ['| goal | wanted | median | worst round | |', '|---|---|---|---|---|'];
  for (const { goal, median: middle, worst, reached } of outcomes) {
    const { wanted } = goal;
    const bound = 'atLeast' in wanted ? `≥ ${wanted.atLeast}` : `≤ ${wanted.atMost}`;
    lines.push(`| ${[goal.goal, bound, shown(middle), shown(worst), reached ? 'reached' : 'missed'].join(' | ')} |`);
  }
  return lines.join('\n');
}
