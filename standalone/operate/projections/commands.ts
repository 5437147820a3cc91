import { projections as all } from '@perktree/projector/catalogue';
import { drop, pause, resume, swap } from '@perktree/projector/control';
import { unfinishedCopies } from '@perktree/projector/copies';
import { listProjections } from '@perktree/projector/list';
import { type Rebuilt, rebuild } from '@perktree/projector/rebuild';
import { verifyAll } from '@perktree/projector/verify';
import type { Opened } from '../open-for-operator.ts';
import { createProgressLine } from '../progress-line.ts';
import { listingText } from './table.ts';
import type { Words } from './words.ts';

/** What a command hands over: JSON for `--json`, lines for a person. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
  /** Something is not as it should be: exit code 1. */
  readonly bad?: boolean;
}

type Tools = Pick<Opened, 'store' | 'pool'> & { readonly signal: AbortSignal };
type Command = (tools: Tools, words: Words) => Promise<Outcome>;

export const COMMANDS: Readonly<Record<string, Command>> = {
  list: async (tools, { only }) => {
    const listing = await listProjections(tools);
    const names = only && new Set(only.map(({ name }) => name as string));
    const tables = listing.tables.filter(({ name }) => names?.has(name) ?? true);
    return { json: { ...listing, tables }, text: listingText({ ...listing, tables }) };
  },
  rebuild: async (tools, words) => {
    if (words.dryRun) return planned(tools, words);
    const progress = createProgressLine('rebuilding');
    const rebuilt = await rebuild({
      ...{ ...tools, projections: words.only ?? all, fresh: words.fresh, onProgress: progress.show },
      swap: words.noSwap ? 'never' : words.evenIfDifferent ? 'always' : 'identical',
    }).finally(progress.end);
    const bad = rebuilt.some(({ outcome }) => outcome === 'failed' || outcome === 'different');
    return { json: { rebuilt }, text: rebuilt.map(rebuiltText).join('\n'), bad };
  },
  pause: async ({ pool }, words) => named(words, 'paused', await pause({ pool, ...options(words) })),
  resume: async ({ pool }, words) => named(words, 'resumed', await resume({ pool, ...options(words) })),
  swap: async ({ store, pool }, words) => named(words, 'swapped', await swap({ store, pool, ...options(words) })),
  drop: async ({ pool }, words) =>
    named(words, 'dropped', await drop({ pool, ...options(words), unfinished: words.unfinished })),
  verify: async (tools, words) => {
    if (words.dryRun)
      return named(
        words,
        'verified',
        (words.only ?? all).map(({ name }) => name),
      );
    const progress = createProgressLine('replaying');
    const verified = await verifyAll({
      ...{ ...tools, projections: words.only ?? all, onProgress: progress.show },
    }).finally(progress.end);
    const line = ({ name, identical, live, position }: (typeof verified)[number]) =>
      `${identical ? 'identical' : 'DIFFERENT'}  ${name}  ${live.rows} rows at position ${position}`;
    return {
      json: { verified },
      text: verified.map(line).join('\n'),
      bad: verified.some(({ identical }) => !identical),
    };
  },
};

const options = ({ only, dryRun }: Words) => ({ projections: only ?? all, dryRun });

function named({ dryRun }: Words, done: string, names: readonly string[]): Outcome {
  const text =
    names.length === 0 ? `Nothing to be ${done}.` : `${dryRun ? 'Would be ' : ''}${done}: ${names.join(', ')}`;
  return { json: { [done]: names, dryRun }, text };
}

async function planned({ store, pool }: Tools, { only, fresh }: Words): Promise<Outcome> {
  const wanted = only ?? all;
  const begun = fresh ? [] : await unfinishedCopies(pool, wanted);
  const head = await store.head();
  const { tables } = await listProjections({ store, pool });
  const plan = wanted.map((projection) => {
    const copy = begun.find((each) => each.projection === projection);
    const serving = tables.find(({ name, serving: isServing }) => name === projection.name && isServing);
    return { name: projection.name, from: copy?.position ?? 0n, to: head, bytesNeeded: serving?.bytes ?? 0 };
  });
  const text = plan.map(
    ({ name, from, to, bytesNeeded }) =>
      `${name}: would be read from position ${from} to ${to}, and take about ${Math.ceil(bytesNeeded / 1024 / 1024)} MiB`,
  );
  return { json: { plan, dryRun: true }, text: text.join('\n') };
}

function rebuiltText({ name, outcome, events, position, compared, error }: Rebuilt): string {
  const told = `${name}: ${events} events up to position ${position}`;
  const rows = compared ? `, ${compared.copy.rows} rows` : '';
  switch (outcome) {
    case 'swapped':
      return `${told}${rows}${compared?.identical ? ', identical to those before' : ''}; swapped`;
    case 'ready':
      return `${told}${rows}; ready to be swapped`;
    case 'different':
      return `${told}${rows}, DIFFERENT from the ${compared?.live.rows} live ones; not swapped. To take them: swap; to drop them: drop --unfinished`;
    case 'failed':
      return `${told}; FAILED: ${error}`;
  }
}
