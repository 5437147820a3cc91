import { parseArgs } from 'node:util';
import { FULL, LONG, QUICK, type Scale } from './scale.ts';

/** The parsed command line. */
export interface Arguments<Part extends string> {
  readonly parts: readonly Part[];
  readonly scale: Scale;
  /** Folder for CPU profiles; null: none. */
  readonly profile: string | null;
}

/** The command line is invalid; the message gives the reason and the usage. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

const options = {
  quick: { type: 'boolean', default: false },
  long: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  profile: { type: 'string' },
} as const;

/** @throws WrongArguments */
export function readArguments<Part extends string>(args: readonly string[], known: readonly Part[]): Arguments<Part> {
  const refuse = (why: string) =>
    new WrongArguments(
      `${why}\nnpm run bench -- [${known.join(' ')}] [--quick | --long] [--rounds N] [--profile FOLDER]`,
    );
  const parse = () => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      throw refuse((error as Error).message);
    }
  };
  const { values, positionals } = parse();
  const unknown = positionals.find((name) => !known.some((part) => part === name));
  if (unknown !== undefined) throw refuse(`There is no part ${unknown}.`);
  const { quick, long, rounds, profile = null } = values;
  if (rounds !== undefined && !/^[1-9]\d?$/.test(rounds)) throw refuse('--rounds takes a number from 1 to 99.');
  const scale = quick ? QUICK : long ? LONG : FULL;
  const chosen = known.filter((part) => positionals.includes(part));
  return {
    parts: chosen.length > 0 ? chosen : known,
    scale: rounds === undefined ? scale : { ...scale, rounds: Number(rounds) },
    profile,
  };
}
