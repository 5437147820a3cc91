import { parseArgs } from 'node:util';

/** The parsed command line. */
export interface Arguments<Part extends string> {
  readonly parts: readonly Part[];
  readonly scale: 'full' | 'quick' | 'tiny';
  readonly json: string | null;
  /** Document whose marked section the tables replace. */
  readonly write: string | null;
  /** `--json` file of an earlier run, for the parts that this run does not measure. */
  readonly beside: string | null;
  readonly profile: string | null;
  /** Null: the scale's. */
  readonly rounds: number | null;
  /** Measures growth with ten million events as well. */
  readonly large: boolean;
}

/** The command line is invalid; the message gives the reason and the usage. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

const FLAGS = {
  quick: { type: 'boolean', default: false },
  tiny: { type: 'boolean', default: false },
  large: { type: 'boolean', default: false },
  json: { type: 'string' },
  write: { type: 'string' },
  beside: { type: 'string' },
  profile: { type: 'string' },
  rounds: { type: 'string' },
} as const;

/** @throws WrongArguments */
export function readArguments<Part extends string>(args: readonly string[], known: readonly Part[]): Arguments<Part> {
  const usage = `npm run bench -- [${known.join(' ')}] [--quick] [--large] [--rounds N] [--json FILE] [--write FILE] [--beside FILE] [--profile FOLDER]`;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message}\n${usage}`, { cause: error });
  }
  const { values, positionals } = parsed;
  const unknown = positionals.find((name) => !known.some((part) => part === name));
  if (unknown !== undefined) throw new WrongArguments(`There is no part ${unknown}.\n${usage}`);
  if (values.rounds !== undefined && !/^[1-9]\d?$/.test(values.rounds)) {
    throw new WrongArguments(`--rounds takes a number from 1 to 99.\n${usage}`);
  }
  const chosen = known.filter((part) => positionals.includes(part));
  return {
    parts: chosen.length > 0 ? chosen : known,
    scale: values.tiny ? 'tiny' : values.quick ? 'quick' : 'full',
    json: values.json ?? null,
    write: values.write ?? null,
    beside: values.beside ?? null,
    profile: values.profile ?? null,
    rounds: values.rounds === undefined ? null : Number(values.rounds),
    large: values.large,
  };
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
