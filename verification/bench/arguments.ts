import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface Arguments<Part extends string> {
  readonly parts: readonly Part[];
  readonly scale: 'full' | 'quick' | 'tiny';
  readonly json: string | null;
  /** A document between whose markers the tables are written. */
  readonly write: string | null;
  /** What an earlier run has written with `--json`: its figures of parts that this one does not measure stand beside. */
  readonly beside: string | null;
  readonly profile: string | null;
  /** Null: as many as the scale has. */
  readonly rounds: number | null;
  /** Ten million events, too, where the growth is measured. */
  readonly large: boolean;
}

/** A word or flag that the bench does not know. */
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

/** @throws WrongArguments that says what there is */
export function readArguments<Part extends string>(words: readonly string[], known: readonly Part[]): Arguments<Part> {
  const usage = `npm run bench -- [${known.join(' ')}] [--quick] [--large] [--rounds N] [--json FILE] [--write FILE] [--beside FILE] [--profile FOLDER]`;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(words);
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message}\n${usage}`, { cause: error });
  }
  const { values, positionals } = parsed;
  const wrong = positionals.find((word) => !known.some((part) => part === word));
  if (wrong !== undefined) throw new WrongArguments(`There is no part ${wrong}.\n${usage}`);
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

const parse = (words: readonly string[]) => parseArgs({ args: [...words], options: FLAGS, allowPositionals: true });
