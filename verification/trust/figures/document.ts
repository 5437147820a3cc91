import { addCounts, type Counts } from './counts.ts';

/** `npm run trust -- --hours N` writes the part of docs/reference/trust.md between these lines. */
const BEGIN = '<!-- figures: begin -->';
const END = '<!-- figures: end -->';

/** One part's turns of one campaign, added up. */
export interface Campaign {
  /** The day on which it began, as 2026-11-21. */
  readonly day: string;
  readonly part: string;
  readonly seeds: readonly number[];
  readonly seconds: number;
  readonly counts: Counts;
  readonly violations: number;
}

const HEADS = ['day', 'part', 'seeds', 'minutes', 'done', 'violations'];

/** Adds a turn to the figures in a document. @throws Error if it has no markers */
export function withTurn(document: string, turn: Campaign): string {
  const [before = '', rest] = document.split(BEGIN);
  const [between = '', after] = (rest ?? '').split(END);
  if (rest === undefined || after === undefined) throw new Error(`the document has no lines ${BEGIN} and ${END}`);
  const campaigns = added(campaignsIn(between), turn);
  return `${before}${BEGIN}\n\n${totals(campaigns)}\n\n${table(campaigns)}\n\n${END}${after}`;
}

/** Turns of the same day and part are one campaign. */
function added(campaigns: readonly Campaign[], turn: Campaign): readonly Campaign[] {
  const same = campaigns.find(({ day, part }) => day === turn.day && part === turn.part);
  if (!same) return [...campaigns, turn];
  const both: Campaign = {
    ...same,
    seeds: [...same.seeds, ...turn.seeds],
    seconds: same.seconds + turn.seconds,
    counts: addCounts(same.counts, turn.counts),
    violations: same.violations + turn.violations,
  };
  return campaigns.map((each) => (each === same ? both : each));
}

export function campaignsIn(document: string): readonly Campaign[] {
  return document.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, day = '', part = '', seeds = '', minutes = '', done = '', violations = ''] = cells;
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return [];
    const counts = done.split('; ').map((each): [string, number] => {
      const [, count = '0', what = ''] = /^([\d,]+) (.+)$/.exec(each) ?? [];
      return [what, Number(count.replaceAll(',', ''))];
    });
    return [
      {
        ...{ day, part, seeds: seeds.split(' ').map(Number), seconds: Math.round(Number(minutes) * 60) },
        ...{ counts: Object.fromEntries(counts), violations: Number(violations) },
      },
    ];
  });
}

const textOf = (counts: Counts) =>
  Object.entries(counts)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join('; ');

function totals(campaigns: readonly Campaign[]): string {
  const counts = campaigns.reduce<Counts>((sum, each) => addCounts(sum, each.counts), {});
  const violations = campaigns.reduce((sum, each) => sum + each.violations, 0);
  return `In all: ${textOf(counts)}. Violations found: ${violations}.`;
}

function table(campaigns: readonly Campaign[]): string {
  const rows = campaigns.map(({ day, part, seeds, seconds, counts, violations }) =>
    [day, part, seeds.join(' '), (seconds / 60).toFixed(1), textOf(counts), violations].join(' | '),
  );
  return [HEADS.join(' | '), HEADS.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |`).join('\n');
}
