import type { Budget, Counts, Part, Report, Violation } from './part.ts';

/** The result of one turn of one part. */
export interface Turn {
  readonly part: string;
  readonly seed: number;
  readonly seconds: number;
  readonly counts: Counts;
  readonly violations: readonly Violation[];
  readonly skipped: readonly string[];
  /** The part threw before its end. */
  readonly endedEarly: boolean;
}

/** An exception counts as a violation, as the part has shown nothing. */
async function takeTurn(part: Part, budget: Budget, seed: number, report: Report): Promise<Turn> {
  const began = Date.now();
  const results = await part.run(budget, seed, report).then(
    (result) => ({ ...result, endedEarly: false }),
    (error: unknown) => {
      const what = `it ended early: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
      report(`${part.name}: ${what}`);
      return { counts: {}, violations: [{ what, again: `${part.name} --seed ${seed}` }], endedEarly: true };
    },
  );
  const seconds = Math.round((Date.now() - began) / 1000);
  return { part: part.name, seed, seconds, skipped: [], ...results };
}

/** Parts that run concurrently, not counting those that wait; most of them keep one core busy. */
const SIDE_BY_SIDE = 2;

type Take = (part: Part, partsLeft: number) => Promise<void>;

/** Runs every part once. Parts that measure times run last and alone. */
async function round(parts: readonly Part[], take: Take): Promise<void> {
  const takeAll = async (left: Part[], lanes: number): Promise<void> => {
    const lane = async () => {
      for (let part = left.shift(); part; part = left.shift()) await take(part, Math.ceil((left.length + 1) / lanes));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  const waiting = parts.filter(({ waits }) => waits);
  const together = parts.filter(({ measuresTime, waits }) => !measuresTime && !waits);
  await Promise.all([takeAll(waiting, waiting.length), takeAll(together, SIDE_BY_SIDE)]);
  const alone = parts.filter(({ measuresTime }) => measuresTime);
  await takeAll(alone, 1);
}

export async function quickRun(
  parts: readonly Part[],
  { seed, count }: { readonly seed: number; readonly count: number | null },
  report: Report,
): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  const take = async (part: Part): Promise<Turn> => {
    report(`— ${part.name}, seed ${seed}`);
    const turn = await takeTurn(part, { count: count ?? part.quick, until: null }, seed, report);
    report(lineOf(turn));
    return turn;
  };
  const again: Part[] = [];
  await round(parts, async (part) => {
    const turn = await take(part);
    if (turn.endedEarly) again.push(part);
    else turns.push(turn);
  });
  // A part that ended early has shown nothing; retry it once, alone.
  for (const part of again) {
    report(`${part.name}: once more, alone`);
    turns.push(await take(part));
  }
  const place = ({ part }: Turn) => parts.findIndex(({ name }) => name === part);
  return turns.sort((a, b) => place(a) - place(b));
}

/** Default limit of a turn in a long run, in milliseconds. */
const LONGEST_TURN_MS = 10 * 60_000;

/** The parts take turns until the deadline; each round has its own seed. */
export async function longRun(
  parts: readonly Part[],
  { seed, until, now = Date.now }: { readonly seed: number; readonly until: number; readonly now?: () => number },
  report: Report,
): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let rounds = 0; now() < until; rounds += 1) {
    const own = (seed + rounds * 1_000_003) | 0;
    await round(parts, async (part, partsLeft) => {
      const left = until - now();
      if (left <= 0) return;
      // The first round divides the time, so that each part has a turn even in a short campaign.
      const share = rounds === 0 ? left / partsLeft : left;
      report(`— ${part.name}, seed ${own}`);
      const end = now() + Math.min(share, part.longestTurnMs ?? LONGEST_TURN_MS);
      const turn = await takeTurn(part, { count: null, until: end }, own, report);
      report(lineOf(turn));
      turns.push(turn);
    });
  }
  return turns;
}

export function lineOf({ part, counts, seconds, violations }: Turn): string {
  const done = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  return `${part}: ${done.join(', ')} in ${seconds} s; ${violations.length} violations`;
}
