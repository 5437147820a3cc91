import { parseArgs } from 'node:util';
import type { Part } from './part.ts';

interface Arguments {
  readonly parts: readonly Part[];
  /** Null: a quick run. */
  readonly hours: number | null;
  /** Null: random. */
  readonly seed: number | null;
  /** Replaces the quick run's count; only with a single part. */
  readonly count: number | null;
}

/** The command line is invalid; the message says why. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** @returns null: print the help. @throws WrongArguments */
export function readArguments(given: readonly string[], all: readonly Part[]): Arguments | null {
  const { values, positionals } = parsed(given);
  if (values.help || positionals[0] === 'help') return null;
  if (values.quick && values.hours !== undefined) throw new WrongArguments('Either --quick or --hours, not both.');
  const parts = positionals.map((name) => {
    const part = all.find((each) => each.name === name);
    if (!part) throw new WrongArguments(`There is no part ${name}: ${all.map((each) => each.name).join(', ')}.`);
    return part;
  });
  if (values.count !== undefined && parts.length !== 1)
    throw new WrongArguments('--count needs the one part it is for.');
  // A quick run shares the machine with other work, so times would mean nothing.
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
    throw new WrongArguments((error as Error).message);
  }
}

function numberOf(name: string, text: string | undefined, isValid: (n: number) => boolean): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (text.trim() === '' || !isValid(number)) throw new WrongArguments(`${name} ${text} is not a valid number.`);
  return number;
}

export function helpOf(all: readonly Part[]): string {
  const lines = all.map(({ name, unit, quick, about }) => {
    return `  ${name.padEnd(12)} ${about}\n${' '.repeat(15)}a quick run: ${quick} ${unit}`;
  });
  return [
    'npm run trust -- [PART…] [--quick | --hours N] [--seed N] [--count N]',
    '',
    ...lines,
    '',
    '  --quick    the default: each part once, except those that compare times and need the machine alone',
    '  --hours N  the parts take turns for N hours',
    '  --seed N   default: random; --count N: how much a single part does',
  ].join('\n');
}
