import { parseArgs } from 'node:util';
import type { Part } from './part.ts';

export interface Words {
  readonly parts: readonly Part[];
  /** Each part does what makes a quick run; else as much as there is time for. */
  readonly hours: number | null;
  /** Null: by chance. */
  readonly seed: number | null;
  /** Of the one part that is asked for, instead of what a quick run does. */
  readonly count: number | null;
}

/** Somebody has asked for what there is not. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords';
}

/** @returns null: help was asked for. @throws WrongWords */
export function readWords(given: readonly string[], all: readonly Part[]): Words | null {
  const { values, positionals } = parsed(given);
  if (values.help || positionals[0] === 'help') return null;
  if (values.quick && values.hours !== undefined) throw new WrongWords('Either --quick or --hours, not both.');
  const parts = positionals.map((name) => {
    const part = all.find((each) => each.name === name);
    if (!part) throw new WrongWords(`There is no part ${name}: ${all.map((each) => each.name).join(', ')}.`);
    return part;
  });
  if (values.count !== undefined && parts.length !== 1) throw new WrongWords('--count needs the one part it is for.');
  // Beside a test suite on a shared machine, times would say nothing.
  const unnamed = values.quick ? all.filter(({ measuresTime }) => !measuresTime) : all;
  return {
    parts: parts.length > 0 ? parts : unnamed,
    hours: numberOf('--hours', values.hours, (n) => n > 0),
    seed: numberOf('--seed', values.seed, Number.isInteger),
    count: numberOf('--count', values.count, (n) => Number.isInteger(n) && n > 0),
  };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        help: { type: 'boolean' },
        hours: { type: 'string' },
        seed: { type: 'string' },
        count: { type: 'string' },
      },
    });
  } catch (error) {
    throw new WrongWords((error as Error).message);
  }
}

function numberOf(name: string, text: string | undefined, isOne: (n: number) => boolean): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (text.trim() === '' || !isOne(number))
    throw new WrongWords(`${name} ${text} is not a number that makes sense here.`);
  return number;
}

export function helpOf(all: readonly Part[]): string {
  const lines = all.map(({ name, unit, quick, about }) => {
    return `  ${name.padEnd(12)} ${about}\n${' '.repeat(15)}a quick run: ${quick ?? 'all'} ${unit}`;
  });
  return [
    'npm run trust -- [PART…] [--quick | --hours N] [--seed N] [--count N]',
    '',
    ...lines,
    '',
    '  --quick    each part does so much (that is the default), less those that compare times and need the machine alone',
    '  --hours N  the parts take turns for N hours, and docs/trust.md is given the figures',
    '  --seed N   instead of one by chance; --count N: how much one part does',
  ].join('\n');
}
